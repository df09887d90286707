package dev.poolfit.agent;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Tells which statements a pool's connections send, without a change of any class, for some holds at a time. */
final class StatementWatch {
    private final Reflection reflection;
    private final Object pool;
    private final Holds holds;
    private final Watched watched;
    private final Random random = new Random(1);
    /** The connections that are still to be chosen; less than one. */
    private double due;

    private final Map<Object, Tap> taps = new IdentityHashMap<>();

    StatementWatch(Reflection reflection, Object pool, Holds holds, Names names) {
        this.reflection = reflection;
        this.pool = pool;
        this.holds = holds;
        watched = new Watched(holds, new Shapes(names));
    }

    /**
     * Sees the statements of some of the connections that the pool has by now, of others each time; to be called now and then.
     * A hold that has begun is seen whole or not at all.
     *
     * @param share of the connections, 0 to 1; over several calls it is met exactly, however few connections there are
     */
    synchronized void cover(double share) {
        if (watched.isOff()) {
            return;
        }
        List<Object> entries = new ArrayList<>(entries());
        Collections.shuffle(entries, random);
        for (Object entry : entries) {
            due += share;
            boolean chosen = due >= 1;
            due -= chosen ? 1 : 0;
            Tap tap = taps.get(entry);
            if (tap != null && !(chosen && tap.stands())) {
                leave(entry);
            } else if (tap == null && chosen) {
                stand(entry);
            }
        }
        for (Object entry : new ArrayList<>(taps.keySet())) {
            if (!entries.contains(entry)) {
                leave(entry);
            }
        }
    }

    private void stand(Object entry) {
        Object connection = reflection.field(entry, "connection");
        if (!(connection instanceof Connection)) {
            return;
        }
        Tap tap = SenderTap.of(entry, connection, reflection, watched);
        if (tap == null) {
            tap = InterceptorTap.of(entry, connection, reflection, watched);
        }
        if (tap != null) {
            holds.cover(entry, tap);
        } else {
            tap = ProxyTap.of(entry, connection, reflection, watched);
        }
        taps.put(entry, tap);
    }

    private void leave(Object entry) {
        holds.uncover(entry);
        taps.remove(entry).remove();
    }

    /** Steps aside; a statement on its way is handed on and tells nothing. */
    synchronized void uncover() {
        watched.off();
        new ArrayList<>(taps.keySet()).forEach(this::leave);
    }

    private Collection<?> entries() {
        Object list = reflection.field(reflection.field(pool, "connectionBag"), "sharedList");
        return list instanceof Collection ? (Collection<?>) list : List.of();
    }
}
