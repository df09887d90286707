package dev.poolfit.evidence;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Judges what other programs took of the machine that is measured. They take a second where the machine is busy and they use
 * more than an eighth of its cores, at least a quarter of one: with idle cores they do no harm, and less cannot be
 * distinguished from the rounding of CPU times to ticks of 10 ms. Where their share cannot be read, they take nothing.
 */
public final class OtherPrograms {
    /** CPU counts as the limit from this share of all cores on: a queue at 85 % holds 5.7 requests in the mean (M/M/1). */
    public static final double BUSY = 0.85;

    private static final double PART = 0.125;
    private static final double LEAST_CORES = 0.25;
    /** The largest share of a window that may be left out of it. */
    private static final double MOST_LEFT_OUT = 0.25;

    private OtherPrograms() {}

    /** Returns whether they took more of these seconds than can be left out. */
    public static boolean spoil(List<Sample> seconds) {
        return seconds.stream().filter(OtherPrograms::took).count() > MOST_LEFT_OUT * seconds.size();
    }

    /**
     * Leaves out of a window the seconds that they took; nothing where these are too many.
     *
     * @param window something of each second
     * @param seconds the probes' readings of the same seconds
     */
    public static <T> List<T> quiet(List<T> window, List<Sample> seconds) {
        return spoil(seconds)
                ? window
                : IntStream.range(0, window.size())
                        .filter(i -> i >= seconds.size() || !took(seconds.get(i)))
                        .mapToObj(window::get)
                        .toList();
    }

    private static boolean took(Sample second) {
        OptionalDouble cores = second.get(Metric.HOST_CORES);
        return cores.isPresent()
                && second.get(Metric.HOST_CPU).orElse(0) >= BUSY * cores.getAsDouble()
                && matters(second.get(Metric.OTHER_CPU).orElse(0), cores.getAsDouble());
    }

    /** Returns whether so many cores are more than readings are wrong by, and enough to change a throughput. */
    public static boolean matters(double used, double cores) {
        return used > Math.max(LEAST_CORES, PART * cores);
    }
}
