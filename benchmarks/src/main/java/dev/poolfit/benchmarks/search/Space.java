package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.Map;
import java.util.stream.IntStream;

/** The space that every strategy searches, and the settings that it starts from. */
final class Space {
    static final IntRange POOLS = new IntRange(1, 100);
    static final IntRange THREADS = new IntRange(4, 400);
    static final SearchSpace BOTH = new SearchSpace(Map.of(Knob.POOL, POOLS, Knob.THREADS, THREADS));

    /** HikariCP's and Tomcat's defaults. */
    static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);

    private Space() {}

    /** Spreads values from end to end of a range, in equal ratios, each once. */
    static int[] spread(IntRange range, int count) {
        return IntStream.range(0, count)
                .map(i -> at(range, i / (count - 1.0)))
                .distinct()
                .toArray();
    }

    /** Returns the value at a share of the way through a range, on a logarithmic scale. */
    static int at(IntRange range, double share) {
        double value = range.low() * Math.pow((double) range.high() / range.low(), share);
        return range.clamp(Math.round(value));
    }
}
