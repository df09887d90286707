package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.verdict.Decision;
import java.time.Duration;
import java.util.List;

/**
 * Decides what to try next, or gives the verdict.
 *
 * <p>A search is a pure function: it reads no clock and no file, keeps nothing between two calls that a result depends on, and
 * draws random numbers from the seed of its question alone. The same trials and the same rest of the budget give the same
 * decision. So a run can be taken up again from its journal, and a page can ask at any time what the verdict would be now.
 */
public interface Search {
    /** The way to the answer, decided here for the run and for what is told of it beforehand. */
    enum Method {
        /** Nothing is tuned: the load grows until the service breaks. */
        BREAKING_RATE,
        /** The load grows, of which the model knows nothing: {@link BracketingSearch}. */
        BRACKETING,
        /** {@link SwitchingSearch}. */
        SWITCHING,
        /** {@link ModelGuidedSearch}. */
        MODEL_GUIDED;

        /** @param limited whether settings can be switched within the pool */
        public static Method of(Goal goal, Load load, SearchSpace space, boolean limited) {
            if (load.ramp().isPresent()) {
                return space.knobs().isEmpty() ? BREAKING_RATE : BRACKETING;
            }
            return SwitchingSearch.suits(goal, load, space, limited) ? SWITCHING : MODEL_GUIDED;
        }
    }

    /**
     * Decides after some trials. It may be asked at any time and in any order: before the first trial, after a plan of which
     * only some trials were run, and again after the same trials. Without a budget left it gives a verdict; only where the
     * initial settings were not measured yet it may ask for trials all the same, since there is no verdict without them.
     *
     * @param trials every finished trial so far, in order, those that do not count included
     * @param left what is left of the budget for the load of further trials; a negative rest counts as zero
     * @return the trials to run next, or the verdict, each with the rules that were asked
     * @throws IllegalStateException if a table of rules gives no verdict, which is an error of the program
     */
    Decision next(List<Trial> trials, Duration left);
}
