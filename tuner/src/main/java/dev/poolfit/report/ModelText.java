package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.verdict.Performance;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Words what the model says, and finds which of its predictions belongs to which setting. */
final class ModelText {
    private final Figures figures;

    ModelText(Language language) {
        figures = new Figures(language);
    }

    /** The agreement of two intervals: whether they overlap. */
    enum Agreement {
        AGREE,
        APART,
        NO_INTERVAL;

        static Agreement of(Interval measured, Interval predicted) {
            if (!Figures.bounded(measured) || !Figures.bounded(predicted)) {
                return NO_INTERVAL;
            }
            return measured.low() <= predicted.high() && predicted.low() <= measured.high() ? AGREE : APART;
        }
    }

    /** Returns the model's prediction of a setting that was tried. */
    static Optional<Prediction> of(Run run, Settings settings) {
        Settings wanted = Phrases.tuned(run, settings);
        return run.conclusion().forecast().stream()
                .flatMap(forecast -> Stream.concat(forecast.tried().stream(), forecast.curve().stream()))
                .filter(each -> Phrases.tuned(run, each.settings()).equals(wanted))
                .findFirst();
    }

    /** Returns the model's prediction of a setting before it was tried. */
    static Optional<AdvancePrediction> inAdvance(Run run, Settings settings) {
        Settings wanted = Phrases.tuned(run, settings);
        return run.conclusion().forecast().stream()
                .flatMap(forecast -> forecast.advance().stream())
                .filter(each -> Phrases.tuned(run, each.settings()).equals(wanted))
                .findFirst();
    }

    /** Returns the limit of the answer, where there is one and the model explains the trials. */
    static Optional<Bound> limit(Run run) {
        return run.conclusion()
                .forecast()
                .filter(Forecast::explains)
                .flatMap(forecast -> run.conclusion().recommended())
                .flatMap(answer -> of(run, answer.settings()))
                .map(Prediction::bound);
    }

    /** Returns the settings that were tried and have a prediction. */
    static List<Performance> predicted(Run run) {
        return run.conclusion().tried().stream()
                .filter(each -> of(run, each.settings()).isPresent())
                .toList();
    }

    /** Returns the value with its unit, such as {@code 121.9 ms}. */
    String value(Parameter parameter) {
        Interval value = parameter.value();
        return (certain(value) || tiny(value) ? figures.plain(value.mean()) : figures.number(value.mean()))
                + (parameter.unit().isEmpty() ? "" : " " + parameter.unit());
    }

    /** Returns the interval, such as {@code 119.8–124.0}; empty where the value is certain. */
    String interval(Parameter parameter) {
        Interval value = parameter.value();
        if (certain(value)) {
            return "";
        }
        return tiny(value) && Figures.bounded(value)
                ? figures.plain(value.low()) + "–" + figures.plain(value.high())
                : figures.bounds(value);
    }

    private static boolean certain(Interval value) {
        return value.low() == value.high();
    }

    private static boolean tiny(Interval value) {
        return Math.abs(value.mean()) < 0.1;
    }
}
