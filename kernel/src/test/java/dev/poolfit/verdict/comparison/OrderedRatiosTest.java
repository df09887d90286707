package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Four small pools, each beside ten connections under a load of its own. */
class OrderedRatiosTest {
    private static final int BLOCKS = 16;
    private static final double NOISE = 0.05;

    private final List<Trial> trials = new ArrayList<>();
    private final Random random = new Random(5);

    private static Settings pool(int size) {
        return Settings.of(Knob.POOL, size);
    }

    private void compared(int small, double share, int large) {
        int load = trials.size() + 1;
        under(load, small, share);
        under(load, large, 1);
    }

    /** Noise adds up to nothing, so that the mean is what it is meant to be. */
    private void under(int load, int size, double share) {
        double[] noise = IntStream.range(0, BLOCKS / 2)
                .mapToDouble(pair -> NOISE * random.nextGaussian())
                .toArray();
        List<Double> rates = IntStream.range(0, BLOCKS)
                .mapToObj(block -> 1000 * share * Math.exp(block % 2 == 0 ? noise[block / 2] : -noise[block / 2]))
                .toList();
        trials.add(TrialBuilder.trial(trials.size() + 1)
                .at(pool(size))
                .lasting(0, BLOCKS)
                .rate(1000 * share, 30)
                .undecidedP99Ms(100)
                .periods(load, rates)
                .build());
    }

    private ComparisonWithBest known() {
        return new ComparisonWithBest(
                new Axis(
                        new IntRange(1, 20), OrderedRatiosTest::pool, settings -> settings.count(Knob.POOL), pool -> 1),
                10,
                new Ratios(trials, 0.03, Duration.ZERO),
                new Waits(trials),
                0.03,
                any -> false,
                Optional.empty());
    }

    @Test
    void values_that_are_alike_are_told_together_where_none_is_told_alone() {
        compared(6, 1, 10);
        assertThat(known().answer()).isEmpty();

        compared(3, 1, 10);
        compared(4, 1, 10);
        compared(5, 1, 10);
        ComparisonWithBest known = known();
        assertThat(known.standing(pool(3))).contains(Standing.UNCLEAR);
        assertThat(known.answer().orElseThrow()).isBetween(4, 6);
        assertThat(known.smallestWith(pool(known.answer().getAsInt()))).contains(pool(3));
        assertThat(known.blocksMissing().toDecide(6))
                .isLessThan(known.blocksMissing().toDecide(3));
    }

    @Test
    void a_smaller_one_that_is_worse_counts_against_the_larger_until_it_is_known_to_be() {
        compared(6, 1, 10);
        compared(5, 1, 10);
        double before = known().ratio(pool(6)).map(Interval::low).orElseThrow();
        compared(4, 0.93, 10);
        double doubtful = known().ratio(pool(6)).map(Interval::low).orElseThrow();
        assertThat(doubtful).isLessThanOrEqualTo(before);
        assertThat(known().smallestWith(pool(6))).isEmpty();

        compared(4, 0.9, 10);
        compared(4, 0.9, 10);
        assertThat(known().standing(pool(4))).contains(Standing.FAILS);
        assertThat(known().ratio(pool(6)).map(Interval::low).orElseThrow()).isGreaterThan(doubtful);
    }

    /** Seven may be a peak: what six give beside ten does not tell. */
    @Test
    void one_larger_value_that_seems_better_by_more_than_the_margin_forbids_it() {
        compared(4, 1, 10);
        compared(5, 1, 10);
        compared(6, 1, 10);
        assertThat(known().answer()).isPresent();

        compared(6, 0.9, 7);
        assertThat(known().answer().orElse(20)).isGreaterThanOrEqualTo(7);
    }

    /** With more connections they crowd each other: the larger ones are no measure, and the smaller ones no bound. */
    @Test
    void one_smaller_value_that_seems_better_by_more_than_the_margin_forbids_it_too() {
        compared(4, 1.06, 10);
        compared(5, 1, 10);
        assertThat(known().smallestWith(pool(5))).isEmpty();
        assertThat(known().answer().orElseThrow()).isEqualTo(4);
    }

    @Test
    void the_time_that_is_left_keeps_a_part_of_the_level() {
        compared(6, 1, 10);
        var ended = new Ratios(trials, 0.03, Duration.ofSeconds(-3));
        var early = new Ratios(trials, 0.03, Duration.ofSeconds(300));
        Interval now = ended.interval(pool(6), Set.of(pool(10))).orElseThrow();
        Interval before = early.interval(pool(6), Set.of(pool(10))).orElseThrow();
        assertThat(before.high() / before.low()).isGreaterThan(now.high() / now.low());
    }
}
