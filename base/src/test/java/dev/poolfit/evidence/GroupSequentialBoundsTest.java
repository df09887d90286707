package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** All looks together err as often as one look may. */
class GroupSequentialBoundsTest {
    @Test
    void the_first_look_has_what_it_may_spend() {
        assertThat(GroupSequentialBounds.of(80, List.of(20.0)).level(0.05))
                .isCloseTo(0.05 * (1 - Math.exp(-0.25)), within(1e-6));
        assertThat(GroupSequentialBounds.of(1, List.of(20.0)).level(0.05)).isCloseTo(0.05, within(1e-6));
    }

    @Test
    void later_looks_have_more_and_the_last_less_than_all() {
        double first = GroupSequentialBounds.of(80, List.of(20.0)).level(0.05);
        double second = GroupSequentialBounds.of(80, List.of(20.0, 40.0)).level(0.05);
        double last = GroupSequentialBounds.of(80, List.of(20.0, 40.0, 800.0)).level(0.05);

        assertThat(second).isBetween(first, last);
        assertThat(last).isBetween(0.03, 0.05);
    }

    /** A Brownian motion that is looked at eight times crosses one of the bounds in 5 of 100 runs. */
    @Test
    void eight_looks_at_pure_noise_err_in_five_of_a_hundred_runs() {
        List<Double> made = List.of(6.0, 12.0, 20.0, 30.0, 40.0, 50.0, 65.0, 80.0);
        double[] bounds = new double[made.size()];
        for (int look = 0; look < bounds.length; look++) {
            double level =
                    GroupSequentialBounds.of(20, made.subList(0, look + 1)).level(0.05);
            bounds[look] = NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
        }
        var random = new Random(3);
        int runs = 100_000;
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            double sum = 0;
            double blocks = 0;
            boolean crossed = false;
            for (int look = 0; look < bounds.length; look++) {
                sum += Math.sqrt(made.get(look) - blocks) * random.nextGaussian();
                blocks = made.get(look);
                crossed |= sum / Math.sqrt(blocks) > bounds[look];
            }
            wrong += crossed ? 1 : 0;
        }
        assertThat((double) wrong / runs).isCloseTo(0.05, within(3 * Math.sqrt(0.05 * 0.95 / runs)));
    }

    @Test
    void looks_that_do_not_follow_each_other_are_refused() {
        for (List<Double> made : List.of(List.of(20.0, 20.0), List.of(0.0), List.of(40.0, 20.0))) {
            assertThatThrownBy(() -> GroupSequentialBounds.of(80, made)).hasMessageContaining("but are at " + made);
        }
        assertThatThrownBy(() -> GroupSequentialBounds.of(80, List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
