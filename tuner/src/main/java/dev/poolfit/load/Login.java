package dev.poolfit.load;

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
        void send(PreparedRequest request, Session session);
    }

    private final Loop loop;
    private final Roster roster;
    private final PreparedRequest request;
    private final Sender sender;
    private final List<Session> failed = new ArrayList<>();
    private Runnable afterFirstRound = () -> {};
    private int pending;

    Login(Loop loop, Roster roster, PreparedRequest request, Sender sender) {
        this.loop = loop;
        this.roster = roster;
        this.request = request;
        this.sender = sender;
    }

    /** Logs in all who take turns, then goes on, whoever failed. */
    void all(Runnable then) {
        afterFirstRound = then;
        round(List.of(roster.all()));
    }

    private void round(List<Session> sessions) {
        pending = sessions.size();
        sessions.forEach(this::one);
    }

    void one(Session session) {
        sender.send(request, session);
    }

    boolean sent(Lane lane) {
        return lane.drawn().kind() == request;
    }

    void ended(Session session, @Nullable String failure) {
        if (failure == null) {
            roster.admit(session);
        } else if (roster.takesTurns()) {
            failed.add(session);
        }
        if (roster.takesTurns() && --pending == 0) {
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
