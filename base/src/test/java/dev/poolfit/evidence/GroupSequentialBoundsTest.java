package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
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

    private static final List<Double> EIGHT = List.of(6.0, 12.0, 20.0, 30.0, 40.0, 50.0, 65.0, 80.0);

    /** A Brownian motion that is looked at eight times crosses one of the bounds in 5 of 100 runs. */
    @Test
    void eight_looks_at_pure_noise_err_in_five_of_a_hundred_runs() {
        assertThat(wrong(made -> GroupSequentialBounds.of(20, made))).isCloseTo(0.05, within(chance(0.05)));
    }

    /** Up to the last look all of the level may be spent, and what is left of it then is known. */
    @Test
    void looks_by_a_calendar_err_as_often_as_they_may() {
        assertThat(wrong(made -> byCalendar(made, 1))).isCloseTo(0.05, within(chance(0.05)));
        assertThat(wrong(made -> byCalendar(made, 1.25))).isCloseTo(0.05 * 0.64, within(chance(0.032)));
    }

    @Test
    void a_calendar_leaves_most_of_the_level_to_the_last_look() {
        assertThat(byCalendar(EIGHT, 1).level(0.05))
                .isGreaterThan(GroupSequentialBounds.of(80, EIGHT).level(0.05));
    }

    @Test
    void a_calendar_that_does_not_fit_the_looks_is_refused() {
        assertThatThrownBy(() -> GroupSequentialBounds.byCalendar(EIGHT, List.of(0.5)))
                .hasMessageContaining("[0.5]");
        assertThatThrownBy(() -> GroupSequentialBounds.byCalendar(List.of(6.0), List.of(1.5)))
                .hasMessageContaining("[1.5]");
    }

    private static GroupSequentialBounds byCalendar(List<Double> made, double longest) {
        return GroupSequentialBounds.byCalendar(
                made,
                made.stream()
                        .map(blocks -> Math.pow(blocks / (80 * longest), 2))
                        .toList());
    }

    private static final int RUNS = 100_000;

    private static double chance(double share) {
        return 3 * Math.sqrt(share * (1 - share) / RUNS);
    }

    private static double wrong(Function<List<Double>, GroupSequentialBounds> looks) {
        double[] bounds = new double[EIGHT.size()];
        for (int look = 0; look < bounds.length; look++) {
            double level = looks.apply(EIGHT.subList(0, look + 1)).level(0.05);
            bounds[look] = NormalDistribution.of(0, 1).inverseSurvivalProbability(level);
        }
        var random = new Random(3);
        int wrong = 0;
        for (int run = 0; run < RUNS; run++) {
            double sum = 0;
            double blocks = 0;
            boolean crossed = false;
            for (int look = 0; look < bounds.length; look++) {
                sum += Math.sqrt(EIGHT.get(look) - blocks) * random.nextGaussian();
                blocks = EIGHT.get(look);
                crossed |= sum / Math.sqrt(blocks) > bounds[look];
            }
            wrong += crossed ? 1 : 0;
        }
        return (double) wrong / RUNS;
    }

    @Test
    void looks_that_do_not_follow_each_other_are_refused() {
        for (List<Double> made : List.of(List.of(20.0, 20.0), List.of(0.0), List.of(40.0, 20.0))) {
            assertThatThrownBy(() -> GroupSequentialBounds.of(80, made)).hasMessageContaining("are at " + made);
        }
        assertThatThrownBy(() -> GroupSequentialBounds.of(80, List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
