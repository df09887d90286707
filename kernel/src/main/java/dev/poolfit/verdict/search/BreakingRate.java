package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import java.time.Duration;
import java.util.List;

/** Searches nothing: repeats a ramp at the settings found, and tells at which rate the service breaks. */
public final class BreakingRate implements Search {
    /** The rules for the next step, in their order; the first that has something to say decides. */
    static final RuleTable<RampEvidence> TABLE = RuleTable.of(
            "ramp",
            Rule.of("ramp", RampEvidence::again, RampEvidence.RAMPS, RampEvidence.MOST_RAMPS),
            Rule.of("too-few-ramps", RampEvidence::tooFew, RampEvidence.LEAST_RAMPS),
            Rule.of("verdict", RampEvidence::verdict));

    private final SearchProblem problem;

    /** @param problem whose load is a ramp */
    public BreakingRate(SearchProblem problem) {
        this.problem = problem;
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        return TABLE.decide(new RampEvidence(problem, trials, left));
    }
}
