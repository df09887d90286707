package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sessions of a load's users; in open load, which has no users, those who are logged in take turns. */
final class VirtualUsers {
    private final VirtualUser[] sessions;
    private final @Nullable List<VirtualUser> turns;
    private int next;

    VirtualUsers(Load load) {
        sessions = new VirtualUser
                [load.closed() ? load.peakUsers() : load.sessions().turns()];
        turns = load.closed() ? null : new ArrayList<>();
        for (int i = 0; i < sessions.length; i++) {
            boolean admitted = load.sessions().login().isEmpty();
            sessions[i] = new VirtualUser(i, load.sessions().cookies(), admitted);
            if (admitted) {
                admit(sessions[i]);
            }
        }
    }

    /** Returns the session for a user's request; in open load the next one, null if nobody is logged in. */
    @Nullable
    VirtualUser forRequest(int user) {
        if (turns == null) {
            return sessions[user];
        }
        if (turns.isEmpty()) {
            return null;
        }
        next = next + 1 < turns.size() ? next + 1 : 0;
        return turns.get(next);
    }

    void admit(VirtualUser session) {
        session.admit();
        if (turns != null) {
            turns.add(session);
        }
    }

    boolean takesTurns() {
        return turns != null;
    }

    VirtualUser[] all() {
        return sessions;
    }
}
