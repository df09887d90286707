package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds to a conclusion what the model says of it. */
final class Forecasts {
    private final SearchProblem problem;
    private final TrialFit trialFit;
    private final ForecastGrid grid;
    /** What was tried is on the curve, too. */
    private final Map<Settings, Prediction> predictions = new HashMap<>();

    Forecasts(SearchProblem problem, TrialFit trialFit, Candidates candidates) {
        this.problem = problem;
        this.trialFit = trialFit;
        grid = new ForecastGrid(problem, candidates);
    }

    /**
     * @param guided whether the search went by the model
     */
    Conclusion added(Conclusion conclusion, boolean guided) {
        Fit fit = trialFit.fit();
        List<Performance> measured = conclusion.tried().stream()
                .filter(each -> each.throughput().mean() > 0)
                .toList();
        List<Prediction> tried =
                measured.stream().map(each -> predicted(each.settings())).toList();
        Settings answer = conclusion.recommended().map(Performance::settings).orElse(problem.found());
        boolean both = problem.space().of(Knob.POOL).isPresent()
                && problem.space().of(Knob.THREADS).isPresent();
        List<Settings> shown = Stream.concat(measured.stream().map(Performance::settings), Stream.of(answer))
                .toList();
        Optional<ThroughputMap> map = both ? Optional.of(grid.map(trialFit, shown)) : Optional.empty();
        List<Prediction> curve =
                grid.curve(answer, shown).stream().map(this::predicted).toList();
        var forecast = new Forecast(
                guided,
                statement(measured, tried, predicted(answer), guided),
                fit.parameters(),
                fit.checks(),
                tried,
                curve,
                map,
                fit.warnings());
        return conclusion.with(forecast, guided ? conclusion.reasons() : reasons(conclusion));
    }

    private Prediction predicted(Settings settings) {
        return predictions.computeIfAbsent(settings, each -> trialFit.fit().predict(each, WhatIf.NOTHING));
    }

    /** A conclusion may be forecast again, when more was measured. */
    private static List<Message> reasons(Conclusion conclusion) {
        Message without = Message.of("reason.without-model");
        return conclusion.reasons().contains(without)
                ? conclusion.reasons()
                : Stream.concat(conclusion.reasons().stream(), Stream.of(without))
                        .toList();
    }

    private Message statement(List<Performance> measured, List<Prediction> tried, Prediction answer, boolean guided) {
        double sum = 0;
        double worst = 0;
        int fitted = 0;
        for (int i = 0; i < tried.size(); i++) {
            if (trialFit.settings().contains(measured.get(i).settings())) {
                Interval predicted = tried.get(i).throughput();
                double error =
                        Math.abs(predicted.mean() / measured.get(i).throughput().mean() - 1);
                sum += error;
                worst = Math.max(worst, error);
                fitted++;
            }
        }
        Message fits = Message.of(
                "forecast.fits", Quantity.aboutShare(sum / Math.max(1, fitted)), fitted, Quantity.aboutShare(worst));
        return guided
                ? Message.of("forecast.limited", answer.settings().toString(), Message.of(answer.bound()), fits)
                : Message.of("forecast.unlike", fits);
    }
}
