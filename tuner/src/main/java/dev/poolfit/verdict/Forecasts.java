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
import dev.poolfit.units.Sentence;
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

    private static List<Sentence> reasons(Conclusion conclusion) {
        var reasons = new ArrayList<>(conclusion.reasons());
        reasons.add(Sentence.of("reason.without-model"));
        return reasons;
    }

    private static Sentence statement(
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
        Sentence fits = Sentence.of(
                "forecast.fits",
                String.format(Locale.ROOT, "%.1f %%", 100 * sum / Math.max(1, tried.size())),
                tried.size(),
                String.format(Locale.ROOT, "%.1f %%", 100 * worst));
        return guided
                ? Sentence.of("forecast.limited", answer.settings().toString(), Sentence.of(answer.bound()), fits)
                : Sentence.of("forecast.unlike", fits);
    }
}
