package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Closes the connections of a HikariCP pool beyond its size. HikariCP's own {@code softEvictConnections} closes all of
 * them, so that each step to a smaller pool would open the kept ones anew.
 */
final class Surplus {
    private static final String REASON = "(more connections than the pool's size)";

    private final Reflection reflection;
    private final Object pool;

    Surplus(Reflection reflection, Object pool) {
        this.reflection = reflection;
        this.pool = pool;
    }

    /** Closes idle connections at once, those in use later; returns false if HikariCP's inside is not as known. */
    boolean evict(int size) throws ReflectiveOperationException {
        Object bag = reflection.field(pool, "connectionBag");
        if (bag == null) {
            return false;
        }
        List<Object> idle = new ArrayList<>();
        List<Object> used = new ArrayList<>();
        for (Object entry : (Collection<?>) reflection.call(bag, "values")) {
            if (!(Boolean) reflection.call(entry, "isMarkedEvicted")) {
                boolean free = (Integer) reflection.call(entry, "getState") == 0;
                (free ? idle : used).add(entry);
            }
        }
        int surplus = idle.size() + used.size() - size;
        idle.addAll(used);
        for (Object entry : idle.subList(0, Math.max(0, surplus))) {
            reflection.call(pool, "softEvictConnection", entry, REASON, false);
        }
        return true;
    }
}
