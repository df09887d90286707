package dev.poolfit.load;

import dev.poolfit.experiment.Load;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sessions of a load's users; in open load, which has no users, those who are logged in take turns. */
final class Roster {
    private final Session[] sessions;
    private final @Nullable List<Session> turns;
    private int next;

    Roster(Load load) {
        sessions =
                new Session[load.closed() ? load.peakUsers() : load.sessions().turns()];
        turns = load.closed() ? null : new ArrayList<>();
        for (int i = 0; i < sessions.length; i++) {
            boolean admitted = load.sessions().login().isEmpty();
            sessions[i] = new Session(i, load.sessions().cookies(), admitted);
            if (admitted) {
                admit(sessions[i]);
            }
        }
    }

    /** The session for a user's request; in open load the next one, null if nobody is logged in. */
    @Nullable
    Session forRequest(int user) {
        if (turns == null) {
            return sessions[user];
        }
        if (turns.isEmpty()) {
            return null;
        }
        next = next + 1 < turns.size() ? next + 1 : 0;
        return turns.get(next);
    }

    void admit(Session session) {
        session.admit();
        if (turns != null) {
            turns.add(session);
        }
    }

    boolean takesTurns() {
        return turns != null;
    }

    Session[] all() {
        return sessions;
    }
}
