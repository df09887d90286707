package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the rules of a search with a model ask for; each trial takes 2 s and 5 s. */
class ModelEvidenceTest {
    private static final Duration BUDGET = Duration.ofMinutes(3);
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, BUDGET);
    private static final Settings FOUND = pool(10);

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private static TrialBuilder trial(int number, Role role, int pool) {
        return TrialBuilder.trial(number).role(role).at(pool(pool));
    }

    private static ModelEvidence evidence(Duration left, boolean switches, Trial... trials) {
        return new ModelEvidence(PROBLEM, new JudgedTrials(List.of(trials)), left, Optional.empty(), switches);
    }

    /** Each connection gives so many responses a second, up to a limit. */
    private static ModelEvidence modelled(double limit, int... pools) {
        var service = new SimulatedService(60, 0.1, limit, 0);
        var trials = new ArrayList<Trial>();
        for (int pool : pools) {
            Role role = trials.isEmpty() ? Role.BASELINE : Role.SEARCH;
            trials.add(service.run(
                    new PlannedTrial(role, pool(pool), Duration.ofSeconds(5)), trials.size() + 1, new Random(1)));
        }
        return new ModelEvidence(PROBLEM, new JudgedTrials(trials), BUDGET, Questions.fitted(PROBLEM, trials), false);
    }

    @Test
    void without_a_model_the_trials_decide() {
        ModelEvidence evidence =
                evidence(BUDGET, false, trial(1, Role.BASELINE, 10).build());
        assertThat(evidence.guided()).isFalse();
        assertThat(evidence.decides()).isFalse();
        assertThat(evidence.withoutModel()).isEqualTo(evidence.byLadder()).isPresent();
        assertThat(evidence.doubtful()).isEmpty();
    }

    @Test
    void a_model_that_explains_the_trials_guides_and_decides_nothing_before_it_predicted_something() {
        ModelEvidence evidence = modelled(1000, 10, 5, 20);
        assertThat(evidence.guided()).isTrue();
        assertThat(evidence.decides()).isFalse();
        assertThat(evidence.withoutModel()).isEmpty();
        assertThat(evidence.nothingPossible()).isEmpty();
    }

    @Test
    void the_initial_settings_go_along_until_they_were_run_twice_and_while_they_are_paid() {
        Trial once = trial(1, Role.BASELINE, 10).build();
        Trial again = trial(2, Role.CONFIRM, 10).build();
        Duration two = Duration.ofSeconds(14);
        assertThat(evidence(two, false, once).withReference(List.of(pool(5)))).containsExactly(pool(5), FOUND);
        assertThat(evidence(two.minusSeconds(1), false, once).withReference(List.of(pool(5))))
                .containsExactly(pool(5));
        assertThat(evidence(two, false, once, again).withReference(List.of(pool(5))))
                .containsExactly(pool(5));
        assertThat(evidence(BUDGET, false, once).withReference(List.of(FOUND))).containsExactly(FOUND);
    }

    @Test
    void a_cold_trial_is_no_run_and_one_that_does_not_count_for_another_reason_is() {
        ModelEvidence evidence = evidence(
                BUDGET,
                false,
                trial(1, Role.BASELINE, 10).flags(Flag.COLD).build(),
                trial(2, Role.CONFIRM, 10).flags(Flag.NOT_STEADY).build());
        assertThat(evidence.warmRuns(FOUND)).isEqualTo(1);
    }

    @Test
    void trials_that_search_are_explorations() {
        assertThat(evidence(
                                BUDGET,
                                false,
                                trial(1, Role.BASELINE, 10).build(),
                                trial(2, Role.SEARCH, 5).build(),
                                trial(3, Role.CONFIRM, 5).build(),
                                trial(4, Role.SEARCH, 20).flags(Flag.NOT_STEADY).build())
                        .explorations())
                .isEqualTo(2);
    }

    @Test
    void rounds_switch_two_settings_and_more_where_settings_can_be_switched() {
        Trial first = trial(1, Role.BASELINE, 10).build();
        TrialPlan switched = evidence(BUDGET, true, first).rounds(List.of(pool(5), FOUND));
        assertThat(switched.switching().orElseThrow().blocks()).isEqualTo(4);
        assertThat(switched.switching().orElseThrow().checked()).isFalse();
        assertThat(evidence(BUDGET, true, first).rounds(List.of(FOUND)).switching())
                .isEmpty();
        assertThat(evidence(BUDGET, false, first)
                        .rounds(List.of(pool(5), FOUND))
                        .switching())
                .isEmpty();
    }

    @Test
    void nor_where_users_carried_over_from_one_setting_to_the_next() {
        Trial spoilt = trial(1, Role.CONFIRM, 10)
                .periods(1, List.of(100.0, 100.0, 100.0, 100.0))
                .flags(Flag.CARRIED_OVER)
                .build();
        TrialPlan plan = evidence(BUDGET, true, spoilt).rounds(List.of(pool(5), FOUND));
        assertThat(plan.switching()).isEmpty();
        assertThat(plan.trials())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.measure()).isEqualTo(PROBLEM.confirmLength()));
    }
}
