package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** At least 150/s are wanted; the pools of 10 to 40 that were tried give about 120/s. */
class LadderEvidenceTest {
    private static final Duration BUDGET = Duration.ofMinutes(5);

    private final List<Trial> trials = new ArrayList<>();

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private void ran(Role role, int pool, double rate, Flag... flags) {
        trials.add(TrialBuilder.trial(trials.size() + 1)
                .role(role)
                .at(pool(pool))
                .rate(rate, 5)
                .flags(flags)
                .build());
    }

    private void noneReachesIt() {
        ran(Role.BASELINE, 10, 120);
        ran(Role.SEARCH, 40, 122);
    }

    private LadderEvidence evidence(Duration left) {
        return new LadderEvidence(Questions.pools(150, BUDGET), trials, left, true, each -> Optional.empty());
    }

    private Decision decided() {
        return new BracketingSearch(Questions.pools(150, BUDGET)).next(trials, Duration.ofMinutes(3));
    }

    private static List<Settings> planned(Optional<Move> move) {
        return move.stream()
                .flatMap(each -> ((Move.Try) each).plan().trials().stream())
                .map(PlannedTrial::settings)
                .toList();
    }

    @Test
    void half_the_smallest_pool_is_tried_before_the_goal_is_called_out_of_reach() {
        noneReachesIt();
        assertThat(planned(evidence(BUDGET).smallerPool())).containsExactly(pool(5));
    }

    @Test
    void a_smaller_pool_whose_trial_does_not_count_is_tried_again() {
        noneReachesIt();
        ran(Role.SEARCH, 5, 170, Flag.NOT_STEADY);
        assertThat(planned(evidence(BUDGET).smallerPool())).containsExactly(pool(5));
        assertThat(((TryNext) decided()).plan().trials())
                .extracting(PlannedTrial::settings)
                .containsExactly(pool(5));

        ran(Role.SEARCH, 5, 110);
        assertThat(planned(evidence(BUDGET).smallerPool())).doesNotContain(pool(5));
    }

    @Test
    void one_that_cannot_be_measured_is_left_after_three_attempts() {
        noneReachesIt();
        for (int attempt = 0; attempt < LadderEvidence.MOST_ATTEMPTS; attempt++) {
            assertThat(evidence(BUDGET).unmeasurable(pool(5))).isFalse();
            assertThat(planned(evidence(BUDGET).smallerPool())).containsExactly(pool(5));
            ran(Role.SEARCH, 5, 170, Flag.NOT_STEADY);
        }
        assertThat(evidence(BUDGET).unmeasurable(pool(5))).isTrue();
        assertThat(evidence(BUDGET).smallerPool()).isEmpty();
    }

    @Test
    void one_trial_that_counts_makes_a_setting_measurable() {
        noneReachesIt();
        for (int attempt = 0; attempt < LadderEvidence.MOST_ATTEMPTS; attempt++) {
            ran(Role.SEARCH, 5, 170, Flag.NOT_STEADY);
        }
        ran(Role.SEARCH, 5, 110);
        assertThat(evidence(BUDGET).unmeasurable(pool(5))).isFalse();
    }

    @Test
    void the_best_is_repeated_beside_the_initial_settings_until_it_was_confirmed_twice() {
        noneReachesIt();
        ran(Role.SEARCH, 5, 60);
        assertThat(planned(evidence(BUDGET).repeatBest()))
                .containsExactlyInAnyOrder(pool(10), pool(10), pool(40), pool(40))
                .doesNotContain(pool(5));
        ran(Role.CONFIRM, 40, 125);
        ran(Role.CONFIRM, 40, 125);
        assertThat(evidence(BUDGET).repeatBest()).isEmpty();
    }

    /** Pool 10 gives 120 of the 150/s that are wanted: 12.5 connections would in proportion. */
    @Test
    void the_next_pool_is_in_proportion_to_what_is_missing() {
        ran(Role.BASELINE, 10, 120);
        assertThat(planned(evidence(BUDGET).pool())).containsExactly(pool(13));
    }

    @Test
    void between_two_pools_it_looks_only_while_more_than_the_reserve_is_left() {
        ran(Role.BASELINE, 10, 120);
        ran(Role.SEARCH, 20, 240);
        assertThat(evidence(Duration.ofSeconds(121)).pool()).isPresent();
        assertThat(evidence(Duration.ofSeconds(120)).pool()).isEmpty();
    }

    @Test
    void before_a_trial_counts_the_initial_settings_are_tried_up_to_three_times() {
        ran(Role.BASELINE, 10, 120, Flag.OTHER_PROGRAMS);
        ran(Role.SEARCH, 40, 120, Flag.OTHER_PROGRAMS);
        assertThat(evidence(Duration.ZERO).nothingMeasured()).isPresent();
        assertThat(evidence(Duration.ZERO).nothingMeasured().orElseThrow()).isInstanceOf(Move.Say.class);
    }

    @Test
    void the_answer_and_the_step_below_are_confirmed_with_the_initial_settings() {
        ran(Role.BASELINE, 10, 120);
        ran(Role.SEARCH, 13, 156);
        ran(Role.SEARCH, 12, 144);
        assertThat(planned(evidence(BUDGET).confirm()))
                .containsExactlyInAnyOrder(pool(13), pool(13), pool(12), pool(12), pool(10), pool(10));
        for (int round = 0; round < Evidence.LEAST_RUNS; round++) {
            ran(Role.CONFIRM, 13, 156);
            ran(Role.CONFIRM, 12, 144);
            ran(Role.CONFIRM, 10, 120);
        }
        assertThat(evidence(BUDGET).confirm()).isEmpty();
    }

    @Test
    void what_straddles_the_goal_is_repeated_until_the_fifth_time() {
        ran(Role.BASELINE, 10, 100);
        ran(Role.SEARCH, 13, 151);
        ran(Role.SEARCH, 12, 130);
        ran(Role.CONFIRM, 12, 130);
        ran(Role.CONFIRM, 12, 130);
        for (int run = 0; run < Evidence.MOST_RUNS; run++) {
            assertThat(planned(evidence(BUDGET).unsettled())).containsExactly(pool(13));
            ran(Role.CONFIRM, 13, run % 2 == 0 ? 159 : 143);
        }
        assertThat(evidence(BUDGET).unsettled()).isEmpty();
    }
}
