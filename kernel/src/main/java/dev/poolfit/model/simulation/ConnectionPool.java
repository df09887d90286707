package dev.poolfit.model.simulation;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A pool as HikariCP hands out connections, which is not first come first served: a connection that is given back is
 * marked free before it is handed over, so a thread that comes at that moment can take it, and the waiter who was woken
 * for nothing waits again at the tail with the time it has left (HikariCP issues 1909 and 2192).
 *
 * <p>Each connection that is given back is with the barging probability taken so, by the thread that comes next: such a
 * front-runner gets the next connection, and the waiter at the head goes to the tail. When saturated, T threads and P
 * connections of hold h make a round of the line last m = (T−P)h/P; a thread waits K rounds with P(K=0) = b and
 * P(K=k) = (1−b)²b^(k−1). Threads that come back after a timeout add no front-runners, for they come at no release.
 */
final class ConnectionPool {
    private final double barging;
    private final double timeout;
    private final UniformRandomProvider random;
    private final Line waiting;
    private final Line ahead;
    private final Line deadlines;
    private final boolean[] barged;
    private final double[] asked;
    private int free;
    /** Connections given back while others waited, whose moment no thread has come at yet. */
    private int openings;

    final TimeAverage active = new TimeAverage();
    final TimeAverage pending = new TimeAverage();
    /** The time when the next thread gives up; infinite when none waits. */
    double nextAt = Double.POSITIVE_INFINITY;

    ConnectionPool(int size, double timeout, double barging, int slots, UniformRandomProvider random) {
        free = size;
        this.timeout = timeout;
        this.barging = barging;
        this.random = random;
        waiting = new Line(slots);
        ahead = new Line(slots);
        deadlines = new Line(slots);
        barged = new boolean[slots];
        asked = new double[slots];
    }

    /** Takes a free connection and returns true, or waits for one. */
    boolean acquire(double now, int slot) {
        asked[slot] = now;
        if (free > 0) {
            free--;
            active.up(now);
            return true;
        }
        boolean othersWait = !deadlines.isEmpty();
        boolean opening = othersWait && openings > 0;
        openings = opening ? openings - 1 : 0;
        barged[slot] = opening && barging > 0 && random.nextDouble() < barging;
        (barged[slot] ? ahead : waiting).add(slot);
        deadlines.add(slot);
        pending.up(now);
        if (!othersWait) {
            nextAt = now + timeout;
        }
        return false;
    }

    /** Gives a connection back; returns who gets it, or {@link Line#NOBODY}. */
    int release(double now) {
        if (deadlines.isEmpty()) {
            free++;
            active.down(now);
            return Line.NOBODY;
        }
        int next;
        if (ahead.isEmpty()) {
            next = waiting.first();
        } else {
            next = ahead.first();
            if (!waiting.isEmpty()) {
                waiting.add(waiting.removeFirst());
            }
        }
        openings++;
        leave(now, next);
        return next;
    }

    /** Takes out the thread whose time is up now, and returns its slot. */
    int giveUp(double now) {
        int slot = deadlines.first();
        leave(now, slot);
        return slot;
    }

    double asked(int slot) {
        return asked[slot];
    }

    private void leave(double now, int slot) {
        (barged[slot] ? ahead : waiting).remove(slot);
        deadlines.remove(slot);
        pending.down(now);
        nextAt = deadlines.isEmpty() ? Double.POSITIVE_INFINITY : asked[deadlines.first()] + timeout;
    }
}
