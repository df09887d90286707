package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Where a larger pool may give more than those that were compared, of 1 to 40. */
class RangeExpansionTest {
    private static final double MARGIN = 0.03;

    private final List<Trial> trials = new ArrayList<>();

    private void gave(int pool, double rate) {
        trials.add(TrialBuilder.trial(trials.size() + 1)
                .at(Settings.of(Knob.POOL, pool))
                .rate(rate)
                .periods(1, Collections.nCopies(8, rate))
                .build());
    }

    private OptionalInt farther() {
        var axis = new Axis(
                new IntRange(1, 40),
                pool -> Settings.of(Knob.POOL, pool),
                settings -> settings.count(Knob.POOL),
                pool -> 1);
        return new RangeExpansion(new Ratios(trials, MARGIN), axis, MARGIN).farther();
    }

    @Test
    void twice_the_largest_while_it_gives_more_than_the_next_smaller_by_more_than_the_margin() {
        gave(5, 100);
        gave(10, 104);
        assertThat(farther()).hasValue(20);
    }

    @Test
    void nothing_once_it_gives_hardly_more() {
        gave(5, 100);
        gave(10, 102);
        assertThat(farther()).isEmpty();
    }

    @Test
    void no_more_than_the_range_has() {
        gave(10, 100);
        gave(30, 200);
        assertThat(farther()).hasValue(40);
        gave(40, 400);
        assertThat(farther()).isEmpty();
    }

    @Test
    void the_middle_of_a_wide_gap_above_the_best_where_its_far_end_gives_nearly_as_much() {
        gave(4, 102);
        gave(10, 100);
        assertThat(farther()).hasValue(6);
    }

    @Test
    void not_where_the_far_end_gives_less_or_the_gap_is_narrow() {
        gave(4, 110);
        gave(10, 100);
        assertThat(farther()).isEmpty();
        trials.clear();
        gave(4, 102);
        gave(9, 100);
        assertThat(farther()).isEmpty();
    }
}
