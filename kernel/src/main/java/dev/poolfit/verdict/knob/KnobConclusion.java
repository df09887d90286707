package dev.poolfit.verdict.knob;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.TrialJudge;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Ending;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.rule.Evidence;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the searches of pool and threads and the comparisons of the other knobs together into one conclusion. */
final class KnobConclusion {
    /** One search of pool and threads, and what the other knobs stood at meanwhile. */
    record Searched(OtherKnobs others, Conclusion conclusion) {
        boolean answered() {
            return conclusion.recommended().isPresent();
        }
    }

    private final SearchProblem problem;
    private final JudgedTrials judged;
    private final List<Searched> searches;
    private final Settings answer;
    private final List<Reason> ofKnobs;
    private final List<KnobResult> knobs;

    /** @param answer pool, threads and the other knobs as they stand at the end */
    KnobConclusion(
            SearchProblem problem,
            List<Trial> trials,
            List<Searched> searches,
            Settings answer,
            List<Reason> ofKnobs,
            List<KnobResult> knobs) {
        this.problem = problem;
        judged = judged(trials, searches);
        this.searches = searches;
        this.answer = answer;
        this.ofKnobs = ofKnobs;
        this.knobs = knobs;
    }

    Conclusion write() {
        Searched last = searches.get(searches.size() - 1);
        Conclusion inner = last.conclusion();
        List<Trial> trials = judged.trials();
        SettingStatistics all = SettingStatistics.of(trials, Target.of(problem.goal(), problem.load()));
        SettingStatistics statistics = problem.goal().maximal()
                ? all.nearTheBest(problem.goal().margin().fraction())
                : all;
        Map<Settings, Standing> said = said();
        List<Performance> tried = statistics.performances().stream()
                .map(each -> each.standing(said.getOrDefault(each.settings(), each.standing())))
                .map(each -> each.settings().equals(answer) && statistics.keepsOtherBounds(answer)
                        ? turned(inner, each)
                        : each)
                .toList();
        Optional<Performance> recommended = inner.recommended().flatMap(each -> in(tried, answer));
        Outcome outcome = outcome(inner, recommended);
        return new Ending(problem, trials)
                .of(
                        outcome,
                        recommended,
                        inner.smaller().flatMap(each -> in(tried, last.others().at(each.settings()))),
                        tried,
                        new Conclusion.Grounds(
                                reasons(last, inner, outcome, recommended),
                                inner.findings(),
                                inner.forecast().map(forecast -> in(last.others(), forecast)),
                                knobs,
                                judged));
    }

    /** With the flags of the search that judged a trial last; no search judges the trials of a comparison that came after it. */
    static JudgedTrials judged(List<Trial> trials, List<Searched> searches) {
        return searches.stream()
                .map(each -> each.conclusion().grounds().counted())
                .reduce(new JudgedTrials(trials).by(TrialJudge.COLD), JudgedTrials::with);
    }

    /** Returns a performance after a knob was turned since it gave more: what was among the best is so all the more. */
    private Performance turned(Conclusion inner, Performance each) {
        boolean more = inner.outcome() == Outcome.RECOMMENDED
                && problem.goal().maximal()
                && each.standing() == Standing.UNCLEAR;
        return more ? each.standing(Standing.MEETS) : each;
    }

    /**
     * A setting that a knob brought to the goal after the last search needs no other search to be the answer, and one of which
     * that is not certain since a knob was turned is none.
     */
    private Outcome outcome(Conclusion inner, Optional<Performance> recommended) {
        boolean meets =
                recommended.filter(each -> each.standing() == Standing.MEETS).isPresent();
        boolean mended = inner.outcome() != Outcome.RECOMMENDED
                && !problem.goal().maximal()
                && recommended
                        .filter(each -> each.trials() >= Evidence.LEAST_RUNS)
                        .isPresent();
        if (meets && mended) {
            return Outcome.RECOMMENDED;
        }
        return inner.outcome() == Outcome.RECOMMENDED && !meets ? Outcome.INCONCLUSIVE : inner.outcome();
    }

    /** Returns how each setting stands by the search that tried it, for that knows more of the noise and of the best. */
    private Map<Settings, Standing> said() {
        var said = new HashMap<Settings, Standing>();
        for (Searched each : searches) {
            each.conclusion().tried().forEach(one -> said.put(each.others().at(one.settings()), one.standing()));
        }
        return said;
    }

    private static Optional<Performance> in(List<Performance> tried, Settings settings) {
        return tried.stream().filter(each -> each.settings().equals(settings)).findFirst();
    }

    private List<Reason> reasons(Searched last, Conclusion inner, Outcome outcome, Optional<Performance> recommended) {
        var reasons = new ArrayList<Reason>();
        if (outcome != inner.outcome() && outcome == Outcome.INCONCLUSIVE) {
            recommended.map(each -> new Undecided.NotCertain(each.measured())).ifPresent(reasons::add);
        }
        reasons.add(new KnobReason.Searched(last.others().values()));
        reasons.addAll(inner.reasons());
        reasons.addAll(ofKnobs);
        return reasons;
    }

    private static Forecast in(OtherKnobs others, Forecast forecast) {
        return new Forecast(
                forecast.explains(),
                forecast.statement(),
                forecast.parameters(),
                forecast.checks(),
                forecast.advance().stream()
                        .map(each ->
                                new AdvancePrediction(others.at(each.settings()), each.predicted(), each.measured()))
                        .toList(),
                in(others, forecast.tried()),
                in(others, forecast.curve()),
                forecast.map(),
                forecast.assumptions());
    }

    private static List<Prediction> in(OtherKnobs others, List<Prediction> predictions) {
        return predictions.stream()
                .map(each -> new Prediction(
                        others.at(each.settings()),
                        each.throughput(),
                        each.meanMs(),
                        each.p99Ms(),
                        each.errorRate(),
                        each.bound(),
                        each.extrapolated(),
                        each.states()))
                .toList();
    }
}
