package dev.poolfit.verdict.knob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Questions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Three values in four rounds; a trial takes 2 s of warm-up and a thirty-sixth of the budget of 6 min. */
class KnobPlanTest {
    private static final Duration RESTART = Duration.ofSeconds(30);
    private static final Duration TRIAL = Duration.ofSeconds(12);
    private static final List<Settings> ACCEPT_COUNTS = List.of(count(100), count(200), count(300));

    private static Settings count(int value) {
        return Settings.of(Knob.ACCEPT_COUNT, value);
    }

    private static SearchProblem problem(long seed) {
        return Questions.of(
                new SearchSpace(Map.of(), Map.of(Knob.ACCEPT_COUNT, ACCEPT_COUNTS)),
                Goal.HIGHEST,
                new Workload.Closed(60, 0),
                Settings.ofPoolAndThreads(10, 100),
                Duration.ofMinutes(6),
                seed);
    }

    private static KnobPlan plan(long seed) {
        return new KnobPlan(problem(seed), Knob.ACCEPT_COUNT, ACCEPT_COUNTS, RESTART);
    }

    private static List<Settings> order(KnobPlan plan) {
        return plan.trials(0, 12).stream().map(PlannedTrial::settings).toList();
    }

    @Test
    void each_value_is_tried_once_a_round() {
        List<Settings> order = order(plan(1));
        for (int round = 0; round < 4; round++) {
            assertThat(order.subList(3 * round, 3 * round + 3)).containsExactlyInAnyOrderElementsOf(ACCEPT_COUNTS);
        }
    }

    @Test
    void each_second_round_mirrors_the_one_before_so_that_a_drift_favours_none() {
        for (long seed = 1; seed <= 10; seed++) {
            List<Settings> order = order(plan(seed));
            for (int round = 0; round < 4; round += 2) {
                var mirrored = new ArrayList<>(order.subList(3 * round + 3, 3 * round + 6));
                Collections.reverse(mirrored);
                assertThat(mirrored).isEqualTo(order.subList(3 * round, 3 * round + 3));
            }
        }
    }

    @Test
    void what_holds_goes_first_where_a_turn_takes_long_and_no_round_begins_with_a_turn() {
        Set<Settings> second = new HashSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            List<Settings> order = order(plan(1_000_003 * seed));
            assertThat(order.get(0)).isEqualTo(count(100));
            IntStream.of(3, 6, 9).forEach(first -> assertThat(order.get(first)).isEqualTo(order.get(first - 1)));
            second.add(order.get(1));
        }
        assertThat(second).hasSize(2);
    }

    @Test
    void a_knob_that_a_running_service_takes_begins_anywhere() {
        List<Settings> idle = IntStream.of(1, 2, 3)
                .mapToObj(value -> Settings.of(Knob.MINIMUM_IDLE, value))
                .toList();
        Set<Settings> first = new HashSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            first.add(order(new KnobPlan(problem(1_000_003 * seed), Knob.MINIMUM_IDLE, idle, RESTART))
                    .get(0));
        }
        assertThat(first).containsExactlyInAnyOrderElementsOf(idle);
    }

    /** In each of the four rounds the knob is turned twice: a round begins where the one before it ended. */
    @Test
    void the_length_has_a_restart_for_each_turn() {
        assertThat(plan(1).length(0, 1)).isEqualTo(TRIAL);
        assertThat(plan(1).length(0, 2)).isEqualTo(TRIAL.multipliedBy(2).plus(RESTART));
        assertThat(plan(1).length(3, 4)).isEqualTo(TRIAL);
        assertThat(plan(1).length(0, 12)).isEqualTo(TRIAL.multipliedBy(12).plus(RESTART.multipliedBy(8)));
        assertThat(plan(1).length(5, 5)).isZero();
    }

    @Test
    void a_connection_timeout_takes_the_housekeeping_and_other_live_knobs_nothing() {
        Duration housekeeping = Duration.ofSeconds(7);
        SearchProblem problem = problem(1).withHousekeeping(housekeeping);
        List<Settings> timeouts = List.of(
                Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(1)),
                Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3)));
        List<Settings> idle = List.of(Settings.of(Knob.MINIMUM_IDLE, 1), Settings.of(Knob.MINIMUM_IDLE, 2));

        assertThat(new KnobPlan(problem, Knob.CONNECTION_TIMEOUT, timeouts, RESTART).length(0, 2))
                .isEqualTo(TRIAL.multipliedBy(2).plus(housekeeping));
        assertThat(new KnobPlan(problem, Knob.MINIMUM_IDLE, idle, RESTART).length(0, 2))
                .isEqualTo(TRIAL.multipliedBy(2));
    }

    @Test
    void open_in_view_is_compared_before_all_other_knobs() {
        var space = new SearchSpace(
                Map.of(),
                Map.of(
                        Knob.ACCEPT_COUNT,
                        ACCEPT_COUNTS,
                        Knob.OPEN_IN_VIEW,
                        List.of(Settings.of(Knob.OPEN_IN_VIEW, true), Settings.of(Knob.OPEN_IN_VIEW, false)),
                        Knob.MIN_SPARE,
                        List.of(Settings.of(Knob.MIN_SPARE, 5), Settings.of(Knob.MIN_SPARE, 10))));
        assertThat(KnobPlan.order(space)).containsExactly(Knob.OPEN_IN_VIEW, Knob.MIN_SPARE, Knob.ACCEPT_COUNT);
    }
}
