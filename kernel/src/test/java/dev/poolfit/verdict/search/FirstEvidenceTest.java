package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is compared first of pools of 1 to 40, of which 10 was found, without a model. */
class FirstEvidenceTest {
    private static final Duration BUDGET = Duration.ofMinutes(3);
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, BUDGET);
    private static final Search FALLBACK = new BracketingSearch(PROBLEM);

    private static TrialBuilder first(double rate) {
        return TrialBuilder.trial(1).role(Role.BASELINE).at(10, 200).rate(rate);
    }

    private static FirstEvidence evidence(Trial... trials) {
        return new FirstEvidence(
                PROBLEM,
                new JudgedTrials(Arrays.asList(trials)),
                SwitchingMethod.RESIZED,
                BUDGET,
                Optional.empty(),
                FALLBACK);
    }

    private static TrialPlan plan(Optional<Move> move) {
        return ((Move.Try) move.orElseThrow()).plan();
    }

    private static List<Integer> pools(Optional<Move> move) {
        return plan(move).trials().stream()
                .map(each -> each.settings().pool().orElseThrow())
                .toList();
    }

    @Test
    void the_initial_pool_goes_beside_some_across_the_range() {
        FirstEvidence evidence = evidence(first(100).build());
        assertThat(pools(evidence.first())).containsExactly(10, 1, 3, 27, 40);
        assertThat(plan(evidence.first()).switching().orElseThrow().blocks()).isEqualTo(4);
        assertThat(pools(evidence.firstTwo())).containsExactly(10, 1);
    }

    /** One of five settings has two places in each of the four blocks of 2 s; the last trial takes 7 s. */
    @Test
    void what_it_costs_has_the_last_trial_in_it() {
        FirstEvidence evidence = evidence(first(100).build());
        assertThat(((Move.Try) evidence.first().orElseThrow()).cost()).isEqualTo(Duration.ofSeconds(7 + 6 * 4 * 2));
        assertThat(((Move.Try) evidence.firstTwo().orElseThrow()).cost()).isEqualTo(Duration.ofSeconds(7 + 3 * 4 * 2));
    }

    @Test
    void once_a_comparison_was_spoilt_by_what_a_pool_left_behind_they_lie_closer_to_the_initial_one() {
        Trial spoilt = first(100)
                .periods(1, List.of(100.0, 100.0, 100.0, 100.0))
                .flags(Flag.CARRIED_OVER)
                .build();
        assertThat(pools(evidence(spoilt).first())).containsExactly(10, 6, 16);
    }

    @Test
    void a_pool_at_which_users_wait_for_too_long_is_not_among_them() {
        Trial slow = TrialBuilder.trial(2).at(1, 200).rate(20).build();
        assertThat(pools(evidence(first(100).build(), slow).first())).containsExactly(10, 3, 27, 40);
    }

    @Test
    void without_two_of_them_the_search_goes_on_without_switching() {
        Trial[] slow = {
            first(20).build(),
            TrialBuilder.trial(2).at(1, 200).rate(20).build(),
            TrialBuilder.trial(3).at(3, 200).rate(20).build(),
            TrialBuilder.trial(4).at(27, 200).rate(20).build(),
        };
        FirstEvidence evidence = evidence(slow);
        assertThat(evidence.first()).isEmpty();
        assertThat(evidence.firstTwo()).isEmpty();
        assertThat(((Move.Say) evidence.withoutFirst().orElseThrow()).decision())
                .isEqualTo(FALLBACK.next(List.of(slow), BUDGET));
    }

    @Test
    void without_a_model_nothing_is_scouted() {
        assertThat(evidence(first(100).build()).scout()).isEmpty();
    }
}
