package dev.poolfit.model.replay;

import java.util.Arrays;

/**
 * Serves recorded borrows by a pool of another size: first come first served, as HikariCP's queue does but for threads that
 * barge in. Each borrow takes the connection that is free first (Kiefer and Wolfowitz 1955, <i>On the theory of queues with many
 * servers</i>); who would wait beyond the timeout leaves at that time and takes none.
 *
 * <p>Borrows are asked for, and connections held, as recorded: whoever waits longer would neither ask later nor hold for a shorter
 * time. So waits of users who only ask again once they were answered are told too long, and the size that is needed not too small.
 */
public final class PoolReplay {
    private final BorrowSequence borrows;
    private final WaitGoal goal;

    public PoolReplay(BorrowSequence borrows, WaitGoal goal) {
        this.borrows = borrows;
        this.goal = goal;
    }

    /**
     * Serves all borrows.
     *
     * @param connections at least 1
     */
    public ReplayedWaits waits(int connections) {
        int[] waits = new int[borrows.size()];
        int waited = 0;
        int late = 0;
        int timeouts = 0;
        double sum = 0;
        var free = new FreeTimes(connections);
        for (int i = 0; i < borrows.size(); i++) {
            long wait = Math.max(0, free.first() - borrows.asked(i));
            if (wait > goal.timeoutMicros()) {
                wait = goal.timeoutMicros();
                timeouts++;
            } else {
                free.take(borrows.asked(i) + wait + borrows.held(i));
            }
            if (wait > 0) {
                waits[waited++] = (int) Math.min(Integer.MAX_VALUE, wait);
                sum += wait;
                late += wait > goal.p99Micros() ? 1 : 0;
            }
        }
        Arrays.sort(waits, 0, waited);
        return new ReplayedWaits(
                connections,
                borrows.size(),
                late,
                borrows.size() == 0 ? 0 : sum / borrows.size() / 1000,
                quantile(waits, waited, WaitGoal.SHARE),
                quantile(waits, waited, 0.999),
                timeouts);
    }

    /** Returns a quantile in milliseconds, of sorted waits and of borrows that did not wait. */
    private double quantile(int[] waits, int waited, double share) {
        int rank = (int) Math.ceil(share * borrows.size()) - (borrows.size() - waited);
        return rank < 1 ? 0 : waits[rank - 1] / 1000.0;
    }

    /** Returns the smallest number of connections that meets the goal, at least 1; of fewer than 100 borrows none may be late. */
    public int needed() {
        int low = 1;
        int high = 1 + (int) borrows.offeredLoad();
        while (!meets(high)) {
            low = high + 1;
            high += Math.max(1, high / 2);
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (meets(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean meets(int connections) {
        int allowed = borrows.size() - (int) Math.ceil(WaitGoal.SHARE * borrows.size());
        var free = new FreeTimes(connections);
        int late = 0;
        for (int i = 0; i < borrows.size(); i++) {
            long wait = Math.max(0, free.first() - borrows.asked(i));
            if (wait > goal.p99Micros() && ++late > allowed || wait > goal.timeoutMicros()) {
                return false;
            }
            free.take(borrows.asked(i) + wait + borrows.held(i));
        }
        return true;
    }

    /** The times at which connections become free, the first on top of a heap. */
    private static final class FreeTimes {
        private final long[] times;

        FreeTimes(int connections) {
            times = new long[connections];
        }

        long first() {
            return times[0];
        }

        /** Takes the connection that is free first, until a time that is not before that. */
        void take(long until) {
            int hole = 0;
            for (int child = 1; child < times.length; child = 2 * hole + 1) {
                if (child + 1 < times.length && times[child + 1] < times[child]) {
                    child++;
                }
                if (times[child] >= until) {
                    break;
                }
                times[hole] = times[child];
                hole = child;
            }
            times[hole] = until;
        }
    }
}
