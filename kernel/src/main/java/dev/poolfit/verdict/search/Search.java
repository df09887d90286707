package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.verdict.Decision;
import java.time.Duration;
import java.util.List;

/** Decides what to try next, or that enough is known. */
public interface Search {
    /** How the answer is searched: what is told of a run beforehand and what the run does are decided here. */
    enum Method {
        /** Nothing is tuned: the load grows until the service breaks. */
        BREAKING_RATE,
        /** The load grows, of which the model knows nothing: {@link BracketingSearch}. */
        BRACKETING,
        /** {@link SwitchingSearch}. */
        SWITCHING,
        /** {@link ModelGuidedSearch}. */
        MODEL_GUIDED;

        public static Method of(Goal goal, Load load, SearchSpace space) {
            if (load.ramp().isPresent()) {
                return space.knobs().isEmpty() ? BREAKING_RATE : BRACKETING;
            }
            return SwitchingSearch.suits(goal, load, space) ? SWITCHING : MODEL_GUIDED;
        }
    }

    /**
     * The decision that the evidence allows. The same trials give the same decision, so that a run can be taken up
     * again from its journal.
     *
     * @param trials every finished trial so far, in order
     * @param left what is left of the budget; when no trial fits, the decision is a conclusion
     */
    Decision next(List<Trial> trials, Duration left);
}
