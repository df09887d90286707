package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import java.util.function.ToDoubleFunction;

/** What to do after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /**
     * More trials are needed.
     *
     * @param plan which
     * @param trace the rules that were asked, the last of which asks for these trials; none where no rule does
     */
    record TryNext(TrialPlan plan, Trace trace) implements Decision {
        public TryNext(TrialPlan plan) {
            this(plan, Trace.NONE);
        }

        @Override
        public TryNext after(Trace before) {
            return new TryNext(plan, before.then(trace));
        }
    }

    /** The rules that were asked before it was made. */
    Trace trace();

    /** This decision, before which other rules were asked. */
    Decision after(Trace before);

    /** This decision; the trials that it asks for know what the model expects of them, in good responses a second. */
    default Decision predicted(ToDoubleFunction<Settings> throughput) {
        return this instanceof TryNext next ? new TryNext(next.plan().predicted(throughput), next.trace()) : this;
    }
}
