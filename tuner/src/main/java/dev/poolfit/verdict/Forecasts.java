package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Fit;
import dev.poolfit.model.Forecast;
import dev.poolfit.model.Outlook;
import dev.poolfit.model.Prediction;
import dev.poolfit.model.ThroughputMap;
import dev.poolfit.model.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds to a conclusion what the model says of it. */
final class Forecasts {
    private final Question question;
    private final Outlook outlook;

    Forecasts(Question question, Outlook outlook) {
        this.question = question;
        this.outlook = outlook;
    }

    /**
     * @param guided whether the search went by the model
     */
    Conclusion added(Conclusion conclusion, boolean guided) {
        Fit fit = outlook.fit();
        var candidates = new Candidates(question, outlook);
        List<Performance> measured = conclusion.tried().stream()
                .filter(each -> each.throughput().mean() > 0)
                .toList();
        List<Prediction> tried = measured.stream()
                .map(each -> fit.predict(each.settings(), WhatIf.NOTHING))
                .toList();
        Settings answer = conclusion.recommended().map(Performance::settings).orElse(question.found());
        boolean both = question.space().of(Knob.POOL).isPresent()
                && question.space().of(Knob.THREADS).isPresent();
        List<Settings> shown = Stream.concat(measured.stream().map(Performance::settings), Stream.of(answer))
                .toList();
        Optional<ThroughputMap> map = both ? Optional.of(candidates.map(shown)) : Optional.empty();
        List<Prediction> curve = candidates.curve(answer).stream()
                .map(each -> fit.predict(each, WhatIf.NOTHING))
                .toList();
        var forecast = new Forecast(
                guided,
                statement(measured, tried, fit.predict(answer, WhatIf.NOTHING), guided),
                fit.parameters(),
                fit.checks(),
                tried,
                curve,
                map,
                fit.warnings());
        return conclusion.with(forecast, guided ? conclusion.reasons() : reasons(conclusion));
    }

    private static List<String> reasons(Conclusion conclusion) {
        var reasons = new ArrayList<>(conclusion.reasons());
        reasons.add("The queueing model did not explain the trials, so the search bracketed the answer without it.");
        return reasons;
    }

    private static String statement(
            List<Performance> measured, List<Prediction> tried, Prediction answer, boolean guided) {
        double sum = 0;
        double worst = 0;
        for (int i = 0; i < tried.size(); i++) {
            Interval predicted = tried.get(i).throughput();
            double error =
                    Math.abs(predicted.mean() / measured.get(i).throughput().mean() - 1);
            sum += error;
            worst = Math.max(worst, error);
        }
        String fits = String.format(
                Locale.ROOT,
                "Fitted to the trials, the model lies within %.1f %% of the %d tried settings in the mean (%.1f %% at"
                        + " most).",
                100 * sum / Math.max(1, tried.size()),
                tried.size(),
                100 * worst);
        return guided
                ? "At " + answer.settings() + " throughput is limited by "
                        + answer.bound().words() + ". " + fits
                : fits + " That is more than noise; a service like this one is not what the model knows.";
    }
}
