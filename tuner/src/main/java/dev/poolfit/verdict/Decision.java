package dev.poolfit.verdict;

import dev.poolfit.plan.TrialPlan;

/** What to do after the evidence so far. */
public sealed interface Decision permits Decision.TryNext, Conclusion {
    /** More trials are needed. */
    record TryNext(TrialPlan plan) implements Decision {}
}
