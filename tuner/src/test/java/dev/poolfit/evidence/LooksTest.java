package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** All looks together err as often as one look may. */
class LooksTest {
    @Test
    void one_look_has_the_whole_level() {
        assertThat(Looks.once(40).level(0.05)).isCloseTo(0.05, within(1e-6));
    }

    @Test
    void the_first_look_has_what_it_may_spend() {
        assertThat(Looks.of(80, List.of(20)).level(0.05)).isCloseTo(0.05 / 16, within(1e-6));
    }

    @Test
    void later_looks_have_more_and_the_last_less_than_all() {
        double second = Looks.of(80, List.of(20, 40)).level(0.05);
        double last = Looks.of(80, List.of(20, 40, 80)).level(0.05);

        assertThat(second).isBetween(0.05 / 16, last);
        assertThat(last).isBetween(0.05 * 3 / 4, 0.05);
    }

    /** A Brownian motion that is looked at eight times crosses one of the bounds in 5 of 100 runs. */
    @Test
    void eight_looks_at_pure_noise_err_in_five_of_a_hundred_runs() {
        List<Integer> made = List.of(6, 12, 20, 30, 40, 50, 65, 80);
        double[] bounds = new double[made.size()];
        for (int look = 0; look < bounds.length; look++) {
            double level = Looks.of(80, made.subList(0, look + 1)).level(0.05);
            bounds[look] = NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
        }
        var random = new Random(3);
        int runs = 100_000;
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            double sum = 0;
            int blocks = 0;
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
        for (List<Integer> made : List.of(List.of(20, 20), List.of(0), List.of(81), List.of(40, 20))) {
            assertThatThrownBy(() -> Looks.of(80, made)).hasMessageContaining("up to 80, but are at " + made);
        }
        assertThatThrownBy(() -> Looks.of(80, List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
