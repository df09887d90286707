package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.Forecasts;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the smallest setting that meets the goal with a queueing model: what the service does at the
 * initial settings calibrates it, a trial at the model's optimum corrects it, and repeats of the answer and of the step below,
 * interleaved with the initial settings, confirm it. Where the model does not explain the trials, the search goes on
 * without it ({@link BracketingSearch}).
 */
public final class ModelGuidedSearch implements Search {
    /** The rules that a rate as the goal and the highest throughput have in common. */
    private static final List<Rule<? super ModelEvidence>> FIRST = List.of(
            Evidence.INITIAL_SETTINGS,
            Rule.of("no-model", ModelEvidence::withoutModel),
            Rule.of("doubtful", ModelEvidence::doubtful),
            Rule.of("nothing-possible", ModelEvidence::nothingPossible));

    /** A rate is wanted: what comes next; the first of these that has something to say. */
    static final RuleTable<RateEvidence> RATE = RuleTable.of(
            "rate",
            FIRST,
            Rule.of("largest-pool", RateEvidence::largestPool, RateEvidence.UNLIKELY),
            Rule.of("model-out-of-reach", RateEvidence::outOfReach, RateEvidence.UNLIKELY),
            Rule.of("worth-trying", RateEvidence::worthTrying, ModelEvidence.MOST_EXPLORATIONS),
            Rule.of("answer-untried", RateEvidence::answerUntried, ModelEvidence.MOST_EXPLORATIONS),
            Rule.of(
                    "settle",
                    RateEvidence::settle,
                    Evidence.LEAST_RUNS,
                    Evidence.MOST_RUNS,
                    ModelEvidence.MOST_RUNS_BELOW),
            Rule.of("answer-not-measured", RateEvidence::answerNotMeasured),
            Rule.of("seldom-run", RateEvidence::seldomRun, Evidence.LEAST_RUNS),
            Rule.of("undecided-below", RateEvidence::undecidedBelow),
            Rule.of("answer-alone", RateEvidence::alone),
            Rule.of("verdict", RateEvidence::verdict));

    /** The highest throughput is wanted, and settings are not switched: what comes next. */
    static final RuleTable<HighestEvidence> HIGHEST = RuleTable.of(
            "max-apart",
            FIRST,
            Rule.of("worth-trying", HighestEvidence::worthTrying, ModelEvidence.MOST_EXPLORATIONS),
            Rule.of("answer-untried", HighestEvidence::answerUntried, ModelEvidence.MOST_EXPLORATIONS),
            Rule.of("beyond-the-model", HighestEvidence::beyondTheModel, Rivals.CONTRAST, Rivals.WIDE_GAP),
            Rule.of("rival", HighestEvidence::rival, Rivals.FAR),
            Rule.of("model-was-off", HighestEvidence::modelWasOff),
            Rule.of("seldom-run", HighestEvidence::answerSeldomRun, Evidence.LEAST_RUNS),
            Rule.of("measured-above-predicted", HighestEvidence::measuredAbovePredicted),
            Rule.of("risky", HighestEvidence::risky, Evidence.MOST_RUNS),
            Rule.of("step-below", HighestEvidence::stepBelow),
            Rule.of("verdict", HighestEvidence::verdictOnHighest));

    private final SearchProblem problem;
    private final Assumptions known;
    private final boolean switches;
    private final boolean forecasts;

    /**
     * @param known what is known of service and database beside the trials
     */
    public ModelGuidedSearch(SearchProblem problem, Assumptions known) {
        this(problem, known, false);
    }

    /**
     * @param known what is known of service and database beside the trials
     * @param switches whether settings can be compared by switching ({@link SwitchingSearch#comparable})
     */
    public ModelGuidedSearch(SearchProblem problem, Assumptions known, boolean switches) {
        this(problem, known, switches, true);
    }

    private ModelGuidedSearch(SearchProblem problem, Assumptions known, boolean switches, boolean forecasts) {
        this.problem = problem;
        this.known = known;
        this.switches = switches;
        this.forecasts = forecasts;
    }

    /** Returns this search with no forecast in its conclusions, whose simulations take most of the time of a search. */
    public ModelGuidedSearch withoutForecasts() {
        return new ModelGuidedSearch(problem, known, switches, false);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        JudgedTrials warm = new JudgedTrials(trials).by(TrialJudge.COLD);
        // Within the pool the service counts who comes and who is served, which tells a crowd by itself.
        JudgedTrials judged = problem.limited() ? warm : warm.by(TrialJudge.CARRY_OVER);
        Decision decision = judged(judged, left);
        if (!(decision instanceof Conclusion conclusion)) {
            return decision;
        }
        long cold = judged.count(Flag.COLD);
        Conclusion counting = conclusion.counting(judged);
        return cold > 0 ? counting.with(new Condition.Cold(cold)) : counting;
    }

    private Decision judged(JudgedTrials judged, Duration left) {
        Optional<TrialFit> fitted = TrialFit.of(judged.trials(), problem.load(), known, problem.seed());
        if (problem.goal().maximal()) {
            var evidence = new HighestEvidence(problem, judged, left, fitted, switches);
            return told(HIGHEST.decide(evidence), evidence, fitted);
        }
        var evidence = new RateEvidence(problem, judged, left, fitted, switches);
        return told(RATE.decide(evidence), evidence, fitted);
    }

    /** With what the model says of it. */
    private Decision told(Decision decision, ModelEvidence evidence, Optional<TrialFit> fitted) {
        if (fitted.isEmpty()) {
            return decision;
        }
        TrialFit fit = fitted.get();
        if (decision instanceof Conclusion conclusion) {
            return forecasts
                    ? new Forecasts(problem, fit, evidence.candidates())
                            .decided(conclusion, evidence.guided(), evidence.trials())
                    : conclusion;
        }
        // What one setting alone leaves open is no prediction: the next is tried to tell it.
        return evidence.guided() && fit.settings().size() > 1
                ? decision.predicted(evidence.candidates()::expected)
                : decision;
    }
}
