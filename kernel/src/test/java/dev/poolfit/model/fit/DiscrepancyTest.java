package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Limits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A model that is wrong by 2 % about, at pools of 5 and 20 that were measured exactly. */
class DiscrepancyTest {
    private static final double DEVIATION = 0.02;
    private static final double[] EXACT = {1e-6, 1e-6};
    private static final List<Row> ROWS = List.of(RowsTold.row(5, 50, 1), RowsTold.row(20, 100, 1));

    private static Limits pool(int pool) {
        return new Limits(pool, 200, Duration.ofSeconds(30));
    }

    @Test
    void at_settings_that_were_measured_the_error_is_what_was_seen() {
        Discrepancy.Expected error = new Discrepancy(ROWS, DEVIATION, EXACT).given(new double[] {0.03, -0.01});
        assertThat(error.at(pool(5))).isCloseTo(0.03, within(1e-4));
        assertThat(error.at(pool(20))).isCloseTo(-0.01, within(1e-4));
    }

    @Test
    void beside_them_it_is_alike_and_far_away_none_is_expected() {
        Discrepancy.Expected error = new Discrepancy(ROWS, DEVIATION, EXACT).given(new double[] {0.03, 0.03});
        assertThat(error.at(pool(6))).isBetween(0.02, 0.035);
        assertThat(Math.abs(new Discrepancy(ROWS.subList(0, 1), DEVIATION, new double[] {1e-6})
                        .given(new double[] {0.03})
                        .at(pool(60))))
                .isLessThan(0.001);
    }

    @Test
    void beyond_the_users_more_connections_make_no_difference() {
        Discrepancy.Expected error = new Discrepancy(ROWS, DEVIATION, EXACT).given(new double[] {0.03, -0.01});
        assertThat(error.at(pool(61))).isEqualTo(error.at(pool(600)));
        assertThat(error.at(pool(50))).isNotEqualTo(error.at(pool(600)));
    }

    /** As uncertain as the model is wrong: half of what was seen is the model's. */
    @Test
    void of_a_noisy_row_only_a_part_is_the_models() {
        Discrepancy.Expected error =
                new Discrepancy(ROWS.subList(0, 1), DEVIATION, new double[] {DEVIATION}).given(new double[] {0.03});
        assertThat(error.at(pool(5))).isCloseTo(0.015, within(1e-6));
    }

    @Test
    void differences_are_made_independent_with_a_deviation_of_one() {
        assertThat(new Discrepancy(ROWS.subList(0, 1), 0.03, new double[] {0.04}).whitened(new double[] {0.05})[0])
                .isCloseTo(1, within(1e-6));
        double[] alike = new Discrepancy(
                        List.of(RowsTold.row(5, 50, 1), RowsTold.row(5, 50, 1)), 0.03, new double[] {0.01, 0.01})
                .whitened(new double[] {0.03, 0.03});
        assertThat(alike[0] * alike[0] + alike[1] * alike[1]).isLessThan(1.1);
    }

    @Test
    void a_model_that_is_taken_for_exact_has_no_errors() {
        assertThat(new Discrepancy(ROWS, 0, new double[] {0.01, 0.01})
                        .given(new double[] {0.03, 0.03})
                        .at(pool(5)))
                .isZero();
    }
}
