package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Compilation;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import dev.poolfit.verdict.rule.Move;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Pools that were switched under one load, without a model; 10 was found. */
class SwitchingEvidenceTest extends SwitchedPools {
    @Test
    void without_a_model_twice_the_largest_is_compared_while_throughput_grows() {
        compared(new double[] {100, 200}, 10, 20);
        assertThat(planned(evidence().farther())).containsExactly(pool(20), pool(40));
    }

    @Test
    void nothing_is_beyond_a_best_in_the_middle() {
        compared(new double[] {180, 200, 150}, 10, 15, 20);
        assertThat(evidence().farther()).isEmpty();
    }

    @Test
    void what_lies_between_a_worse_pool_and_the_answer_is_compared() {
        compared(new double[] {100, 200, 200}, 5, 10, 20);
        assertThat(planned(evidence().pools()))
                .anyMatch(each -> each.pool().orElseThrow() > 5 && each.pool().orElseThrow() < 10);
    }

    @Test
    void a_decided_answer_goes_beside_the_initial_settings_until_they_shared_enough_blocks() {
        compared(new double[] {185, 200, 200}, 4, 5, 8);
        compared(new double[] {200, 200}, 10, 40);
        SwitchingEvidence apart = evidence();
        assertThat(planned(apart.besideTheInitial())).containsExactly(pool(5), pool(10));

        compared(SwitchingEvidence.BLOCKS - 1, new double[] {200, 200}, 5, 10);
        assertThat(planned(evidence().besideTheInitial())).containsExactly(pool(5), pool(10));
        compared(SwitchingEvidence.BLOCKS, new double[] {200, 200}, 5, 10);
        assertThat(evidence().besideTheInitial()).isEmpty();
    }

    @Test
    void the_answer_has_a_trial_of_its_own_and_up_to_three_where_its_response_times_are_not_clear() {
        var within = new Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofMillis(300)));
        compared(new double[] {185, 200, 200}, 4, 5, 10);
        assertThat(planned(evidence(within).alone())).containsExactly(pool(5));
        alone(5, 200, 20);
        assertThat(evidence(within).alone()).isEmpty();

        trials.remove(trials.size() - 1);
        for (int run = 0; run < SwitchingEvidence.MOST_ALONE; run++) {
            assertThat(planned(evidence(within).alone())).containsExactly(pool(5));
            alone(5, 300, 50);
        }
        assertThat(evidence(within).alone()).isEmpty();
    }

    @Test
    void a_peak_may_lie_above_the_answer_until_a_pool_a_little_larger_was_compared() {
        compared(new double[] {185, 200, 200}, 4, 5, 10);
        alone(5, 200, 20);
        assertThat(planned(evidence().above())).containsExactly(pool(5), pool(6));
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons()).hasAtLeastOneElementOfType(Undecided.LargerNotCompared.class);

        compared(new double[] {200, 230}, 5, 6);
        assertThat(planned(evidence().above())).containsExactly(pool(6), pool(7));
    }

    /** On a public service the time went into smaller pools, and 10, which was enough, was no answer. */
    @Test
    void a_smaller_pool_is_looked_for_only_where_the_neighbour_of_the_answer_can_still_be_paid() {
        compared(new double[] {185, 200, 200}, 6, 12, 20);
        var narrowing = (Move.Try) evidence().pools().orElseThrow();
        var neighbour = (Move.Try) evidence().above().orElseThrow();
        compared(new double[] {200, 200}, 12, 14);

        assertThat(evidence().above()).isEmpty();
        var later = (Move.Try) evidence().pools().orElseThrow();
        assertThat(later.plan().trials()).hasSameSizeAs(narrowing.plan().trials());
        assertThat(narrowing.cost()).isGreaterThan(later.cost()).isGreaterThan(neighbour.cost());
    }

    /** Blocks of a service that is compiled do not count later. */
    @Test
    void short_slices_are_held_against_long_ones_once_the_compiler_has_little_to_do() {
        compared(new double[] {190, 200, 200}, 5, 10, 30);
        compiling(Compilation.STARVED);
        assertThat(withinThePool().longerSlices()).isEmpty();

        compiling(Compilation.STARVED - 1);
        assertThat(planned(withinThePool().longerSlices())).containsExactly(pool(5), pool(30));
    }

    private void compiling(double jit) {
        trials.replaceAll(each ->
                TrialBuilder.like(each).lasting(1, 3).read(Metric.JIT_TIME, jit).build());
    }

    @Test
    void the_smallest_that_is_not_worse_is_recommended() {
        compared(new double[] {185, 200, 200, 200}, 4, 5, 6, 10);
        alone(5, 200, 20);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(said.recommended().orElseThrow().settings()).isEqualTo(pool(5));
    }

    @Test
    void an_answer_up_to_twice_the_smallest_that_may_be_enough_is_given_with_the_range() {
        var range = between(7, 12);
        compared(new double[] {185, 200, 200, 200}, 6, 12, 14, 20);
        alone(12, 200, 20);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.RECOMMENDED);
        assertThat(said.recommended().orElseThrow().settings()).isEqualTo(pool(12));
        assertThat(said.reasons()).contains(range);

        compared(new double[] {185, 200, 200}, 9, 12, 20);
        assertThat(said(evidence()).reasons()).as("known to a third").doesNotHaveAnyElementsOfTypes(range.getClass());
    }

    private static WhyThis.Between between(int smallest, int largest) {
        return new WhyThis.Between(pool(smallest).only(Knob.POOL), pool(largest).only(Knob.POOL));
    }

    /** Pool 6 surely gives less than the best; by its estimate it loses less than the margin. */
    @Test
    void the_range_holds_what_is_likely_to_be_enough() {
        compared(new double[] {194.6, 200, 200, 200}, 6, 12, 14, 20);
        alone(12, 200, 20);
        assertThat(said(evidence()).reasons()).contains(between(6, 12));
    }

    @Test
    void an_answer_that_may_be_more_than_twice_too_large_is_none() {
        compared(new double[] {185, 200, 200, 200}, 4, 12, 14, 20);
        alone(12, 200, 20);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons()).hasAtLeastOneElementOfType(Undecided.SmallestNotDecided.class);
    }

    @Test
    void where_nothing_is_shown_for_the_margin_a_wider_one_for_which_something_is_is_told() {
        compared(new double[] {150, 193, 193.5, 200, 200, 200}, 2, 4, 5, 14, 16, 20);
        alone(14, 200, 20);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons()).contains(new Undecided.WithMargin(0.05, pool(4)));
    }

    @Test
    void a_wider_margin_is_not_told_for_a_pool_above_which_a_peak_may_lie() {
        compared(new double[] {150, 193, 200, 200, 200}, 2, 4, 12, 14, 20);
        alone(12, 200, 20);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons()).doesNotHaveAnyElementsOfTypes(Undecided.WithMargin.class);
    }

    @Test
    void the_bound_that_the_nearest_misses_alone_is_told() {
        var within = new Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofMillis(300)));
        compared(new double[] {185, 200, 200}, 4, 5, 10);
        for (int run = 0; run < SwitchingEvidence.MOST_ALONE; run++) {
            alone(5, 400, 5);
            alone(10, 400, 5);
        }
        Conclusion said = said(evidence(within));
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons())
                .filteredOn(OutOfReach.Misses.class::isInstance)
                .extracting(each -> ((OutOfReach.Misses) each).bounds().p99Ms())
                .containsExactly(OptionalDouble.of(300));
    }

    /** As where settings that change places leave a crowd behind that none of them has by itself. */
    @Test
    void nothing_is_recommended_where_a_setting_gave_far_more_alone_than_all_that_took_turns() {
        trials.add(alone(10, 400).build());
        compared(new double[] {185, 200, 200, 200}, 4, 5, 6, 10);
        Conclusion said = said(evidence());
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons())
                .filteredOn(Undecided.HigherAlone.class::isInstance)
                .extracting(each -> ((Undecided.HigherAlone) each).alone().settings())
                .containsExactly(pool(10));

        trials.set(0, alone(10, 280).build());
        assertThat(said(evidence()).outcome()).isEqualTo(Outcome.RECOMMENDED);
    }

    /** As where a crowd keeps itself alive once a setting holds for good. */
    @Test
    void nothing_is_recommended_where_the_answer_gave_far_less_alone_twice() {
        compared(new double[] {185, 200, 200, 200}, 4, 5, 6, 10);
        trials.add(alone(5, 190).build());
        assertThat(evidence().alone()).as("about as much").isEmpty();
        assertThat(said(evidence()).outcome()).isEqualTo(Outcome.RECOMMENDED);

        trials.set(trials.size() - 1, alone(5, 120).build());
        assertThat(planned(evidence().alone())).as("once more").containsExactly(pool(5));
        assertThat(said(evidence()).toDecide())
                .as("for which a budget may be exceeded")
                .isPresent();
        trials.add(alone(5, 120).build());
        assertThat(evidence().alone()).isEmpty();
        Conclusion said = said(evidence());
        assertThat(said.toDecide()).isEmpty();
        assertThat(said.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(said.reasons())
                .filteredOn(Undecided.LowerAlone.class::isInstance)
                .extracting(each -> ((Undecided.LowerAlone) each).alone().settings())
                .containsExactly(pool(5));

        trials.set(trials.size() - 1, alone(5, 190).build());
        assertThat(said(evidence()).outcome()).as("it was chance").isEqualTo(Outcome.RECOMMENDED);
    }

    @Test
    void a_service_that_has_become_slower_is_no_reason_to_recommend_nothing() {
        trials.add(alone(10, 400).build());
        compared(new double[] {185, 200, 200, 200}, 4, 5, 6, 10);
        trials.add(alone(5, 200).build());
        assertThat(said(evidence()).outcome()).isEqualTo(Outcome.RECOMMENDED);

        trials.set(trials.size() - 1, alone(5, 390).build());
        assertThat(said(evidence()).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }
}
