package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.NextComparison;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.comparison.SwitchingMethod;
import dev.poolfit.verdict.forecast.Candidates;
import dev.poolfit.verdict.forecast.FitAtOneSpeed;
import dev.poolfit.verdict.forecast.Forecasts;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.ModelRemark;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.rule.Rule;
import dev.poolfit.verdict.rule.RuleTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the smallest setting that is not worse than the best by more than the goal's margin, by switching settings under
 * one load. The first comparison looks across the range, from where the model expects the answer; each later one sets
 * two candidates beside the best ({@link NextComparison}). Pools come first, then threads at the pool that was found.
 */
public final class SwitchingSearch implements Search {
    private static final String NAME = "max";

    /** Before any comparison. */
    static final RuleTable<SwitchingStart> START = RuleTable.of(
            NAME,
            Evidence.INITIAL_SETTINGS,
            Rule.of("initial-settings-again", SwitchingStart::again),
            Rule.of("not-switched", SwitchingStart::withoutSwitching));

    /** The first comparison. */
    static final RuleTable<FirstEvidence> FIRST = RuleTable.of(
            NAME,
            Rule.of("scout", FirstEvidence::scout, FirstEvidence.SPREAD),
            Rule.of("first-comparison", FirstEvidence::first),
            Rule.of("first-two", FirstEvidence::firstTwo),
            Rule.of("no-first-comparison", FirstEvidence::withoutFirst));

    /** The rules for the next step, in their order; the first that has something to say decides. */
    static final RuleTable<SwitchingEvidence> COMPARED = RuleTable.of(
            NAME,
            Rule.of("beyond-the-compared", SwitchingEvidence::farther),
            Rule.of("longer-slices", SwitchingEvidence::longerSlices),
            Rule.of("narrow-the-pools", SwitchingEvidence::pools),
            Rule.of("larger-neighbour", SwitchingEvidence::above),
            Rule.of("narrow-the-threads", SwitchingEvidence::threads),
            Rule.of("beside-the-initial", SwitchingEvidence::besideTheInitial, SwitchingEvidence.BLOCKS),
            Rule.of("real-sizes", SwitchingEvidence::realSizes, RealSizeCheck.BLOCKS),
            Rule.of("answer-alone", SwitchingEvidence::alone, SwitchingEvidence.MOST_ALONE),
            Rule.of("verdict", SwitchingEvidence::verdict));

    private final SearchProblem problem;
    private final Assumptions known;
    private final Search fallback;
    private final boolean forecasts;

    /**
     * @param known what is known of service and database beside the trials
     * @param fallback goes on where switching cannot compare
     */
    public SwitchingSearch(SearchProblem problem, Assumptions known, Search fallback) {
        this(problem, known, fallback, true);
    }

    private SwitchingSearch(SearchProblem problem, Assumptions known, Search fallback, boolean forecasts) {
        this.problem = problem;
        this.known = known;
        this.fallback = fallback;
        this.forecasts = forecasts;
    }

    /** Returns this search with no forecast in its own conclusions, whose simulations take most of the time of a search. */
    SwitchingSearch withoutForecasts() {
        return new SwitchingSearch(problem, known, fallback, false);
    }

    /**
     * Returns whether pools and threads can be compared by switching at all ({@link Goal#comparable}).
     *
     * @param limited whether settings can be switched within the pool
     */
    public static boolean comparable(Goal goal, Load load, SearchSpace space, boolean limited) {
        return goal.comparable(load, limited) && !space.ranges().isEmpty();
    }

    /** Returns whether this search is the one: settings are comparable, and the highest throughput is wanted. */
    public static boolean suits(Goal goal, Load load, SearchSpace space, boolean limited) {
        return goal.maximal() && comparable(goal, load, space, limited);
    }

    @Override
    public Decision next(List<Trial> trials, Duration left) {
        var start = new SwitchingStart(problem, trials, left, fallback);
        return START.decide(start, () -> compared(start, left));
    }

    private Decision compared(SwitchingStart start, Duration left) {
        JudgedTrials judged = start.judged();
        SwitchingMethod method = start.method();
        List<Trial> trials = judged.trials();
        var atOneSpeed = new FitAtOneSpeed(problem, known, trials);
        Optional<TrialFit> fitted = atOneSpeed.latest().fit();
        Optional<Candidates> guide =
                fitted.filter(each -> each.unexplained().isEmpty()).map(each -> new Candidates(problem, each));
        Decision decision = new Ratios(trials, problem.goal().margin().fraction())
                        .settings()
                        .isEmpty()
                ? FIRST.decide(new FirstEvidence(problem, judged, method, left, guide, fallback))
                : COMPARED.decide(new SwitchingEvidence(
                        problem,
                        judged,
                        method,
                        start.realSizes(),
                        left,
                        guide,
                        RealSizeCheck.kept(problem, method, start.realSizes())));
        if (!(decision instanceof Conclusion conclusion)) {
            return guide.map(each -> decision.predicted(each::expected)).orElse(decision);
        }
        Conclusion counting = conclusion.counting(judged);
        Conclusion ended = judged.count(Flag.CARRIED_OVER) > 0 ? counting.with(new Condition.CarriedOver()) : counting;
        ended = start.realSizes().told().map(ended::with).orElse(ended);
        ended = start.shortSlices().map(ended::with).orElse(ended);
        // Rates are told at the speed under which the answer was compared last.
        FitAtOneSpeed.Fitted told = atOneSpeed.of(ended.recommended().map(Performance::settings));
        if (told.fit().isEmpty() || !forecasts || ended.forecast().isPresent()) {
            return ended;
        }
        TrialFit fit = told.fit().get();
        Conclusion said = told.withoutInitial() ? ended.with(new ModelRemark.FittedToOthers(problem.found())) : ended;
        return new Forecasts(problem, fit, new Candidates(problem, fit)).added(said, guide.isPresent(), trials);
    }
}
