package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.units.Message;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What to do after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /**
     * More trials are needed.
     *
     * @param plan which
     * @param why the rule that asks for them, such as {@code the setting one step below the answer}; empty where no rule does
     */
    record TryNext(TrialPlan plan, Optional<Message> why) implements Decision {
        public TryNext(TrialPlan plan) {
            this(plan, Optional.empty());
        }
    }

    /** This decision; the trials that it asks for know what the model expects of them, in good responses a second. */
    default Decision predicted(ToDoubleFunction<Settings> throughput) {
        return this instanceof TryNext next ? new TryNext(next.plan().predicted(throughput), next.why()) : this;
    }
}
