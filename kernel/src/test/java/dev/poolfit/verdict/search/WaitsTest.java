package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.NextComparison;
import dev.poolfit.verdict.comparison.NextComparison.Round;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.comparison.Waits;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import dev.poolfit.verdict.reason.NotLarger;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Few requests that wait show that a larger pool brings little, however noisy the rates are. */
class WaitsTest {
    private static final Settings POOL = Settings.ofPoolAndThreads(3, 200);
    private static final Interval NOISY = new Interval(0.98, 0.85, 1.15);
    private static final double LINE = 0.97;

    private static Map<Metric, Double> read(double pending, double busy) {
        return new EnumMap<>(Map.of(Metric.POOL_PENDING, pending, Metric.THREADS_BUSY, busy));
    }

    /** 100 responses a second that take 0.5 s in the mean: 50 are in progress. */
    private static Trial trial(Settings settings, Map<Metric, Double> means) {
        return trial(settings, means, List.of(100.0, 100.0, 100.0));
    }

    private static Trial trial(Settings settings, Map<Metric, Double> means, List<Double> rates) {
        return TrialBuilder.trial(1)
                .at(settings)
                .rate(100, 10)
                .responseMs(500)
                .p99Ms(900, 10)
                .read(means)
                .periods(1, rates)
                .build();
    }

    private static Interval bounded(Interval ratio, Trial... trials) {
        return new Waits(List.of(trials))
                .few(POOL, ratio, LINE)
                .map(seen -> seen.bounded(ratio))
                .orElse(ratio);
    }

    @Test
    void twice_the_share_that_waits_is_what_a_larger_pool_can_bring_at_most() {
        Interval ratio = bounded(NOISY, trial(POOL, read(0.2, 40)));

        assertThat(ratio.low()).isCloseTo(0.99, Offset.offset(1e-9));
        assertThat(ratio.mean()).isCloseTo(0.99, Offset.offset(1e-9));
        assertThat(ratio.high()).isEqualTo(NOISY.high());
    }

    @Test
    void waits_that_add_up_to_more_than_was_counted_now_and_then_count() {
        Map<Metric, Double> means = read(0, 40);
        means.put(Metric.ACQUIRE, 2.0);
        means.put(Metric.ACQUISITIONS, 200.0);

        assertThat(bounded(NOISY, trial(POOL, means)).low()).isCloseTo(0.98, Offset.offset(1e-9));
    }

    @Test
    void where_busy_threads_are_not_known_the_responses_tell_how_many_are_in_progress() {
        assertThat(bounded(NOISY, trial(POOL, Map.of(Metric.POOL_PENDING, 0.25)))
                        .low())
                .isCloseTo(0.99, Offset.offset(1e-9));
    }

    @Test
    void nothing_is_said_where_many_wait_or_the_rates_speak_against_it_or_waits_are_not_known() {
        assertThat(bounded(NOISY, trial(POOL, read(4, 40)))).isEqualTo(NOISY);
        assertThat(bounded(NOISY, trial(POOL, Map.of(Metric.THREADS_BUSY, 40.0))))
                .isEqualTo(NOISY);
        var lower = new Interval(0.90, 0.85, 0.96);
        assertThat(bounded(lower, trial(POOL, read(0.2, 40)))).isEqualTo(lower);
    }

    @Test
    void nothing_is_said_where_requests_timed_out_or_more_than_the_pool_differs() {
        Map<Metric, Double> means = read(0.2, 40);
        means.put(Metric.TIMEOUTS, 0.1);
        assertThat(bounded(NOISY, trial(POOL, means))).isEqualTo(NOISY);
        Trial other = trial(POOL.with(Knob.THREADS, 20), read(0, 20));
        assertThat(bounded(NOISY, trial(POOL, read(0.2, 40)), other)).isEqualTo(NOISY);
        Trial larger = trial(POOL.with(Knob.POOL, 30), read(0, 40));
        assertThat(bounded(NOISY, trial(POOL, read(0.2, 40)), larger).low()).isGreaterThan(LINE);
    }

    /** Between a pool that seems to give 88 % and one that gives all, the model expects too little of a pool that nobody would wait for. */
    @Test
    void a_pool_that_few_are_expected_to_wait_for_is_tried_next_whatever_the_rates_around_it_are() {
        List<Trial> trials = List.of(
                trial(POOL.with(Knob.POOL, 1), inUse(0.5, 6), List.of(80.0, 100.0, 84.0)),
                trial(POOL, inUse(0.4, 0.1), List.of(100.0, 101.0, 99.0)));
        var compared = new ComparisonWithBest(
                new Axis(
                        new IntRange(1, 3),
                        pool -> POOL.with(Knob.POOL, pool),
                        settings -> settings.count(Knob.POOL),
                        pool -> 1),
                new Ratios(trials, 0.03).best().pool().orElseThrow(),
                new Ratios(trials, 0.03),
                new Waits(trials),
                0.03,
                settings -> false,
                Optional.of(pool -> 82 + 6 * pool));

        Round next = new NextComparison(compared, Duration.ofSeconds(1), SwitchingMethod.RESIZED)
                .next(100)
                .orElseThrow();

        assertThat(next.values()).containsExactly(2);
    }

    private static Map<Metric, Double> inUse(double connections, double pending) {
        Map<Metric, Double> means = read(pending, 40);
        means.put(Metric.POOL_ACTIVE, connections);
        return means;
    }

    /** 20 users think for 0.2 s and hold a connection for 0.3 ms. Noise of 8 % hides any difference between pools. */
    @Test
    void a_pool_that_hardly_anybody_waits_for_is_recommended_in_spite_of_the_noise() {
        var model = new ServiceModel(
                new Demand(0.0005, 0.0002, 0.0003, 0, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);
        var closed = new Workload.Closed(20, 0.2);
        Duration budget = Duration.ofMinutes(3);
        Assumptions known = EvidenceBuilder.cores(2, 2, false);
        for (int seed = 1; seed <= 4; seed++) {
            SearchProblem problem = Questions.of(
                    new SearchSpace(Map.of(Knob.POOL, new IntRange(1, 40))),
                    Goal.HIGHEST,
                    closed,
                    Settings.ofPoolAndThreads(10, 200),
                    budget,
                    seed);
            var search = new SwitchingSearch(problem, known, new ModelGuidedSearch(problem, known, true));
            Conclusion ended = new SimulatedQueue(model, closed, 0.08, (limits, rate) -> rate)
                    .search(search, budget, seed)
                    .conclusion();

            assertThat(ended.outcome()).as("%s", ended.reasons()).isEqualTo(Outcome.RECOMMENDED);
            assertThat(ended.recommended().orElseThrow().settings().pool().orElseThrow())
                    .isLessThanOrEqualTo(2);
            assertThat(ended.reasons()).hasAtLeastOneElementOfType(NotLarger.FewWait.class);
        }
    }
}
