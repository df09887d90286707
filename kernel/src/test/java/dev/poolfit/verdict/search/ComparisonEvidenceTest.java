package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A setting holds for 2 s as long as nothing is known of the noise, and a trial of its own takes 2 s and 5 s. */
class ComparisonEvidenceTest {
    private static final SearchProblem PROBLEM = Questions.pools(Goal.HIGHEST, Duration.ofMinutes(3));
    private static final List<Settings> TWO = List.of(pool(10), pool(20));

    private static Settings pool(int pool) {
        return Settings.ofPoolAndThreads(pool, 200);
    }

    private static ComparisonEvidence evidence(long secondsLeft, Trial... trials) {
        return new ComparisonEvidence(
                PROBLEM,
                new JudgedTrials(List.of(trials)),
                SwitchingMethod.RESIZED,
                Duration.ofSeconds(secondsLeft),
                Optional.empty(),
                Duration.ZERO);
    }

    private static Switching planned(ComparisonEvidence evidence, int most) {
        TrialPlan plan = evidence.plan(TWO, most, evidence.period());
        assertThat(plan.trials()).extracting(each -> each.settings()).isEqualTo(TWO);
        return plan.switching().orElseThrow();
    }

    private static Trial under(int number, int pool) {
        return TrialBuilder.trial(number)
                .at(pool(pool))
                .periods(1, Collections.nCopies(4, 100.0))
                .build();
    }

    @Test
    void the_last_trial_is_paid_beside_comparisons() {
        assertThat(evidence(100).spendable()).isEqualTo(Duration.ofSeconds(93));
        assertThat(evidence(7).spendable()).isZero();
        assertThat(evidence(6).spendable()).isZero();
        assertThat(evidence(100).cost(3, 4)).isEqualTo(Duration.ofSeconds(7 + 3 * 4 * 2));
    }

    @Test
    void there_are_as_many_blocks_as_are_wanted_and_paid_but_never_fewer_than_tell_anything() {
        assertThat(planned(evidence(100), 10).blocks()).isEqualTo(10);
        assertThat(planned(evidence(35), 10).blocks()).isEqualTo(7);
        assertThat(planned(evidence(7), 10).blocks()).isEqualTo(ComparisonEvidence.FEWEST_BLOCKS);
        assertThat(planned(evidence(100), 1).blocks()).isEqualTo(ComparisonEvidence.FEWEST_BLOCKS);
    }

    @Test
    void the_first_comparison_is_checked_where_there_is_time_for_it() {
        assertThat(planned(evidence(151), 10).checked()).isTrue();
        assertThat(planned(evidence(150), 10).checked()).isFalse();
        assertThat(planned(evidence(151, under(1, 10), under(2, 20)), 10).checked())
                .isFalse();
        assertThat(planned(evidence(151, TrialBuilder.trial(1).build()), 10).checked())
                .isTrue();
    }

    /** 144 s pay for 36 blocks of two periods, and for 24 of three. */
    @Test
    void the_place_of_the_check_is_paid_for() {
        assertThat(planned(evidence(150), 100).blocks()).isEqualTo(35);
        assertThat(planned(evidence(151), 100).blocks()).isEqualTo(24);
    }

    @Test
    void each_comparison_draws_an_order_of_its_own() {
        assertThat(planned(evidence(100), 10).seed()).isEqualTo(PROBLEM.seed());
        assertThat(planned(evidence(100, under(1, 10), under(2, 20)), 10).seed())
                .isEqualTo(PROBLEM.seed() + 2);
    }
}
