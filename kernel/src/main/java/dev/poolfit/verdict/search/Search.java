package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.verdict.Decision;
import java.time.Duration;
import java.util.List;

/** Decides what to try next, or that enough is known. */
public interface Search {
    /**
     * The decision that the evidence allows. The same trials give the same decision, so that a run can be taken up
     * again from its journal.
     *
     * @param trials every finished trial so far, in order
     * @param left what is left of the budget; when no trial fits, the decision is a conclusion
     */
    Decision next(List<Trial> trials, Duration left);
}
