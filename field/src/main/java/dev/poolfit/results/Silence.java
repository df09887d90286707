package dev.poolfit.results;

import java.util.Locale;
import java.util.Optional;

/**
 * A time within a file in which no request was in progress, as between two runs.
 *
 * @param from seconds from the first request that ended
 * @param length seconds
 */
record Silence(long from, long length) {
    private static final long SHORTEST = 3;
    /** The mean distances between two requests for which nothing happens by chance once in 10⁸ distances. */
    private static final double UNLIKELY = 20;

    /** Returns the longest one, if it is too long for users that pause. */
    static Optional<Silence> longest(Slices slices, Span all) {
        double[] numbers = slices.inProgress(all.first(), all.last());
        long from = 0;
        long length = 0;
        long begin = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] > 1e-6 || slices.ended(all.first() + i)) {
                begin = i + 1;
            } else if (i + 1 - begin > length) {
                from = begin;
                length = i + 1 - begin;
            }
        }
        double distance = (double) (numbers.length - length) / slices.count();
        return length * slices.width() >= SHORTEST && length >= UNLIKELY * distance
                ? Optional.of(new Silence(from * slices.width(), length * slices.width()))
                : Optional.empty();
    }

    /** Says {@code for 95 s, from second 30 on, no request was in progress}. */
    String words() {
        return String.format(Locale.ROOT, "for %d s, from second %d on, no request was in progress", length, from);
    }
}
