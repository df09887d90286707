package dev.poolfit.metered;

import java.util.Collections;
import java.util.List;

/**
 * A minute of an instance's pool, from its counters.
 *
 * @param begin in seconds since 1970
 * @param borrows a second, above 0
 * @param counted seconds a second for which connections were held, by the counter of their holds
 * @param waited seconds a second for which borrows waited
 * @param timeouts borrows a second that waited in vain
 * @param maximum connections that the pool may have, at least 1
 * @param active connections in use each time that somebody looked; empty where that is not told
 * @param full how many of these times all were in use, or some borrow waited
 */
public record MeteredMinute(
        long begin,
        double borrows,
        double counted,
        double waited,
        double timeouts,
        int maximum,
        List<Integer> active,
        int full) {
    /**
     * HikariCP counts the whole milliseconds of each hold alone, so that half a millisecond of each is missing in the mean
     * (PoolEntry.getMillisSinceBorrowed, version 7.0.2).
     */
    private static final double CUT_OFF = 0.0005;

    public MeteredMinute {
        active = List.copyOf(active);
    }

    /**
     * Returns the connections in use in the mean. A hold is counted when it ends: one of an hour is then too much for its last
     * minute, and nothing for the others. Where all that was seen in use is far from it, that is taken instead.
     */
    public double inUse() {
        double load = counted + CUT_OFF * borrows;
        if (active.isEmpty()) {
            return Math.min(maximum, load);
        }
        int most = Collections.max(active);
        int least = Collections.min(active);
        if (load > most + 1 + 2 * Math.sqrt(most + 1) || least > load + 1 + 2 * Math.sqrt(load)) {
            return active.stream().mapToInt(Integer::intValue).average().orElse(load);
        }
        return Math.min(maximum, load);
    }

    /** Returns how long a connection was held in the mean, in seconds. */
    public double hold() {
        return inUse() / borrows;
    }
}
