package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.search.SimulatedVerdict.Kind;
import dev.poolfit.verdict.search.SimulatedVerdict.Way;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole searches on simulated services whose truth is known: every sentence of a verdict agrees with the figures beside it, and
 * what is recommended is right but for the chance that its interval allows: as many may be wrong as the binomial distribution
 * gives at the claimed level for so many claims ({@link Chance}). {@code -Dverdicts=20000} runs the campaign of
 * docs/measurements.md; {@code main} prints what the runs ended with.
 */
class VerdictsIT {
    private static final int RUNS = Integer.getInteger("verdicts", 40);
    /** Of runs with much noise few end with a claim, and they take four times as long. */
    private static final int FEWER_RUNS = Math.max(25, RUNS / 4);

    /** What an interval at 95 % leaves to chance on one side. */
    private static final double BY_CHANCE = 0.025;

    private static final LongAdder CLAIMS = new LongAdder();
    private static final LongAdder WRONG = new LongAdder();

    /**
     * What may be wrong of the verdicts that claim something, and what share of the runs has to end with one. An interval at
     * 95 % leaves 2.5 % to chance on the side that matters. A slow service is one whose {@code unreachable} is known to be
     * wrong more often (docs/measurements.md), so that both sides are allowed there.
     */
    private record Bound(double wrong, double leastClaims) {
        static Bound of(Way way) {
            return switch (way) {
                case SWITCHED, LIMITED, PEAKED -> new Bound(BY_CHANCE, 0.4);
                case SEPARATE, NOISY -> new Bound(BY_CHANCE, 0.2);
                case LAGGING, GRADUAL -> new Bound(BY_CHANCE, 0.1);
                case SLOW -> new Bound(0.05, 0.25);
            };
        }
    }

    /** The runs that end without a claim are counted, too: a search that says nothing is never wrong. */
    @ParameterizedTest
    @EnumSource
    void verdicts_agree_with_their_figures_and_recommendations_with_the_truth(Way way) {
        Map<Integer, String> wrong = new ConcurrentSkipListMap<>();
        int runs = EnumSet.of(Way.NOISY, Way.GRADUAL).contains(way) ? FEWER_RUNS : RUNS;
        var large = new LongAdder();
        int claims = (int) IntStream.rangeClosed(1, runs)
                .parallel()
                .filter(seed -> {
                    SimulatedVerdict run = SimulatedVerdict.of(seed, way);
                    assertThat(run.contradictions())
                            .as("seed %d: %s", seed, run)
                            .isEmpty();
                    if (run.wrong()) {
                        wrong.put(seed, run.toString());
                    }
                    if (run.large()) {
                        large.increment();
                    }
                    return run.said().outcome() != Outcome.INCONCLUSIVE;
                })
                .count();
        System.out.println(
                way + ": " + runs + " runs, " + claims + " claims, " + wrong.size() + " wrong, " + large + " large");

        Bound bound = Bound.of(way);
        if (bound.wrong() == BY_CHANCE) {
            CLAIMS.add(claims);
            WRONG.add(wrong.size());
        }
        assertThat(wrong).hasSizeLessThanOrEqualTo(Chance.most(claims, bound.wrong()));
        assertThat(claims).isGreaterThanOrEqualTo((int) (bound.leastClaims() * runs));
        if (way == Way.LAGGING) {
            assertThat(large.intValue())
                    .as("too large, as 46 of 70 were by short slices alone")
                    .isLessThanOrEqualTo(runs / 8);
        }
    }

    /** Together they show a share of wrong ones that is too small to show in one way. */
    @AfterAll
    static void all_ways_together_are_wrong_by_chance_alone() {
        assertThat(WRONG.intValue()).isLessThanOrEqualTo(Chance.most(CLAIMS.intValue(), BY_CHANCE));
    }

    /** Nine said that there was no time for a repeat, two called a smaller setting as good that was not shown to be. */
    @ParameterizedTest
    @ValueSource(
            longs = {100_069, 100_427, 100_987, 101_180, 101_248, 101_264, 101_293, 101_753, 600_508, 603_644, 613_835})
    void a_verdict_that_once_contradicted_itself_no_longer_does(long seed) {
        var run = SimulatedVerdict.of(seed, Way.SWITCHED);
        assertThat(run.contradictions()).as("%s", run).isEmpty();
    }

    /** They recommended what was not decided, by a model that had missed in advance; the first one against a better measured pool. */
    @ParameterizedTest
    @ValueSource(longs = {97, 1, 32, 66, 94})
    void a_verdict_on_a_slow_service_that_once_went_by_a_wrong_model_no_longer_does(long seed) {
        var run = SimulatedVerdict.of(seed, Way.SLOW);
        assertThat(run.contradictions()).as("%s", run).isEmpty();
    }

    /** They called the goal out of reach after the only trial of a smaller pool, which reached it, had not counted. */
    @ParameterizedTest
    @ValueSource(longs = {76, 77, 146})
    void a_smaller_pool_whose_trial_does_not_count_is_tried_again(long seed) {
        var run = SimulatedVerdict.of(seed, Way.SLOW);
        assertThat(run.said().outcome()).as("%s", run).isNotEqualTo(Outcome.UNREACHABLE);
        assertThat(run.wrong()).as("%s", run).isFalse();
    }

    /** They named 24 and 11 connections, where the 10 that had failed at first were enough once the service was warm. */
    @ParameterizedTest
    @ValueSource(longs = {600_382, 600_399})
    void what_failed_while_the_service_was_cold_is_tried_again(long seed) {
        var run = SimulatedVerdict.of(seed, Way.SWITCHED);
        assertThat(run.namesTooMany()).as("%s", run).isFalse();
    }

    /** Arguments: how many runs, which seed is the first, and the {@link Way}, which is {@code switched} where it is left out. */
    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[0]);
        int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        Way way = arguments.length > 2 ? Way.valueOf(arguments[2].toUpperCase(Locale.ROOT)) : Way.SWITCHED;
        Map<Kind, int[]> counts = new EnumMap<>(Kind.class);
        for (int seed = first; seed < first + runs; seed++) {
            var run = SimulatedVerdict.of(seed, way);
            List<String> against = run.contradictions();
            int[] count = counts.computeIfAbsent(run.kind(), each -> new int[6]);
            count[0]++;
            count[1] += run.recommended() ? 1 : 0;
            count[2] += run.wrong() ? 1 : 0;
            count[3] += run.large() ? 1 : 0;
            count[4] += run.said().outcome() == Outcome.INCONCLUSIVE ? 1 : 0;
            count[5] += against.isEmpty() ? 0 : 1;
            System.out.println("seed " + seed + (run.wrong() ? " WRONG" : run.large() ? " LARGE" : "") + " " + against
                    + " " + run);
        }
        counts.forEach((kind, count) -> System.out.println("| " + kind + " | " + Arrays.toString(count) + " |"));
        System.out.println("runs, recommended, wrong, too large, inconclusive, with contradictions; noise "
                + Arrays.toString(SimulatedVerdict.NOISE));
    }
}
