package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.verdict.comparison.Expectation.Seen;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What is expected of settings that were not compared. */
class ExpectationTest {
    /** In proportion up to eight, then level. */
    private static final IntToDoubleFunction KNEE = value -> 100.0 * Math.min(8, value);

    private static Expectation expectation(Optional<IntToDoubleFunction> curve, Map<Integer, Seen> seen) {
        return new Expectation(new TreeMap<>(seen), curve);
    }

    @Test
    void without_a_model_small_values_are_in_proportion_and_others_on_a_line_between() {
        var expected = expectation(Optional.empty(), Map.of(4, new Seen(0.5, 0.01), 16, new Seen(1, 0.01)));

        assertThat(expected.ratio(2)).isCloseTo(0.25, within(1e-9));
        assertThat(expected.ratio(8)).isCloseTo(Math.sqrt(0.5), within(1e-9));
        assertThat(expected.ratio(30)).isCloseTo(1, within(1e-9));
    }

    @Test
    void the_models_curve_goes_through_what_was_seen_exactly() {
        var expected = expectation(Optional.of(KNEE), Map.of(4, new Seen(0.5, 1e-6), 16, new Seen(0.98, 1e-6)));

        assertThat(expected.ratio(4)).isCloseTo(0.5, within(1e-4));
        assertThat(expected.ratio(16)).isCloseTo(0.98, within(1e-4));
        assertThat(expected.ratio(8)).isBetween(0.98, 1.0);
    }

    @Test
    void what_was_seen_with_much_noise_moves_the_curve_little() {
        var expected = expectation(
                Optional.of(KNEE), Map.of(8, new Seen(1, 0.001), 16, new Seen(1, 0.001), 10, new Seen(0.9, 0.2)));

        assertThat(expected.ratio(10)).isBetween(0.99, 1.0);
    }

    @Test
    void where_nothing_was_seen_the_curve_alone_says_it() {
        var expected = expectation(Optional.of(KNEE), Map.of());

        assertThat(expected.ratio(16) / expected.ratio(4)).isCloseTo(2, within(1e-9));
    }
}
