package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.model.fit.ResponseSurface.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two models, equally likely, of pools of 5 and 10 with 20 and 40 threads. */
class ResponseSurfaceTest {
    private static final ResponseSurface SURFACE = new ResponseSurface(
            new int[] {5, 10}, new int[] {20, 40}, List.of(new double[][] {{50, 60}, {80, 100}}, new double[][] {
                {70, 60}, {60, 40}
            }));

    @Test
    void throughput_is_expected_to_be_the_mean_of_the_models() {
        assertThat(SURFACE.expected().throughput()).isDeepEqualTo(new double[][] {{60, 60}, {70, 70}});
    }

    @Test
    void the_peak_is_the_smallest_setting_with_the_highest_mean() {
        assertThat(SURFACE.peak()).isEqualTo(new Cell(10, 20));
    }

    @Test
    void the_best_is_each_models_own() {
        assertThat(SURFACE.best()).containsExactly(100, 70);
        assertThat(SURFACE.highest()).isEqualTo(85);
    }

    @Test
    void cells_go_from_the_smallest_pool_and_the_fewest_threads() {
        assertThat(SURFACE.cells())
                .containsExactly(new Cell(5, 20), new Cell(5, 40), new Cell(10, 20), new Cell(10, 40));
        assertThat(SURFACE.rates(new Cell(10, 40))).containsExactly(100, 40);
    }

    @Test
    void a_pool_reaches_a_rate_with_the_fewest_threads_that_do_so_surely_enough() {
        assertThat(SURFACE.reaching(60, 0.5)).containsExactly(new Cell(5, 20), new Cell(10, 20));
        assertThat(SURFACE.reaching(60, 1)).containsExactly(new Cell(5, 40), new Cell(10, 20));
        assertThat(SURFACE.reaching(90, 0.5)).containsExactly(new Cell(10, 40));
        assertThat(SURFACE.reaching(100, 0.5)).containsExactly(new Cell(10, 40));
        assertThat(SURFACE.reaching(101, 0.5)).isEmpty();
    }
}
