package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a small pool gave with all of its connections in use bounds what larger ones can give. */
class ProportionTest {
    private static final int BLOCKS = 16;
    private static final double MARGIN = 0.03;

    private static Settings pool(int size) {
        return Settings.ofPoolAndThreads(size, 200);
    }

    private static Trial trial(int size, double rate, double inUse, double waiting) {
        return TrialBuilder.trial(size)
                .at(pool(size))
                .lasting(2, 16)
                .rate(rate, 0.02 * rate)
                .responseMs(500)
                .p99Ms(900, 10)
                .read(Metric.POOL_ACTIVE, inUse)
                .read(Metric.POOL_PENDING, waiting)
                .read(Metric.THREADS_BUSY, 60)
                .periods(1, Collections.nCopies(BLOCKS, rate))
                .build();
    }

    private static ComparisonWithBest compared(Trial... some) {
        List<Trial> trials = List.of(some);
        return new ComparisonWithBest(
                new Axis(new IntRange(1, 40), ProportionTest::pool, settings -> settings.count(Knob.POOL), pool -> 1),
                new Ratios(trials, MARGIN).best().pool().orElseThrow(),
                new Ratios(trials, MARGIN),
                new Waits(trials),
                MARGIN,
                settings -> false,
                Optional.empty());
    }

    @Test
    void a_larger_pool_gives_at_most_as_many_times_as_much_as_it_has_more_connections() {
        var proportion = new Proportion(3, new Interval(0.4, 0.38, 0.42), 0.96);

        assertThat(proportion.most(6)).isCloseTo(0.875, Offset.offset(1e-9));
        assertThat(proportion.bounded(6, new Interval(0.9, 0.8, 1)))
                .isEqualTo(new Interval(proportion.most(6), 0.8, proportion.most(6)));
        assertThat(proportion.bounded(6, new Interval(0.5, 0.4, 0.6))).isEqualTo(new Interval(0.5, 0.4, 0.6));
    }

    @Test
    void values_that_cannot_reach_the_best_are_ruled_out_without_a_trial() {
        ComparisonWithBest known = compared(trial(3, 80, 3, 50), trial(10, 200, 10, 20));

        assertThat(known.worse()).isBetween(6, 7);
        assertThat(known.worseSeen()).isEqualTo(3);
        assertThat(known.ruledOut(6))
                .hasValueSatisfying(by -> assertThat(by.pool()).isEqualTo(3));
        assertThat(known.ruledOut(8)).isEmpty();
        assertThat(known.standing(pool(3))).hasValue(Standing.FAILS);
    }

    @Test
    void connections_that_are_not_all_in_use_or_that_nobody_waits_for_rule_nothing_out() {
        assertThat(compared(trial(3, 80, 2.5, 50), trial(10, 200, 10, 20)).worse())
                .isEqualTo(3);
        assertThat(compared(trial(3, 80, 3, 0.5), trial(10, 200, 10, 20)).worse())
                .isEqualTo(3);
    }
}
