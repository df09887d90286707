package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.TrialPlan;
import java.util.function.ToDoubleFunction;

/** What to do after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /** More trials are needed. */
    record TryNext(TrialPlan plan) implements Decision {}

    /** This decision; the trials that it asks for know what the model expects of them, in good responses a second. */
    default Decision predicted(ToDoubleFunction<Settings> throughput) {
        return this instanceof TryNext next ? new TryNext(next.plan().predicted(throughput)) : this;
    }
}
