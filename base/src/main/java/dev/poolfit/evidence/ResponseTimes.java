package dev.poolfit.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The response times of a window: percentiles and a histogram.
 *
 * @param request the kind of request, such as {@code GET http://127.0.0.1:8080/items/{1..1000}}; empty for all together
 * @param good good responses; at least 0
 * @param failed failed requests; at least 0
 * @param meanMs mean of all; at least 0 and finite
 * @param percentilesMs at the {@link #LEVELS}; at least 0, finite and rising
 * @param firstBin the bin of the first count; bin 0 begins at 1 ms
 * @param bins responses in each bin of a quarter octave: bin i begins at 2^(i/4) ms
 */
public record ResponseTimes(
        String request,
        long good,
        long failed,
        double meanMs,
        List<Double> percentilesMs,
        int firstBin,
        List<Long> bins) {
    /** The shares of responses below a percentile. */
    public static final List<Double> LEVELS = List.of(0.5, 0.9, 0.95, 0.99, 0.999);

    private static final int BINS_AN_OCTAVE = 4;
    /** Bins from a microsecond to an hour. */
    private static final int MOST_BINS = 128;

    private static final double LEAST_MICROS = 0.5;

    public ResponseTimes {
        percentilesMs = List.copyOf(percentilesMs);
        bins = List.copyOf(bins);
        if (good < 0
                || failed < 0
                || !(meanMs >= 0 && Double.isFinite(meanMs))
                || percentilesMs.size() != LEVELS.size()
                || percentilesMs.stream().anyMatch(each -> !(each >= 0 && Double.isFinite(each)))
                || !percentilesMs.stream().sorted().toList().equals(percentilesMs)
                || Math.abs((long) firstBin) > MOST_BINS
                || bins.size() > MOST_BINS
                || bins.stream().anyMatch(each -> each < 0)) {
            throw new IllegalArgumentException("response times must be counts and times of at least 0, with "
                    + LEVELS.size() + " rising percentiles and at most " + MOST_BINS + " bins, but are " + good + ", "
                    + failed + ", " + meanMs + ", " + percentilesMs + ", " + firstBin + " and " + bins);
        }
    }

    /** @param latency in microseconds */
    public static ResponseTimes of(String request, long good, long failed, AbstractHistogram latency) {
        var counts = new TreeMap<Integer, Long>();
        for (HistogramIterationValue each : latency.recordedValues()) {
            counts.merge(bin(each.getValueIteratedTo()), each.getCountAddedInThisIterationStep(), Long::sum);
        }
        int first = counts.isEmpty() ? 0 : counts.firstKey();
        var bins = new ArrayList<Long>();
        for (int bin = first; !counts.isEmpty() && bin <= counts.lastKey(); bin++) {
            bins.add(counts.getOrDefault(bin, 0L));
        }
        boolean some = latency.getTotalCount() > 0;
        return new ResponseTimes(
                request,
                good,
                failed,
                some ? latency.getMean() / 1e3 : 0,
                LEVELS.stream()
                        .map(level -> some ? latency.getValueAtPercentile(100 * level) / 1e3 : 0)
                        .toList(),
                first,
                bins);
    }

    private static int bin(long micros) {
        double octaves = Math.log(Math.max(LEAST_MICROS, micros) / 1e3) / Math.log(2);
        return (int) Math.floor(BINS_AN_OCTAVE * octaves);
    }

    /** Returns the responses and failed requests that were timed. */
    public long count() {
        return bins.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the beginning of a bin, in milliseconds; the one after the last ends the last. */
    public double beginMs(int place) {
        return Math.pow(2, (double) (firstBin + place) / BINS_AN_OCTAVE);
    }

    /** Returns a percentile in milliseconds; empty where fewer than one response lies beyond it. */
    public OptionalDouble percentile(double level) {
        return count() * (1 - level) < 1
                ? OptionalDouble.empty()
                : OptionalDouble.of(percentilesMs.get(LEVELS.indexOf(level)));
    }
}
