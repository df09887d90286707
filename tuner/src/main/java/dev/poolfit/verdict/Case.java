package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Assumptions;
import dev.poolfit.model.Bound;
import dev.poolfit.model.Forecast;
import dev.poolfit.model.Parameter;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the rules judge: a conclusion and the evidence that led to it.
 *
 * @param question what was to be found out
 * @param trials every trial, those that do not count included
 * @param symptoms what the valid ones show
 * @param known what is known of service and database beside the trials
 * @param conclusion the answer, without findings
 * @param here the setting that is recommended or nearest to the goal; else the one found at the start
 */
record Case(
        Question question,
        List<Trial> trials,
        Symptoms symptoms,
        Assumptions known,
        Conclusion conclusion,
        Settings here) {
    static Case of(Question question, List<Trial> trials, Assumptions known, Conclusion conclusion) {
        return new Case(
                question,
                List.copyOf(trials),
                new Symptoms(trials),
                known,
                conclusion,
                conclusion.recommended().map(Performance::settings).orElse(question.found()));
    }

    Optional<Interval> here(Figure figure) {
        return symptoms.at(here, figure);
    }

    boolean reached() {
        return conclusion.outcome() == Outcome.RECOMMENDED;
    }

    /**
     * The rate that was asked for and is out of reach here; empty where it was reached, or none was named.
     *
     * @param possible the rate that what limits this setting allows at most
     */
    OptionalDouble missed(double possible) {
        double wanted = question.goal().throughput().map(Rate::perSecond).orElse(0.0);
        boolean slower = here(Figure.RATE).map(rate -> rate.high() < wanted).orElse(false);
        boolean sure = conclusion.outcome() == Outcome.UNREACHABLE
                || conclusion.outcome() == Outcome.INCONCLUSIVE && possible < wanted;
        return slower && sure ? OptionalDouble.of(wanted) : OptionalDouble.empty();
    }

    /** What limits this setting by the model, where it explains the trials. */
    Optional<Bound> bound(Settings settings) {
        return conclusion.forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> forecast.tried().stream())
                .filter(prediction -> prediction.settings().equals(settings))
                .map(prediction -> prediction.bound())
                .findFirst();
    }

    /** A parameter of the model, by its symbol, where the model explains the trials and they tell the parameter. */
    OptionalDouble fitted(String symbol) {
        return conclusion.forecast().filter(Forecast::explains).stream()
                .flatMap(forecast -> forecast.parameters().stream())
                .filter(each -> each.symbol().equals(symbol) && each.origin() != Parameter.Origin.NOT_TOLD)
                .mapToDouble(each -> each.value().mean())
                .findFirst();
    }

    /** The CPUs at a setting. */
    Processors processors(Settings settings) {
        return new Processors(symptoms, known, settings);
    }
}
