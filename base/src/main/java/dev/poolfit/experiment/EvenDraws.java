package dev.poolfit.experiment;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Draws whole numbers that are spread evenly over their range in any stretch of a load: of each {@value #STRATA} draws in a place one
 * lies in each sixteenth of the range (stratified sampling: Cochran, <i>Sampling Techniques</i>, 1977, chapter 5). Each number is as
 * likely as any other. Two settings are compared by nearly the same work then, though a page far back takes longer than the first.
 *
 * <p>Not for use by several threads at once.
 */
public final class EvenDraws {
    private static final int STRATA = 16;
    /** A double tells as many numbers apart. */
    private static final long EXACT = 1L << 53;

    private final RandomGenerator random;
    private final Map<Object, Deck> strata = new IdentityHashMap<>();

    public EvenDraws(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Draws a number of 0 to {@code bound} − 1.
     *
     * @param place that has its own sequence: this very object
     * @param bound the same for each draw in a place; at least 1
     */
    long below(Object place, long bound) {
        if (bound > EXACT) {
            return random.nextLong(bound);
        }
        int parts = (int) Math.min(STRATA, bound);
        int part = strata.computeIfAbsent(
                        place, first -> new Deck(IntStream.range(0, parts).toArray()))
                .deal(random);
        return Math.min(bound - 1, (long) ((part + random.nextDouble()) / parts * bound));
    }
}
