package dev.poolfit.benchmarks.noise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The cut of a load into periods that two arms take in turn.
 *
 * @param period tenths of a second
 * @param discarded tenths at the beginning of each period that do not count
 */
record Cut(String name, int period, int discarded) {
    /** Poolfit's trials in a short budget: two seconds to settle, five that count. */
    static final Cut TRIALS = new Cut("separate trials of 7 s (2 s discarded)", 70, 20);

    static final List<Cut> ALL = List.of(
            TRIALS,
            new Cut("switchback, 2 s (0.5 s discarded)", 20, 5),
            new Cut("switchback, 1 s (0.3 s discarded)", 10, 3));

    /**
     * Returns the difference of two arms of the same setting: ln of the ratio of their responses, each block of two periods in
     * an order drawn anew.
     *
     * @param tenths responses by tenths of a second
     * @param from the beginning of the comparison's load
     * @param load its length; as many whole blocks as fit are used
     */
    double logRatio(double[] tenths, int from, int load, Random random) {
        double[] arms = new double[2];
        for (int block = from; block + 2 * period <= from + load; block += 2 * period) {
            var order = new ArrayList<>(List.of(0, 1));
            Collections.shuffle(order, random);
            for (int turn = 0; turn < 2; turn++) {
                int begin = block + turn * period;
                for (int tenth = begin + discarded; tenth < begin + period; tenth++) {
                    arms[order.get(turn)] += tenths[tenth];
                }
            }
        }
        return Math.log(arms[0] / arms[1]);
    }

    /** Returns the standard deviation of that over resamples, each from a random place of the series in random order. */
    double deviation(double[] tenths, int load, int resamples, long seed) {
        var random = new Random(seed);
        double squares = 0;
        for (int resample = 0; resample < resamples; resample++) {
            double ratio = logRatio(tenths, random.nextInt(tenths.length - load + 1), load, random);
            squares += ratio * ratio;
        }
        // Equal arms differ by nothing in the mean.
        return Math.sqrt(squares / resamples);
    }
}
