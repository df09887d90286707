package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.plan.Role;
import dev.poolfit.verdict.reason.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What was compared within the pool is compared once more at real sizes, or the verdict says why not. */
class RealSizeCheckTest extends SwitchedPools {
    @Test
    void what_was_compared_within_the_pool_is_compared_once_at_its_real_size() {
        compared(new double[] {185, 200, 200}, 4, 5, 10);
        assertThat(evidence().realSizes()).isEmpty();
        assertThat(planned(withinThePool().realSizes()))
                .as("the farther of two that were told as well")
                .containsExactly(pool(5), pool(10));

        compared(4, new double[] {185, 200}, 4, 5);
        trials.replaceAll(each -> each.number() > 3 ? each.as(Role.REAL_SIZE, each.settings()) : each);
        assertThat(withinThePool().realSizes()).isEmpty();
    }

    @Test
    void
            an_answer_that_is_not_decided_waits_for_its_real_size_and_one_with_nothing_below_it_has_the_one_above_beside_it() {
        compared(new double[] {100, 200, 200}, 4, 12, 20);
        assertThat(withinThePool().realSizes()).isEmpty();
        trials.clear();
        compared(new double[] {200, 200, 200}, 1, 2, 10);
        assertThat(planned(withinThePool().realSizes())).containsExactly(pool(1), pool(10));
    }

    /** Pool 29 seemed to give more than 23, 17, 10 and 6, and gave no more at its real size: near ones differed by too little to show it. */
    @Test
    void at_its_real_size_an_answer_is_beside_the_farthest_that_gave_about_as_much() {
        compared(new double[] {150, 185, 193, 201}, 4, 7, 8, 10);
        assertThat(planned(withinThePool().realSizes())).containsExactly(pool(7), pool(10));
    }

    /** A service that warms up: the step below was compared at another time than the answer. */
    @Test
    void at_its_real_size_an_answer_is_beside_what_took_turns_with_it() {
        compared(new double[] {185, 205, 200}, 2, 4, 10);
        compared(4, new double[] {300, 301}, 3, 4);
        assertThat(planned(withinThePool().realSizes())).containsExactly(pool(3), pool(4));
    }

    @Test
    void a_verdict_says_why_the_answer_was_compared_only_within_the_pool() {
        compared(new double[] {185, 200, 200, 200}, 4, 5, 6, 10);
        alone(5, 200, 20);
        assertThat(said(withinThePool()).reasons()).contains(new Condition.OnlyWithinPool(true));
        assertThat(said(evidence()).reasons()).doesNotHaveAnyElementsOfTypes(Condition.OnlyWithinPool.class);

        trials.clear();
        compared(new double[] {90, 120, 160, 200}, 20, 30, 39, 40);
        alone(40, 200, 20);
        assertThat(said(withinThePool()).reasons()).contains(new Condition.OnlyWithinPool(false));
    }

    @Test
    void time_is_kept_for_real_sizes_until_they_were_compared() {
        compared(new double[] {185, 200, 200}, 4, 5, 10);
        Duration beside = evidence().spendable().minus(withinThePool().spendable());
        assertThat(beside).as("its blocks, and what two loads take around them").isEqualTo(Duration.ofSeconds(28));

        compared(4, new double[] {185, 200}, 4, 5);
        trials.replaceAll(each -> each.number() > 3 ? each.as(Role.REAL_SIZE, each.settings()) : each);
        assertThat(withinThePool().spendable()).isEqualTo(evidence().spendable().minus(RealSizeCheck.AROUND));
    }
}
