package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.NotSmaller;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Six connections are as good as ten, three are worse by a fifth, and four lie near the line of 97 %. */
class ComparisonWithBestTest {
    /** @param four what four connections give, as a share of the best */
    private static ComparisonWithBest compared(double four) {
        return ComparedShares.of(new TreeMap<>(Map.of(3, 0.8, 4, four, 6, 1.0, 10, 1.0)));
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
