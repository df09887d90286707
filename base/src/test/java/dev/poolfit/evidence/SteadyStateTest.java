package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a series becomes steady is found in seeded noise whose truth is known. */
class SteadyStateTest {
    private static final int RUNS = 500;

    /** Falls from 3 to 1 within so many seconds, as CPU time a request does while the JIT compiles. */
    private static double[] warming(long seed, int length, int until) {
        double[] noise = Noise.autoregression(seed, length, 0, z -> 0.03 * z);
        return IntStream.range(0, length)
                .mapToDouble(i -> (i < until ? 3 - 2.0 * i / until : 1) + noise[i])
                .toArray();
    }

    @Test
    void a_level_that_never_changes_has_no_change_point() {
        long changed = IntStream.range(0, RUNS)
                .filter(seed -> ChangePoints.lastLevel(Noise.autoregression(seed, 30, 0, z -> 1 + 0.05 * z), 0.05) > 0)
                .count();
        assertThat(changed).isLessThan(RUNS / 10);
    }

    @Test
    void a_step_is_found_where_it_is() {
        for (int seed = 0; seed < RUNS; seed++) {
            double[] noise = Noise.autoregression(seed, 30, 0, z -> 0.03 * z);
            double[] series = IntStream.range(0, 30)
                    .mapToDouble(i -> (i < 12 ? 1.3 : 1) + noise[i])
                    .toArray();
            assertThat(ChangePoints.lastLevel(series, 0.1)).isBetween(11, 13);
        }
    }

    @Test
    void a_fall_is_over_where_it_ends() {
        for (int seed = 0; seed < RUNS; seed++) {
            assertThat(ChangePoints.lastLevel(warming(seed, 30, 15), 0.1)).isBetween(11, 17);
            assertThat(ChangePoints.lastLevel(warming(seed, 12, 20), 0.1)).isGreaterThanOrEqualTo(6);
        }
    }

    @Test
    void a_change_below_the_tolerance_is_none() {
        double[] series =
                IntStream.range(0, 20).mapToDouble(i -> i < 10 ? 1.02 : 1).toArray();

        assertThat(ChangePoints.lastLevel(series, 0.05)).isZero();
        assertThat(ChangePoints.lastLevel(series, 0.01)).isEqualTo(10);
        assertThat(ChangePoints.lastLevel(new double[] {1}, 0.01)).isZero();
    }

    @Test
    void mser_leaves_out_the_transient_and_little_else() {
        long found = IntStream.range(0, RUNS)
                .map(seed -> Mser.truncation(warming(seed, 100, 20)).orElse(0))
                .filter(left -> 15 <= left && left <= 50)
                .count();
        assertThat(found).isGreaterThan(RUNS * 3 / 4);
    }

    @Test
    void mser_refuses_a_series_that_falls_to_its_end() {
        for (int seed = 0; seed < RUNS; seed++) {
            assertThat(Mser.truncation(warming(seed, 100, 100))).isEmpty();
        }
    }

    @Test
    void mser_is_the_least_of_its_formula() {
        double[] series = {9, 9, 9, 9, 9, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
        double[] longer = java.util.Arrays.copyOf(series, 50);
        System.arraycopy(series, 5, longer, 25, 20);
        java.util.Arrays.fill(longer, 45, 50, 1.5);

        assertThat(Mser.truncation(longer)).hasValue(5);
        assertThatThrownBy(() -> Mser.truncation(series)).hasMessageContaining("at least 50 values, but has 25");
    }
}
