package dev.poolfit.model.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws stretches of traffic from recorded ones, block by block, with replacement (Künsch 1989, <i>The jackknife and the bootstrap
 * for general stationary observations</i>). More traffic than was there is several such stretches at once, and not one in shorter
 * time: more users come independently of each other, so that their bursts do not fall together.
 */
public final class BusyBlocks {
    /** The length of a block in microseconds, longer than most bursts. */
    private static final int BLOCK = 5_000_000;

    /** The borrows that a stretch needs for its quantiles; one with more is drawn shorter, down to {@link #LEAST} blocks. */
    private static final int BORROWS = 100_000;

    private static final int LEAST = 2;

    /** The borrows that a curve needs, each of which is served some fifty times. */
    private static final int CURVE = 30_000;
    /** The longest stretch that is drawn for a curve, in blocks. */
    private static final int MOST = 120;

    /** Stands for a size where none is enough. */
    public static final int NONE = Integer.MAX_VALUE;

    private final List<BorrowSequence> stretches;
    private final int length;

    /** @param stretches at least one; stretches that are drawn are at most as long as the first */
    public BusyBlocks(List<BorrowSequence> stretches) {
        this.stretches = List.copyOf(stretches);
        BorrowSequence first = stretches.get(0);
        double enough = (double) first.length() * BORROWS / Math.max(1, first.size());
        length = (int) Math.min(first.length(), Math.max(enough, LEAST * BLOCK));
    }

    /**
     * Draws a stretch with so many times the recorded traffic.
     *
     * @param times above 0; the part beyond a whole number is a stretch of which so many borrows are drawn
     */
    public BorrowSequence draw(double times, RandomGenerator random) {
        return draw(times, length, random);
    }

    /** Draws a longer stretch, where borrows are few, whose waits differ less from draw to draw. */
    public BorrowSequence drawLong(double times, RandomGenerator random) {
        BorrowSequence first = stretches.get(0);
        double enough = (double) first.length() * CURVE / Math.max(1, times * first.size());
        return draw(times, (int) Math.max(length, Math.min(enough, MOST * (double) BLOCK)), random);
    }

    private BorrowSequence draw(double times, int length, RandomGenerator random) {
        var drawn = new BorrowSequence.Builder();
        for (double left = times; left > 1e-9; left--) {
            layer(drawn, Math.min(1, left), length, random);
        }
        return drawn.build(length);
    }

    private void layer(BorrowSequence.Builder drawn, double share, int length, RandomGenerator random) {
        int block = Math.min(BLOCK, this.length);
        for (int at = 0; at < length; at += block) {
            int until = Math.min(block, length - at);
            BorrowSequence from = stretches.get(random.nextInt(stretches.size()));
            int begin = random.nextInt(Math.max(1, from.length() - until + 1));
            for (int i = firstAt(from, begin - from.longest()); i < from.size() && from.asked(i) < begin + until; i++) {
                // What is held at a block's end is held by others in the next one, so that as many are in use as were.
                int first = Math.max(begin, from.asked(i));
                long last = Math.min(begin + until, (long) from.asked(i) + from.held(i));
                if (last > first && (share >= 1 || random.nextDouble() < share)) {
                    drawn.add(at + first - begin, last - first);
                }
            }
        }
    }

    /** Returns the index of the first borrow that was asked for at a time or later. */
    private static int firstAt(BorrowSequence from, int micros) {
        int low = 0;
        int high = from.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (from.asked(middle) < micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the largest {@link Contention#utilization} of the stretches. */
    public double utilization(Contention contention, double times) {
        return stretches.stream()
                .mapToDouble(each -> contention.utilization(each, times))
                .max()
                .orElse(0);
    }

    /**
     * Returns the sizes that are needed at so many times the traffic, of stretches that are drawn anew each time, sorted; {@link
     * #NONE} where no size is enough.
     *
     * @param draws at least 1
     */
    public List<Integer> needed(double times, int draws, Contention contention, WaitGoal goal, RandomGenerator random) {
        var sizes = new ArrayList<Integer>();
        for (int i = 0; i < draws; i++) {
            sizes.add(new PoolReplay(draw(times, random), contention, goal)
                    .needed()
                    .orElse(NONE));
        }
        sizes.sort(null);
        return sizes;
    }
}
