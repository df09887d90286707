package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The highest throughput of pools of 1 to 40 is wanted; each connection gives 10/s, up to 80/s. */
class HighestEvidenceTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, BUDGET);
    private static final SimulatedService SERVICE = new SimulatedService(60, 0.1, 80, 0);

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private void ran(Role role, int pool) {
        trials.add(SERVICE.run(
                new PlannedTrial(role, pool(pool), Duration.ofSeconds(8)), trials.size() + 1, new Random(1)));
    }

    private void ran(int... pools) {
        for (int pool : pools) {
            ran(trials.isEmpty() ? Role.BASELINE : Role.CONFIRM, pool);
        }
    }

    private HighestEvidence evidence(Duration left) {
        return new HighestEvidence(PROBLEM, new JudgedTrials(trials), left, Questions.fitted(PROBLEM, trials), false);
    }

    private static List<Settings> planned(Optional<Move> move) {
        return move.stream()
                .flatMap(each -> ((Move.Try) each).plan().trials().stream())
                .map(PlannedTrial::settings)
                .toList();
    }

    @Test
    void a_much_smaller_pool_is_tried_where_only_one_was() {
        ran(10);
        HighestEvidence evidence = evidence(BUDGET);
        int answer = evidence.likely().pool().orElseThrow();
        assertThat(planned(evidence.beyondTheModel())).containsExactly(pool(answer / Rivals.CONTRAST));
    }

    @Test
    void not_after_five_explorations() {
        ran(10);
        for (int i = 0; i < ModelEvidence.MOST_EXPLORATIONS; i++) {
            ran(Role.SEARCH, 10);
        }
        assertThat(evidence(BUDGET).beyondTheModel()).isEmpty();
    }

    @Test
    void an_answer_that_was_run_seldom_is_run_again_as_far_as_the_budget_pays_for_it() {
        ran(10, 10, 4, 20, 40);
        HighestEvidence evidence = evidence(BUDGET);
        Settings likely = evidence.likely();
        assertThat(evidence.statistics().validRuns(likely)).isLessThan(Evidence.LEAST_RUNS);
        assertThat(planned(evidence.answerSeldomRun())).contains(likely);
        assertThat(evidence(Duration.ofSeconds(9)).answerSeldomRun()).isEmpty();

        ran(likely.pool().orElseThrow(), likely.pool().orElseThrow());
        assertThat(planned(evidence(BUDGET).answerSeldomRun())).doesNotContain(likely);
    }

    @Test
    void a_model_that_predicted_nothing_in_advance_does_not_decide() {
        ran(10, 4, 8, 20);
        assertThat(evidence(BUDGET).modelWasOff()).isPresent();
    }

    @Test
    void one_that_predicted_within_the_margin_does() {
        ran(10, 4, 8);
        Trial predicted = TrialBuilder.like(
                        SERVICE.run(new PlannedTrial(Role.CONFIRM, pool(20), Duration.ofSeconds(8)), 4, new Random(1)))
                .expecting(81)
                .build();
        trials.add(predicted);
        assertThat(evidence(BUDGET).modelWasOff()).isEmpty();
        trials.set(3, TrialBuilder.like(predicted).expecting(84).build());
        assertThat(evidence(BUDGET).modelWasOff()).isPresent();
    }

    @Test
    void an_answer_that_no_trial_tells_is_left_to_the_trials() {
        ran(10, 4, 20);
        HighestEvidence evidence = evidence(BUDGET);
        assertThat(evidence.statistics().tried(evidence.likely())).isFalse();
        assertThat(evidence.measuredAbovePredicted()).isEqualTo(evidence.byLadder());
    }
}
