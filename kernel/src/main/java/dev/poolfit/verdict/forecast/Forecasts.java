package dev.poolfit.verdict.forecast;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.ThroughputMap;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.reason.ModelRemark;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Adds to a conclusion what the model says of it. */
public final class Forecasts {
    private final SearchProblem problem;
    private final TrialFit trialFit;
    private final ForecastGrid grid;
    /** Predictions by settings: what was tried is on the curve, too. */
    private final Map<Settings, Prediction> predictions = new HashMap<>();

    public Forecasts(SearchProblem problem, TrialFit trialFit, Candidates candidates) {
        this.problem = problem;
        this.trialFit = trialFit;
        grid = new ForecastGrid(problem, candidates);
    }

    /**
     * Returns the conclusion with the forecast of a model that may have decided.
     *
     * @param explains whether the model explains the trials
     * @param trials as they were measured
     */
    public Conclusion decided(Conclusion conclusion, boolean explains, List<Trial> trials) {
        double margin = problem.goal().margin().fraction();
        if (!explains || AdvancePredictions.within(margin, trials)) {
            return added(conclusion, explains, trials);
        }
        OptionalDouble error = AdvancePredictions.error(trials);
        if (error.isEmpty()) {
            return added(conclusion.with(new ModelRemark.Unproven()), false, fits -> fits, trials);
        }
        return added(
                conclusion.with(new ModelRemark.Missed(error.getAsDouble())),
                false,
                fits -> Message.of("forecast.missed", fits, Quantity.share(margin)),
                trials);
    }

    /**
     * Returns the conclusion with the forecast of a model that does not decide.
     *
     * @param explains whether the model explains the trials
     * @param trials as they were measured
     */
    public Conclusion added(Conclusion conclusion, boolean explains, List<Trial> trials) {
        if (!explains) {
            return added(
                    conclusion.with(new ModelRemark.WithoutModel()),
                    false,
                    fits -> Message.of("forecast.unlike", fits),
                    trials);
        }
        Settings answer = answer(conclusion);
        return added(
                conclusion,
                true,
                fits -> Message.of(
                        "forecast.limited",
                        answer.toString(),
                        Message.of(predicted(answer).bound()),
                        fits),
                trials);
    }

    private Settings answer(Conclusion conclusion) {
        return conclusion.recommended().map(Performance::settings).orElse(problem.found());
    }

    private Conclusion added(
            Conclusion conclusion, boolean explains, UnaryOperator<Message> statement, List<Trial> trials) {
        Fit fit = trialFit.fit();
        List<Performance> measured = conclusion.tried().stream()
                .filter(each -> each.throughput().mean() > 0)
                .toList();
        List<Prediction> tried =
                measured.stream().map(each -> predicted(each.settings())).toList();
        Settings answer = answer(conclusion);
        boolean both = problem.space().of(Knob.POOL).isPresent()
                && problem.space().of(Knob.THREADS).isPresent();
        List<Settings> shown = Stream.concat(measured.stream().map(Performance::settings), Stream.of(answer))
                .toList();
        Optional<ThroughputMap> map = both ? Optional.of(grid.map(trialFit, shown)) : Optional.empty();
        List<Prediction> curve =
                grid.curve(answer, shown).stream().map(this::predicted).toList();
        List<AdvancePrediction> advance = AdvancePredictions.of(trials);
        var forecast = new Forecast(
                explains,
                statement.apply(fits(measured, tried, advance)),
                fit.parameters(),
                fit.checks(),
                advance,
                tried,
                curve,
                map,
                fit.warnings());
        return conclusion.with(forecast);
    }

    private Prediction predicted(Settings settings) {
        return predictions.computeIfAbsent(settings, each -> trialFit.fit().predict(each, WhatIf.NOTHING));
    }

    private Message fits(List<Performance> measured, List<Prediction> tried, List<AdvancePrediction> advance) {
        List<Double> errors = IntStream.range(0, tried.size())
                .filter(i -> trialFit.settings().contains(measured.get(i).settings()))
                .mapToObj(i -> tried.get(i).throughput().mean()
                                / measured.get(i).throughput().mean()
                        - 1)
                .toList();
        Message fits = errors("forecast.fits", errors);
        return advance.isEmpty()
                ? fits
                : Message.of(
                        "join.space",
                        fits,
                        errors(
                                "forecast.predicted",
                                advance.stream().map(AdvancePrediction::error).toList()));
    }

    private static Message errors(String key, List<Double> errors) {
        DoubleSummaryStatistics sizes = errors.stream().mapToDouble(Math::abs).summaryStatistics();
        return Message.of(
                key,
                Quantity.aboutShare(sizes.getAverage()),
                errors.size(),
                Quantity.aboutShare(Math.max(0, sizes.getMax())));
    }
}
