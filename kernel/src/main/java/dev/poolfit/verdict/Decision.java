package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import java.util.function.ToDoubleFunction;

/** The next step after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /**
     * Asks for more trials.
     *
     * @param plan the trials
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

    /** Returns the rules that were asked before it was made. */
    Trace trace();

    /** Returns this decision with other rules that were asked before. */
    Decision after(Trace before);

    /** Returns this decision with the good responses a second that the model expects of its trials. */
    default Decision predicted(ToDoubleFunction<Settings> throughput) {
        return this instanceof TryNext next ? new TryNext(next.plan().predicted(throughput), next.trace()) : this;
    }
}
