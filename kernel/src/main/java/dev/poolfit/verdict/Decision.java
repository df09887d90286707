package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The next step after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /**
     * Asks for more trials.
     *
     * @param plan the trials
     * @param why the rule that asks, such as {@code the setting one step below the answer}; empty where no rule does
     */
    record TryNext(TrialPlan plan, Optional<Message> why) implements Decision {
        public TryNext(TrialPlan plan) {
            this(plan, Optional.empty());
        }
    }

    /** Returns this decision with the good responses a second that the model expects of its trials. */
    default Decision predicted(ToDoubleFunction<Settings> throughput) {
        return this instanceof TryNext next ? new TryNext(next.plan().predicted(throughput), next.why()) : this;
    }
}
