package dev.poolfit.model.replay;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Serves recorded borrows by a pool of another size: first come first served, as HikariCP's queue does but for threads that
 * barge in (the queue with many servers of Kiefer and Wolfowitz 1955). Who would wait beyond the timeout leaves and takes no
 * connection. What a borrow has to do is as recorded; for how long it holds its connection follows from how many are at work
 * ({@link Contention}).
 *
 * <p>Borrows are asked for as recorded: whoever waits longer would not ask later. So waits of users who only ask again once they
 * were answered are told too long, and the size that is needed not too small.
 */
public final class PoolReplay {
    /** The largest size that is looked at. */
    private static final int LARGEST = 1 << 12;

    private static final double RARE = 0.999;

    private final BorrowSequence works;
    private final Contention contention;
    private final WaitGoal goal;

    /** Replays borrows whose holds do not depend on how many are at work. */
    public PoolReplay(BorrowSequence borrows, WaitGoal goal) {
        this(borrows, Contention.NONE, goal);
    }

    /** @param works borrows with what each would hold alone in place of its hold, as {@link Contention#worksOf} returns them */
    public PoolReplay(BorrowSequence works, Contention contention, WaitGoal goal) {
        this.works = works;
        this.contention = contention;
        this.goal = goal;
    }

    /** Hears of each borrow's wait in microseconds; returns false to end the replay. */
    private interface Waits {
        boolean add(long wait, boolean inVain);

        /** Hears for how many microseconds so many connections were in use. */
        default void pass(double micros, int inUse) {}

        /** Hears how many wait once a borrow has come. */
        default void waiting(int borrows) {}
    }

    /**
     * Serves all borrows.
     *
     * @param connections at least 1
     */
    public ReplayedWaits waits(int connections) {
        var seen = new Seen();
        replay(connections, seen);
        Arrays.sort(seen.waits, 0, seen.waited);
        Arrays.sort(seen.found);
        return new ReplayedWaits(
                connections,
                works.size(),
                seen.late,
                works.size() == 0 ? 0 : seen.sum / works.size() / 1000,
                quantile(seen, WaitGoal.SHARE),
                quantile(seen, RARE),
                seen.timeouts,
                seen.used / works.length(),
                works.size() == 0 ? 0 : seen.found[(int) Math.ceil(RARE * works.size()) - 1]);
    }

    private final class Seen implements Waits {
        private final int[] waits = new int[works.size()];
        private final int[] found = new int[works.size()];
        private int come;
        private int waited;
        private int late;
        private int timeouts;
        private double sum;
        private double used;

        @Override
        public void pass(double micros, int inUse) {
            used += micros * inUse;
        }

        @Override
        public void waiting(int borrows) {
            found[come++] = borrows;
        }

        @Override
        public boolean add(long wait, boolean inVain) {
            if (wait > 0) {
                waits[waited++] = (int) Math.min(Integer.MAX_VALUE, wait);
                sum += wait;
                late += wait > goal.p99Micros() ? 1 : 0;
                timeouts += inVain ? 1 : 0;
            }
            return true;
        }
    }

    /** Returns a quantile in milliseconds, of sorted waits and of borrows that did not wait. */
    private double quantile(Seen seen, double share) {
        int rank = (int) Math.ceil(share * works.size()) - (works.size() - seen.waited);
        return rank < 1 ? 0 : seen.waits[rank - 1] / 1000.0;
    }

    /**
     * Returns the smallest number of connections that meets the goal, at least 1; empty where none does that is looked at. Of fewer
     * than 100 borrows none may be late.
     */
    public OptionalInt needed() {
        int low = 1;
        int high = 1;
        while (!meets(high)) {
            if (high >= LARGEST) {
                return OptionalInt.empty();
            }
            low = high + 1;
            high *= 2;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (meets(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return OptionalInt.of(low);
    }

    private boolean meets(int connections) {
        int allowed = works.size() - (int) Math.ceil(WaitGoal.SHARE * works.size());
        int[] late = {0};
        return replay(connections, (wait, inVain) -> {
            late[0] += wait > goal.p99Micros() ? 1 : 0;
            return late[0] <= allowed && !inVain;
        });
    }

    /**
     * Runs the queue. All that are at work advance at the same speed, so that one clock of work orders their ends however that speed
     * changes.
     *
     * @return whether it was heard to the end
     */
    private boolean replay(int connections, Waits heard) {
        var ends = new WorkEnds(Math.min(connections, Math.max(1, works.size())));
        double clock = 0;
        double now = 0;
        int next = 0;
        int served = 0;
        while (served < works.size() || ends.size > 0 && now < works.length()) {
            double ending = ends.size == 0
                    ? Double.POSITIVE_INFINITY
                    : now + (ends.first() - clock) * contention.slowdown(ends.size);
            boolean arrives = next < works.size() && works.asked(next) < ending;
            double then = arrives ? works.asked(next) : ending;
            heard.pass(Math.max(0, Math.min(works.length(), then) - now), ends.size);
            clock += (then - now) / contention.slowdown(ends.size);
            now = then;
            if (arrives) {
                next++;
            } else {
                ends.remove();
            }
            while (served < next && ends.size < connections) {
                long wait = Math.round(now - works.asked(served));
                boolean inVain = wait > goal.timeoutMicros();
                if (!inVain) {
                    ends.add(clock + works.held(served));
                }
                served++;
                if (!heard.add(inVain ? goal.timeoutMicros() : wait, inVain)) {
                    return false;
                }
            }
            if (arrives) {
                heard.waiting(next - served);
            }
        }
        return true;
    }

    /** The ends of what is at work, by the clock of work, the first on top of a heap. */
    private static final class WorkEnds {
        private double[] ends;
        private int size;

        WorkEnds(int room) {
            ends = new double[Math.min(room, 64)];
        }

        double first() {
            return ends[0];
        }

        void add(double end) {
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, 2 * size);
            }
            int hole = size++;
            while (hole > 0 && ends[(hole - 1) >>> 1] > end) {
                ends[hole] = ends[(hole - 1) >>> 1];
                hole = (hole - 1) >>> 1;
            }
            ends[hole] = end;
        }

        void remove() {
            double last = ends[--size];
            int hole = 0;
            for (int child = 1; child < size; child = 2 * hole + 1) {
                if (child + 1 < size && ends[child + 1] < ends[child]) {
                    child++;
                }
                if (ends[child] >= last) {
                    break;
                }
                ends[hole] = ends[child];
                hole = child;
            }
            ends[hole] = last;
        }
    }
}
