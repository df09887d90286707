package dev.poolfit.benchmarks.noise;

import dev.poolfit.limiter.BorrowLimiter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The cut of a load into periods that two arms take in turn.
 *
 * @param period in seconds
 * @param discarded seconds at the beginning of each period that do not count
 */
record Cut(double period, double discarded) {
    static final List<Cut> ALL = Stream.of(
                    new Cut(7, 2),
                    new Cut(4, 0.3),
                    new Cut(2, 0.3),
                    new Cut(1, 0.3),
                    new Cut(0.5, 0.15),
                    new Cut(0.25, 0.1),
                    new Cut(0.1, 0.04))
            .toList();

    String name() {
        return period + " s (" + discarded + " s discarded)";
    }

    private static int slots(double seconds) {
        return (int) Math.round(seconds * BorrowLimiter.SLOTS);
    }

    /**
     * Returns the difference of two arms of the same setting: ln of the ratio of their holds, each block of two periods in
     * an order drawn anew.
     *
     * @param series holds by slots of 5 ms
     * @param from the beginning of the comparison's load, in slots
     * @param load its length in slots; as many whole blocks as fit are used
     */
    double logRatio(double[] series, int from, int load, Random random) {
        double[] arms = new double[2];
        int length = slots(period);
        for (int block = from; block + 2 * length <= from + load; block += 2 * length) {
            var order = new ArrayList<>(List.of(0, 1));
            Collections.shuffle(order, random);
            for (int turn = 0; turn < 2; turn++) {
                int begin = block + turn * length;
                for (int slot = begin + slots(discarded); slot < begin + length; slot++) {
                    arms[order.get(turn)] += series[slot];
                }
            }
        }
        return Math.log(arms[0] / arms[1]);
    }

    /** Returns the standard deviation of that over resamples, each from a random place of the series in random order. */
    double deviation(double[] series, int seconds, int resamples, long seed) {
        var random = new Random(seed);
        int load = seconds * BorrowLimiter.SLOTS;
        double squares = 0;
        for (int resample = 0; resample < resamples; resample++) {
            double ratio = logRatio(series, random.nextInt(series.length - load + 1), load, random);
            squares += ratio * ratio;
        }
        // Equal arms differ by nothing in the mean.
        return Math.sqrt(squares / resamples);
    }
}
