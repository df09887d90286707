package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What comes before settings are switched. */
class SwitchingStartTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, BUDGET);

    private static TrialBuilder first() {
        return TrialBuilder.trial(1).role(Role.BASELINE).at(10, 200);
    }

    private static SwitchingStart start(Trial... trials) {
        return new SwitchingStart(PROBLEM, List.of(trials), BUDGET, new BracketingSearch(PROBLEM));
    }

    @Test
    void a_first_trial_that_something_else_spoilt_is_run_again() {
        assertThat(start(first().flags(Flag.NOT_STEADY).build()).again()).isPresent();
        assertThat(start(first().flags(Flag.OTHER_PROGRAMS, Flag.NOT_STEADY).build())
                        .again())
                .isPresent();
    }

    @Test
    void one_that_counts_or_that_the_load_or_the_pool_spoilt_is_not() {
        assertThat(start().again()).isEmpty();
        assertThat(start(first().build()).again()).isEmpty();
        assertThat(start(first().flags(Flag.CLIENT_LIMITED, Flag.NOT_STEADY).build())
                        .again())
                .isEmpty();
    }

    @Test
    void it_is_run_again_once() {
        Trial unsteady = first().flags(Flag.NOT_STEADY).build();
        assertThat(start(unsteady, unsteady).again()).isEmpty();
    }

    @Test
    void a_service_that_takes_no_longer_than_half_the_longest_period_is_switched() {
        assertThat(start(first().responseMs(2000).build()).withoutSwitching()).isEmpty();
    }

    @Test
    void one_that_takes_longer_is_searched_by_trials_of_their_own() {
        Optional<Move> move = start(first().responseMs(2001).build()).withoutSwitching();
        assertThat(((Move.Say) move.orElseThrow()).decision())
                .isEqualTo(new BracketingSearch(PROBLEM)
                        .next(List.of(first().responseMs(2001).build()), BUDGET));
    }

    @Test
    void a_verdict_of_such_a_search_says_why_nothing_was_switched() {
        var start = new SwitchingStart(
                PROBLEM, List.of(first().responseMs(2001).build()), Duration.ZERO, new BracketingSearch(PROBLEM));
        Conclusion said = (Conclusion) ((Move.Say) start.withoutSwitching().orElseThrow()).decision();
        assertThat(said.reasons()).hasAtLeastOneElementOfType(Condition.LongCycle.class);
    }
}
