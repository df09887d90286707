package dev.poolfit.verdict.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Questions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where a page draws a forecast. */
class ForecastGridTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 100);
    private static final IntRange POOLS = new IntRange(2, 200);
    private static final IntRange THREADS = new IntRange(4, 400);
    private static final List<Trial> TRIALS = List.of(
            TrialBuilder.saturated(1, 10).build(), TrialBuilder.saturated(2, 5).build());

    private static SearchProblem problem(Map<Knob, IntRange> ranges) {
        return Questions.of(
                new SearchSpace(ranges), Goal.HIGHEST, new Workload.Closed(100, 0), FOUND, Duration.ofMinutes(3), 1);
    }

    private static TrialFit fit(SearchProblem problem) {
        return Questions.fitted(problem, TRIALS).orElseThrow();
    }

    private static ForecastGrid grid(SearchProblem problem) {
        return new ForecastGrid(problem, new Candidates(problem, fit(problem)));
    }

    @Test
    void a_curve_has_eleven_pools_from_the_smallest_to_the_largest_and_the_rest_as_given() {
        List<Settings> curve = grid(problem(Map.of(Knob.POOL, POOLS))).curve(FOUND.with(Knob.THREADS, 50), List.of());
        assertThat(curve)
                .hasSize(11)
                .allSatisfy(each -> assertThat(each.threads()).hasValue(50));
        assertThat(curve)
                .extracting(each -> each.pool().orElseThrow())
                .isSorted()
                .startsWith(2)
                .endsWith(200);
    }

    @Test
    void what_was_tried_is_on_it_once() {
        ForecastGrid grid = grid(problem(Map.of(Knob.POOL, POOLS)));
        List<Settings> shown = List.of(
                Settings.ofPoolAndThreads(9, 100),
                Settings.ofPoolAndThreads(111, 100),
                Settings.ofPoolAndThreads(2, 10));
        assertThat(grid.curve(FOUND, shown))
                .hasSizeBetween(12, 13)
                .contains(Settings.ofPoolAndThreads(9, 100), Settings.ofPoolAndThreads(111, 100))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_narrow_range_has_each_of_its_values() {
        assertThat(grid(problem(Map.of(Knob.POOL, new IntRange(9, 12)))).curve(FOUND, List.of()))
                .extracting(each -> each.pool().orElseThrow())
                .containsExactly(9, 10, 11, 12);
    }

    @Test
    void threads_are_the_axis_where_the_pool_is_fixed() {
        List<Settings> curve = grid(problem(Map.of(Knob.THREADS, THREADS))).curve(FOUND, List.of());
        assertThat(curve).allSatisfy(each -> assertThat(each.pool()).hasValue(10));
        assertThat(curve)
                .extracting(each -> each.threads().orElseThrow())
                .startsWith(4)
                .endsWith(400);
    }

    @Test
    void a_map_has_pools_and_threads_with_those_that_were_tried() {
        SearchProblem both = problem(Map.of(Knob.POOL, POOLS, Knob.THREADS, THREADS));
        var map = grid(both).map(fit(both), List.of(Settings.ofPoolAndThreads(7, 77)));
        assertThat(map.pools()).contains(2, 7, 200).isSorted();
        assertThat(map.threads()).contains(4, 77, 400).isSorted();
        assertThat(map.throughput()).hasDimensions(map.pools().length, map.threads().length);
    }
}
