package dev.poolfit.load.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets each user send the login before its first request, and again if it fails. Those who take turns all log in
 * before the load begins; who failed tries again each second.
 */
final class Login {
    private static final long RETRY_NANOS = 1_000_000_000;

    /** Sends the login of a session. */
    interface Sender {
        void send(PreparedRequest request, VirtualUser session);
    }

    private final Loop loop;
    private final VirtualUsers users;
    private final PreparedRequest request;
    private final Sender sender;
    private final List<VirtualUser> failed = new ArrayList<>();
    private Runnable afterFirstRound = () -> {};
    private int pending;

    Login(Loop loop, VirtualUsers users, PreparedRequest request, Sender sender) {
        this.loop = loop;
        this.users = users;
        this.request = request;
        this.sender = sender;
    }

    /** Logs in all who take turns, then goes on, whoever failed. */
    void all(Runnable then) {
        afterFirstRound = then;
        round(List.of(users.all()));
    }

    private void round(List<VirtualUser> sessions) {
        pending = sessions.size();
        sessions.forEach(this::one);
    }

    void one(VirtualUser session) {
        sender.send(request, session);
    }

    boolean sent(ClientConnection connection) {
        return connection.drawn().kind() == request;
    }

    void ended(VirtualUser session, @Nullable String failure) {
        if (failure == null) {
            users.admit(session);
        } else if (users.takesTurns()) {
            failed.add(session);
        }
        if (users.takesTurns() && --pending == 0) {
            Runnable then = afterFirstRound;
            afterFirstRound = () -> {};
            if (!failed.isEmpty()) {
                var again = List.copyOf(failed);
                failed.clear();
                loop.at(loop.now() + RETRY_NANOS, nothing -> round(again));
            }
            then.run();
        }
    }
}
