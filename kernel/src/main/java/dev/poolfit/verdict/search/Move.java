package dev.poolfit.verdict.search;

import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision;
import java.time.Duration;

/** What a {@link Rule} asks for. */
sealed interface Move {
    /**
     * Trials, if the budget pays for them; else the next rule is asked.
     *
     * @param plan which
     * @param cost what has to be left of the budget; zero where they are run in any case
     */
    record Try(TrialPlan plan, Duration cost) implements Move {
        boolean paidBy(Duration left) {
            return cost.isZero() || left.compareTo(cost) >= 0;
        }
    }

    /** A verdict, or what another table says. */
    record Say(Decision decision) implements Move {}
}
