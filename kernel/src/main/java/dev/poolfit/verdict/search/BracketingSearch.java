package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the smallest setting that meets the goal without a model: brackets it from rate × hold time, narrows the
 * bracket, and confirms the answer and the step below it in interleaved repeats. Where the goal is the highest
 * throughput, a ladder over the whole space comes first, and the answer lies within the goal's margin of the best.
 */
public final class BracketingSearch implements Search {
    private static final String NAME = "without-model";

    /** The rules for the next step, whether or not it can be measured. */
    static final RuleTable<LadderEvidence> NEXT = RuleTable.of(
            NAME,
            Rule.of("across-the-range", LadderEvidence::across, Evidence.LEAST_RUNS),
            Rule.of("halve-the-pools", LadderEvidence::pool),
            Rule.of("halve-the-threads", LadderEvidence::threads),
            Rule.of("nothing-counts-yet", LadderEvidence::nothingMeasured, LadderEvidence.MOST_ATTEMPTS),
            Rule.of("out-of-reach.more-threads", LadderEvidence::moreThreads),
            Rule.of("out-of-reach.smaller-pool", LadderEvidence::smallerPool),
            Rule.of("out-of-reach.repeat", LadderEvidence::repeatBest, Evidence.LEAST_RUNS),
            Rule.of("out-of-reach.open", LadderEvidence::repeatOpenBest, Evidence.MOST_RUNS),
            Rule.of("out-of-reach", LadderEvidence::outOfReach),
            Rule.of("confirm", LadderEvidence::confirm, Evidence.LEAST_RUNS),
            Rule.of("unsettled", LadderEvidence::unsettled, Evidence.MOST_RUNS),
            Rule.of("step-above", LadderEvidence::above, Evidence.LEAST_RUNS),
            Rule.of("seldom-run", LadderEvidence::seldomRun, Evidence.LEAST_RUNS),
            Rule.of("undecided-below", LadderEvidence::undecidedBelow),
            Rule.of("step-below", LadderEvidence::stepBelow),
            Rule.of("verdict", LadderEvidence::verdict));

    /** The rules that are asked before. */
    static final RuleTable<LadderEvidence> START = RuleTable.of(
            NAME,
            Evidence.INITIAL_SETTINGS,
            Rule.of("tried-in-vain", LadderEvidence::triedInVain, LadderEvidence.MOST_ATTEMPTS));

    private final SearchProblem problem;
    private final boolean across;

    public BracketingSearch(SearchProblem problem) {
        this(problem, true);
    }

    private BracketingSearch(SearchProblem problem, boolean across) {
        this.problem = problem;
        this.across = across;
    }

    /** Returns this search without a look across the space: what was tried is where it begins. */
    BracketingSearch fromTried() {
        return new BracketingSearch(problem, false);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        return next(trials, left, answer -> Optional.empty());
    }

    /** @param failing what a model expects to fail close below an answer */
    Decision next(List<Trial> trials, Duration left, Function<Settings, Optional<ModelledStep>> failing) {
        var evidence = new LadderEvidence(problem, trials, left, across, failing);
        return START.decide(evidence, () -> NEXT.decide(evidence));
    }
}
