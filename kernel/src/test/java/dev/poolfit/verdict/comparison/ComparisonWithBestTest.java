package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.NotSmaller;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Six connections are as good as ten, three are worse by a fifth, and four lie near the line of 97 %. */
class ComparisonWithBestTest {
    private static final int BLOCKS = 16;
    private static final double NOISE = 0.02;

    private static Trial under(int number, int pool, List<Double> rates) {
        double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return TrialBuilder.trial(number)
                .at(Settings.of(Knob.POOL, pool))
                .lasting(0, 2 * BLOCKS)
                .rate(mean, 0.03 * mean)
                .undecidedP99Ms(100)
                .periods(1, rates)
                .build();
    }

    /** @param four what four connections give, as a share of the best */
    private static ComparisonWithBest compared(double four) {
        double[] shares = {0.8, four, 1, 1};
        int[] pools = {3, 4, 6, 10};
        var trials = new ArrayList<Trial>();
        for (int i = 0; i < pools.length; i++) {
            double share = shares[i];
            // Up and down in a rhythm of its own each, so that the mean is what it is meant to be.
            int rhythm = 1 << i;
            trials.add(under(
                    i + 1,
                    pools[i],
                    IntStream.range(0, BLOCKS)
                            .mapToObj(block -> 1000 * share * Math.exp((block & rhythm) == 0 ? NOISE : -NOISE))
                            .toList()));
        }
        return new ComparisonWithBest(
                new Axis(
                        new IntRange(1, 20),
                        pool -> Settings.of(Knob.POOL, pool),
                        settings -> settings.count(Knob.POOL),
                        pool -> 1),
                10,
                new Ratios(trials, 0.03),
                new Waits(trials),
                0.03,
                any -> false,
                Optional.empty());
    }

    @Test
    void what_is_probably_worse_is_enough_to_call_no_smaller_pool_enough_but_not_to_call_one_worse() {
        ComparisonWithBest compared = compared(0.961);

        assertThat(compared.answer()).hasValue(6);
        assertThat(compared.worse()).isEqualTo(3);
        assertThat(compared.standing(Settings.of(Knob.POOL, 4))).contains(Standing.UNCLEAR);
        assertThat(compared.tight()).isFalse();
        assertThat(compared.passedOver()).hasValue(4);
        assertThat(compared.passedOver(4)).contains(NotSmaller.Leaning.PROBABLY_WORSE);
        assertThat(compared.probablyTight()).isTrue();
    }

    @Test
    void what_surely_gives_less_is_passed_over_though_it_may_be_within_the_margin() {
        ComparisonWithBest compared = compared(0.972);

        assertThat(compared.answer()).hasValue(6);
        assertThat(compared.standing(Settings.of(Knob.POOL, 4))).contains(Standing.UNCLEAR);
        assertThat(compared.passedOver(4)).contains(NotSmaller.Leaning.SURELY_LESS);
        assertThat(compared.probablyTight()).isTrue();
        assertThat(compared.tight()).isFalse();
    }

    @Test
    void what_may_as_well_be_as_good_as_the_best_keeps_the_answer_open() {
        ComparisonWithBest compared = compared(0.978);

        assertThat(compared.answer()).hasValue(6);
        assertThat(compared.standing(Settings.of(Knob.POOL, 4))).contains(Standing.UNCLEAR);
        assertThat(compared.passedOver()).isEmpty();
        assertThat(compared.probablyTight()).isFalse();
    }

    @Test
    void what_is_shown_to_be_worse_needs_no_such_doubt() {
        ComparisonWithBest compared = compared(0.9);

        assertThat(compared.worse()).isEqualTo(4);
        assertThat(compared.tight()).isTrue();
        assertThat(compared.probablyTight()).isTrue();
    }
}
