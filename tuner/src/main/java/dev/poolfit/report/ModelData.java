package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Prediction;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The model's curve as the page's script draws it. */
final class ModelData {
    private ModelData() {}

    /** Returns the predictions that make a line along the axis; none where it would be a point. */
    static List<Prediction> drawn(Forecast forecast, Knob axis) {
        var curve = forecast.curve().stream()
                .filter(each -> each.settings().has(axis))
                .toList();
        return curve.stream()
                                .map(each -> each.settings().number(axis))
                                .distinct()
                                .count()
                        > 1
                ? curve
                : List.of();
    }

    /** Returns whether the model says anything of response times. */
    static boolean timed(List<Prediction> curve) {
        return curve.stream().anyMatch(each -> each.p99Ms().mean() > 0);
    }

    static ArrayNode of(Run run, Knob axis, Language language) {
        ArrayNode json = Json.array();
        run.conclusion()
                .forecast()
                .ifPresent(
                        forecast -> drawn(forecast, axis).forEach(each -> json.add(point(run, axis, each, language))));
        return json;
    }

    private static ObjectNode point(Run run, Knob axis, Prediction each, Language language) {
        var phrases = new Phrases(language);
        ObjectNode json = Json.object();
        json.put("x", each.settings().number(axis));
        Knobs.group(run)
                .filter(each.settings()::has)
                .ifPresent(knob -> json.put("group", each.settings().number(knob)));
        json.set("rate", ends(each.throughput()));
        json.set("p99", ends(each.p99Ms()));
        json.put("extrapolated", each.extrapolated());
        Json.putTexts(
                json,
                "words",
                List.of(
                        Phrases.setting(run, each.settings()) + " (" + language.text("label.predicted") + ")",
                        phrases.rate(each.throughput()),
                        phrases.quality(each.p99Ms().mean(), each.errorRate().mean()),
                        language.text("prediction.limited-by", language.text(each.bound()))));
        return json;
    }

    /** Returns the estimate, then the low and the high end. */
    static ArrayNode ends(Interval interval) {
        ArrayNode json = Json.array();
        json.add(Json.number(interval.mean()));
        json.add(Json.number(interval.low()));
        json.add(Json.number(interval.high()));
        return json;
    }
}
