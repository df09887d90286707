package dev.poolfit.verdict.rule;

import dev.poolfit.plan.TrialPlan;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import java.time.Duration;
import java.util.Optional;

/** The answer of a {@link Rule} that applies. */
public sealed interface Move {
    /** The decision that it leads to; empty where the rest of the budget does not pay for it. */
    Optional<Decision> within(Duration left);

    /**
     * Asks for trials. Where the budget does not pay for them, the next rule is asked.
     *
     * @param plan which trials
     * @param cost how much of the budget has to be left; zero where they are run in any case
     */
    record Try(TrialPlan plan, Duration cost) implements Move {
        @Override
        public Optional<Decision> within(Duration left) {
            return cost.isZero() || left.compareTo(cost) >= 0 ? Optional.of(new TryNext(plan)) : Optional.empty();
        }
    }

    /**
     * Gives the verdict, or hands over to another search.
     *
     * @param decision the verdict, or what the other search decides, with the rules that it asked
     */
    record Say(Decision decision) implements Move {
        @Override
        public Optional<Decision> within(Duration left) {
            return Optional.of(decision);
        }
    }
}
