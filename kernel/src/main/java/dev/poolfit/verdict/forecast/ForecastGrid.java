package dev.poolfit.verdict.forecast;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.ThroughputMap;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.verdict.SearchProblem;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings at which a forecast is shown: so many along each axis, and those that were tried. */
final class ForecastGrid {
    /** Values along an axis of a picture. */
    private static final int AXIS = 11;

    private final SearchProblem problem;
    private final Candidates candidates;

    ForecastGrid(SearchProblem problem, Candidates candidates) {
        this.problem = problem;
        this.candidates = candidates;
    }

    /** Pools × threads as the model expects them, with these settings among them. */
    ThroughputMap map(TrialFit fit, List<Settings> shown) {
        return fit.surface(
                        thinned(candidates.pools(), shown.stream().map(Settings::pool)),
                        thinned(candidates.threads(), shown.stream().map(Settings::threads)))
                .expected();
    }

    /**
     * The pools, or where those are fixed the threads, along which a page draws throughput; the rest as given.
     *
     * @param shown settings whose values are among them, so that the line goes through what was fitted
     */
    List<Settings> curve(Settings at, List<Settings> shown) {
        boolean pools = problem.space().of(Knob.POOL).isPresent();
        int[] axis = pools
                ? thinned(candidates.pools(), shown.stream().map(Settings::pool))
                : thinned(candidates.threads(), shown.stream().map(Settings::threads));
        return IntStream.of(axis)
                .mapToObj(value -> at.with(pools ? Knob.POOL : Knob.THREADS, value))
                .toList();
    }

    private static int[] thinned(int[] values, Stream<OptionalInt> shown) {
        var kept = new TreeSet<Integer>();
        for (int i = 0; i < AXIS; i++) {
            kept.add(values[(int) Math.round(i * (values.length - 1.0) / (AXIS - 1))]);
        }
        shown.flatMapToInt(OptionalInt::stream).forEach(kept::add);
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }
}
