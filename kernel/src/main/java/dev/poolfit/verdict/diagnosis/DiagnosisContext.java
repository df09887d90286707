package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The conclusion that the rules judge, and the evidence that led to it.
 *
 * @param problem the problem of the search
 * @param trials every trial, those that do not count included
 * @param probes the figures of the valid ones
 * @param known assumptions on service and database beside the trials
 * @param conclusion the answer, without findings
 * @param here the setting that is recommended or nearest to the goal; else the initial one
 */
record DiagnosisContext(
        SearchProblem problem,
        List<Trial> trials,
        ProbeStatistics probes,
        Assumptions known,
        Conclusion conclusion,
        Settings here) {
    static DiagnosisContext of(SearchProblem problem, List<Trial> trials, Assumptions known, Conclusion conclusion) {
        return new DiagnosisContext(
                problem,
                List.copyOf(trials),
                new ProbeStatistics(trials),
                known,
                conclusion,
                conclusion.recommended().map(Performance::settings).orElse(problem.found()));
    }

    Optional<Interval> here(Indicator figure) {
        return probes.at(here, figure);
    }

    boolean reached() {
        return conclusion.outcome() == Outcome.RECOMMENDED;
    }

    /**
     * Returns the rate that was asked for and is out of reach here; empty where it was reached, or none was named.
     *
     * @param possible the highest rate that the limit allows, in requests a second
     */
    OptionalDouble missed(double possible) {
        double wanted = problem.goal().throughput().map(Rate::perSecond).orElse(0.0);
        boolean slower = here(Indicator.RATE).map(rate -> rate.high() < wanted).orElse(false);
        boolean sure = conclusion.outcome() == Outcome.UNREACHABLE
                || conclusion.outcome() == Outcome.INCONCLUSIVE && possible < wanted;
        return slower && sure ? OptionalDouble.of(wanted) : OptionalDouble.empty();
    }

    /** Returns the limit of this setting by the model, where it explains the trials. */
    Optional<Bound> bound(Settings settings) {
        return conclusion.forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> forecast.tried().stream())
                .filter(prediction -> prediction.settings().equals(settings))
                .map(prediction -> prediction.bound())
                .findFirst();
    }

    /** Returns a parameter of the model, where the model explains the trials and the parameter is identifiable. */
    OptionalDouble fitted(Parameter.Key key) {
        return conclusion.forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> forecast.parameters().stream())
                .filter(each -> each.key() == key && each.origin() != Parameter.Origin.NOT_IDENTIFIABLE)
                .mapToDouble(each -> each.value().mean())
                .findFirst();
    }

    /** Returns that no pool size helps, where the comparisons show it. */
    Optional<FlatRate> flat() {
        return FlatRate.of(problem.goal(), problem.found(), conclusion);
    }

    Processors processors(Settings settings) {
        return new Processors(probes, known, settings);
    }
}
