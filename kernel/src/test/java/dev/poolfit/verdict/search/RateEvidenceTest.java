package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** At least 125/s are wanted, and each connection gives 10/s up to a limit: 13 do where the limit allows it. */
class RateEvidenceTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final SearchProblem PROBLEM = Questions.pools(125, BUDGET);

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private RateEvidenceTest ran(double limit, int... pools) {
        for (int pool : pools) {
            Role role = trials.isEmpty() ? Role.BASELINE : Role.CONFIRM;
            trials.add(new SimulatedService(60, 0.1, limit, 0)
                    .run(new PlannedTrial(role, pool(pool), Duration.ofSeconds(8)), trials.size() + 1, new Random(1)));
        }
        return this;
    }

    private RateEvidence evidence() {
        return new RateEvidence(PROBLEM, new JudgedTrials(trials), BUDGET, Questions.fitted(PROBLEM, trials), false);
    }

    private static List<Settings> planned(Optional<Move> move) {
        return move.stream()
                .flatMap(each -> ((Move.Try) each).plan().trials().stream())
                .map(PlannedTrial::settings)
                .toList();
    }

    @Test
    void the_largest_pool_is_tried_before_the_goal_is_called_out_of_reach() {
        ran(100, 10, 20, 10, 20);
        assertThat(planned(evidence().largestPool())).containsExactly(pool(40));
        ran(100, 40);
        assertThat(evidence().largestPool()).isEmpty();
        assertThat(evidence().outOfReach()).isPresent();
    }

    @Test
    void a_goal_within_reach_needs_no_look_at_the_largest_pool() {
        ran(1000, 10, 20);
        assertThat(evidence().largestPool()).isEmpty();
        assertThat(evidence().outOfReach()).isEmpty();
    }

    @Test
    void the_answer_and_the_step_below_are_repeated_with_the_initial_settings_until_both_are_clear() {
        ran(1000, 10, 13);
        assertThat(planned(evidence().settle())).containsExactlyInAnyOrder(pool(13), pool(12), pool(10));
        ran(1000, 12, 13);
        assertThat(evidence().settle()).isEmpty();
    }

    @Test
    void where_the_service_takes_the_limiter_they_are_compared_within_the_pool() {
        ran(1000, 10, 13);
        assertThat(switching(PROBLEM)).isPresent().get().matches(each -> !each.within());
        assertThat(switching(PROBLEM.withLimiter())).isPresent().get().matches(Switching::within);
    }

    private Optional<Switching> switching(SearchProblem problem) {
        var evidence =
                new RateEvidence(problem, new JudgedTrials(trials), BUDGET, Questions.fitted(problem, trials), true);
        return evidence.settle().flatMap(each -> ((Move.Try) each).plan().switching());
    }

    @Test
    void the_answer_has_a_trial_of_its_own() {
        ran(1000, 10, 13, 13, 12);
        assertThat(evidence().alone()).isEmpty();
        ran(1000, 10);
        trials.replaceAll(trial -> trial.settings().equals(pool(13)) ? switched(trial) : trial);
        assertThat(planned(evidence().alone())).containsExactly(pool(13));
    }

    private static Trial switched(Trial trial) {
        double rate = trial.throughput().mean();
        return TrialBuilder.like(trial)
                .periods(trial.number(), List.of(rate, rate, rate, rate))
                .build();
    }

    @Test
    void one_that_was_never_measured_is_left_to_the_trials() {
        ran(1000, 10, 20);
        assertThat(evidence().answerNotMeasured()).isPresent();
        ran(1000, 13);
        assertThat(evidence().answerNotMeasured()).isEmpty();
    }

    @Test
    void the_smallest_that_reaches_the_rate_is_recommended_once_the_step_below_missed_it() {
        ran(1000, 10, 13, 13, 12, 12);
        Conclusion said = (Conclusion) ((Move.Say) evidence().verdict().orElseThrow()).decision();
        assertThat(said.outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(said.recommended().orElseThrow().settings()).isEqualTo(pool(13));
        assertThat(said.smaller().orElseThrow().settings()).isEqualTo(pool(12));
    }
}
