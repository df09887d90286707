package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NextComparisonTest {
    private static NextComparison.Round next(ComparisonWithBest compared) {
        return next(compared, 60);
    }

    private static NextComparison.Round next(ComparisonWithBest compared, double blocks) {
        return new NextComparison(compared, Duration.ofMillis(500), SwitchingMethod.WITHIN_POOL)
                .next(blocks)
                .orElseThrow();
    }

    private static NextComparison.Round next(Map<Integer, Double> shares) {
        return next(ComparedShares.of(new TreeMap<>(shares)));
    }

    /** A public service on which pool 10 stood at 95 %: half of the next comparisons went into pools of 1, 3, 4 and 8. */
    @Test
    void no_time_goes_into_pools_that_are_probably_not_enough() {
        assertThat(next(Map.of(10, 0.961, 24, 1.0, 30, 1.0)).values())
                .hasSize(3)
                .allMatch(value -> value > 10 && value < 24);
    }

    /** A public service with such a curve: pools of 11 and 13, next to the line of 97 %, took all the time until the budget ended. */
    @Test
    void a_pool_that_surely_gives_less_is_not_compared_until_it_is_known_by_how_much() {
        ComparisonWithBest compared = ComparedShares.of(
                new TreeMap<>(Map.of(11, 0.9647, 13, 0.9733, 30, 1.0)), Optional.of(pool -> 1 - 0.6 / pool));

        assertThat(compared.passedOver()).hasValue(13);
        assertThat(next(compared).values()).isNotEmpty().allMatch(value -> value > 14 && value < 20);
    }

    /** A public service on which 7 was enough: the rest of the time went into 4, 5 and 6, and no pool was shown to be too small. */
    @Test
    void where_the_step_below_takes_too_long_a_pool_that_is_surely_too_small_is_looked_for() {
        ComparisonWithBest compared = ComparedShares.of(
                new TreeMap<>(Map.of(5, 0.978, 7, 1.0)), Optional.of(pool -> 1 - 1.1 / (pool * pool)));

        assertThat(compared.answer()).hasValue(7);
        assertThat(compared.answered()).isFalse();
        assertThat(next(compared, 1_000_000).values()).contains(6);
        assertThat(next(compared, 20).values()).isNotEmpty().allMatch(value -> value >= 2 && value <= 4);
    }

    /** The range begins at 1; what is below it does not count. */
    @Test
    void an_answer_near_the_low_end_of_the_range_needs_none_that_is_too_small() {
        ComparisonWithBest five = ComparedShares.of(new TreeMap<>(Map.of(5, 1.0, 30, 1.0)));
        ComparisonWithBest six = ComparedShares.of(new TreeMap<>(Map.of(6, 1.0, 30, 1.0)));

        assertThat(five.answer()).hasValue(5);
        assertThat(five.answered()).isTrue();
        assertThat(six.answer()).hasValue(6);
        assertThat(six.answered()).isFalse();
    }

    /** A public service ended with 15 s for four sizes at once, after which none of them was decided. */
    @Test
    void without_a_model_the_last_time_goes_into_what_is_decided_soonest() {
        ComparisonWithBest compared = ComparedShares.of(new TreeMap<>(Map.of(10, 0.99, 24, 1.0, 30, 1.0)));

        assertThat(next(compared, 40).values()).hasSize(3);
        assertThat(next(compared, 20).values()).hasSizeLessThan(3);
    }

    @Test
    void the_whole_range_below_is_looked_at_where_nothing_speaks_against_it() {
        assertThat(next(Map.of(10, 0.99, 24, 1.0, 30, 1.0)).values())
                .contains(1)
                .allMatch(value -> value < 24);
    }
}
