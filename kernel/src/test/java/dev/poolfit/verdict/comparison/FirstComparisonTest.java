package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Which pools are compared first. */
class FirstComparisonTest {
    private static final OptionalInt NO_GUESS = OptionalInt.empty();

    private static List<Integer> pools(int low, int high, double factor, int found, OptionalInt guess) {
        var axis = new Axis(
                new IntRange(low, high),
                pool -> Settings.of(Knob.POOL, pool),
                settings -> settings.count(Knob.POOL),
                pool -> 1);
        return new FirstComparison(axis, factor)
                .settings(Settings.of(Knob.POOL, found), guess).stream()
                        .map(each -> each.count(Knob.POOL))
                        .toList();
    }

    @Test
    void without_a_guess_they_go_across_the_range_the_initial_one_first() {
        assertThat(pools(2, 100, FirstComparison.WIDE, 10, NO_GUESS)).containsExactly(10, 2, 6, 18, 54, 100);
        assertThat(pools(1, 4, FirstComparison.NARROW, 4, NO_GUESS)).containsExactly(4, 1, 2);
    }

    @Test
    void around_a_guess_they_lie_as_far_below_and_above_it_and_the_initial_one_as_the_factor_says() {
        assertThat(pools(1, 100, 3, 10, OptionalInt.of(20))).containsExactly(10, 20, 3, 60);
        assertThat(pools(1, 100, 3, 20, OptionalInt.of(10))).containsExactly(20, 10, 3, 60);
        assertThat(pools(1, 100, 1.6, 10, OptionalInt.of(20))).containsExactly(10, 20, 6, 32);
    }

    @Test
    void what_would_be_outside_the_range_is_at_its_end() {
        assertThat(pools(5, 30, 3, 10, OptionalInt.of(20))).containsExactly(10, 20, 5, 30);
    }

    /** The logarithms of 10 and 13 differ by 0.26, those of 10 and 14 by 0.34. */
    @Test
    void of_values_that_are_nearly_alike_only_the_first_is_compared() {
        assertThat(pools(1, 100, 3, 10, OptionalInt.of(13))).containsExactly(10, 3, 39);
        assertThat(pools(1, 100, 3, 10, OptionalInt.of(14))).containsExactly(10, 14, 3, 42);
    }

    @Test
    void close_ones_are_not_alike() {
        assertThat(pools(10, 190, FirstComparison.CLOSE, 148, OptionalInt.of(148)))
                .containsExactly(148, 128, 170);
    }

    @Test
    void there_are_two_even_where_the_range_is_narrow() {
        assertThat(pools(9, 11, 3, 10, NO_GUESS)).containsExactly(10, 11);
        assertThat(pools(9, 11, 3, 11, NO_GUESS)).containsExactly(11, 9);
    }
}
