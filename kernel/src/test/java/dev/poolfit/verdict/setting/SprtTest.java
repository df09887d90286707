package dev.poolfit.verdict.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.verdict.Performance.Standing;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** A sequential test tells settings from the goal as rarely wrongly as it promises. */
class SprtTest {
    private final Sprt test = new Sprt(150, 0.03);

    @Test
    void one_run_far_from_the_goal_decides_and_one_near_it_does_not() {
        assertThat(test.standing(DoubleStream.of(165))).isEqualTo(Standing.MEETS);
        assertThat(test.standing(DoubleStream.of(135))).isEqualTo(Standing.FAILS);
        assertThat(test.standing(DoubleStream.of(152))).isEqualTo(Standing.UNCLEAR);
        assertThat(test.standing(DoubleStream.empty())).isEqualTo(Standing.UNCLEAR);
    }

    @Test
    void settings_at_the_edge_of_the_indifference_are_misjudged_in_at_most_one_of_twenty() {
        var random = new Random(1);
        int wrong = 0;
        for (int i = 0; i < 2000; i++) {
            boolean above = i % 2 == 0;
            wrong += decide(random, 150 * (above ? 1.02 : 1 / 1.02)) == (above ? Standing.MEETS : Standing.FAILS)
                    ? 0
                    : 1;
        }
        assertThat(wrong).isBetween(1, 100);
    }

    private Standing decide(Random random, double rate) {
        double[] seen = {};
        Standing standing = Standing.UNCLEAR;
        while (standing == Standing.UNCLEAR) {
            seen = java.util.Arrays.copyOf(seen, seen.length + 1);
            seen[seen.length - 1] = rate * Math.exp(0.03 * random.nextGaussian());
            standing = test.standing(DoubleStream.of(seen));
        }
        return standing;
    }
}
