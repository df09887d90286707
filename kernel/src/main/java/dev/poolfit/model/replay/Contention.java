package dev.poolfit.model.replay;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Says how much slower work within connections becomes, the more of them are at work: <i>n</i> at once take 1 + σ (n − 1) times as
 * long as one alone, as where they share a CPU or a lock (the contention of Gunther's universal scalability law, 2007).
 *
 * @param sigma 0 where holds do not depend on how many are at work, near 1 / cores where a CPU is shared
 */
public record Contention(double sigma) {
    static final Contention NONE = new Contention(0);

    private static final double MOST = 1;
    private static final int STEPS = 20;
    /** Standard errors from which on a dependence is no chance. */
    private static final double SURE = 3;
    /** The blocks of time by which the error is told: what falls into one, such as a burst, counts as one. */
    private static final int BLOCKS = 60;

    /** The borrows below which a correlation says nothing. */
    private static final int LEAST = 500;

    public Contention {
        if (!(sigma >= 0 && sigma <= MOST)) {
            throw new IllegalArgumentException("contention is from 0 to " + MOST + ", but this is " + sigma);
        }
    }

    /** Returns how many times as long each of so many at work takes, at least 1. */
    double slowdown(int atWork) {
        return atWork <= 1 ? 1 : 1 + sigma * (atWork - 1);
    }

    /**
     * Returns the share of the most work that can be done at all, by however many, 0 to 1; above it, more come than can be served.
     *
     * @param works borrows with what each would hold alone
     * @param times so many times these borrows
     */
    public double utilization(BorrowSequence works, double times) {
        // n at once do n / (1 + σ (n − 1)), which is at most 1 / σ.
        return times * works.offeredLoad() * sigma;
    }

    /**
     * Finds the contention of recorded borrows. Where requests come independently of each other, how many a borrow finds at work when
     * it gets its connection has nothing to do with how much it has to do itself; so the contention is the one without which the
     * amounts of work do not depend on that number, among borrows of one kind. Where there is no such one, or chance may have made
     * it, there is none.
     */
    public static Contention of(BorrowSequence ran) {
        var sweep = new Sweep(ran);
        if (ran.size() < LEAST || sweep.dependence(NONE) < SURE || sweep.dependence(new Contention(MOST)) > SURE) {
            return NONE;
        }
        double low = 0;
        double high = MOST;
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (sweep.dependence(new Contention(middle)) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new Contention((low + high) / 2);
    }

    /** Returns the borrows with what each would hold alone in place of its hold. */
    public BorrowSequence worksOf(BorrowSequence ran) {
        return sigma == 0 ? ran : ran.holding(new Sweep(ran).works(this));
    }

    /** Begins and ends of holds in the order of time. */
    private static final class Sweep {
        /** A time, then an end before a begin, then the borrow. */
        private final long[] events;

        private final BorrowSequence ran;

        /** How many were at work when each got its connection. */
        private final int[] found;

        Sweep(BorrowSequence ran) {
            this.ran = ran;
            events = IntStream.range(0, 2 * ran.size())
                    .mapToLong(i -> {
                        int borrow = i / 2;
                        boolean ends = i % 2 == 1;
                        long at = Math.min(Integer.MAX_VALUE, ran.since(borrow) + (ends ? ran.held(borrow) : 0L));
                        // One that was held for no time at all ends after it began.
                        boolean first = ends && ran.held(borrow) > 0;
                        return (at << 1 | (first ? 0 : 1)) << 30 | (long) borrow << 1 | (ends ? 1 : 0);
                    })
                    .sorted()
                    .toArray();
            found = new int[ran.size()];
            int atWork = 0;
            for (long event : events) {
                if (ends(event)) {
                    atWork--;
                } else {
                    found[borrow(event)] = atWork++;
                }
            }
        }

        private static long at(long event) {
            return event >>> 31;
        }

        private static int borrow(long event) {
            return (int) (event >>> 1) & (1 << 29) - 1;
        }

        private static boolean ends(long event) {
            return (event & 1) == 1;
        }

        /**
         * Returns by how many standard errors the logarithm of the work depends on the number that was found at work, both beside the
         * means of the borrow's kind; the error is that of blocks of time.
         */
        double dependence(Contention contention) {
            double[] logs =
                    Arrays.stream(works(contention)).mapToDouble(Math::log1p).toArray();
            double[] others = Arrays.stream(found).asDoubleStream().toArray();
            centre(logs);
            centre(others);
            double[] blocks = new double[BLOCKS];
            for (int i = 0; i < logs.length; i++) {
                blocks[(int) Math.min(BLOCKS - 1, (long) BLOCKS * ran.since(i) / ran.length())] += logs[i] * others[i];
            }
            double squares = Arrays.stream(blocks).map(each -> each * each).sum();
            return squares == 0 ? 0 : Arrays.stream(blocks).sum() / Math.sqrt(squares);
        }

        private void centre(double[] values) {
            Map<Integer, DoubleSummaryStatistics> kinds = new HashMap<>();
            for (int i = 0; i < values.length; i++) {
                kinds.computeIfAbsent(ran.kind(i), unseen -> new DoubleSummaryStatistics())
                        .accept(values[i]);
            }
            for (int i = 0; i < values.length; i++) {
                values[i] -= kinds.getOrDefault(ran.kind(i), new DoubleSummaryStatistics())
                        .getAverage();
            }
        }

        /** Returns what each would hold alone, in microseconds. */
        int[] works(Contention contention) {
            double[] begun = new double[found.length];
            int[] works = new int[found.length];
            double clock = 0;
            long last = 0;
            int atWork = 0;
            for (long event : events) {
                clock += (at(event) - last) / contention.slowdown(atWork);
                last = at(event);
                if (ends(event)) {
                    atWork--;
                    works[borrow(event)] = (int) Math.round(clock - begun[borrow(event)]);
                } else {
                    atWork++;
                    begun[borrow(event)] = clock;
                }
            }
            return works;
        }
    }
}
