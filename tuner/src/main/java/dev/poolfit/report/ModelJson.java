package dev.poolfit.report;

import dev.poolfit.model.fit.AdvancePrediction;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Forecast;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The model's part of {@code result.json}. */
final class ModelJson {
    private ModelJson() {}

    /** Returns the curve, then the settings that were tried beside it. */
    static ArrayNode predictions(Run run) {
        ArrayNode json = Json.array();
        run.conclusion()
                .forecast()
                .ifPresent(forecast -> Stream.concat(forecast.curve().stream(), beside(run, forecast))
                        .forEach(each -> json.add(prediction(each))));
        return json;
    }

    private static Stream<Prediction> beside(Run run, Forecast forecast) {
        var curve = forecast.curve().stream()
                .map(each -> Phrases.tuned(run, each.settings()))
                .toList();
        return forecast.tried().stream().filter(each -> !curve.contains(Phrases.tuned(run, each.settings())));
    }

    private static ObjectNode prediction(Prediction each) {
        ObjectNode json = Json.object();
        json.set("settings", ResultJson.settings(each.settings()));
        json.set("throughput", ResultJson.interval(each.throughput()));
        Json.put(json, "meanMs", each.meanMs().mean());
        Json.put(json, "p99Ms", each.p99Ms().mean());
        Json.put(json, "errorRate", each.errorRate().mean());
        json.put("limit", Phrases.key(each.bound()));
        json.put("extrapolated", each.extrapolated());
        return json;
    }

    static JsonNode model(Run run) {
        if (run.conclusion().forecast().isEmpty()) {
            return Json.none();
        }
        Forecast forecast = run.conclusion().forecast().get();
        ObjectNode json = Json.object();
        json.put("explains", forecast.explains());
        json.put("statement", Language.EN.text(forecast.statement()));
        var advance = json.putArray("predictedInAdvance");
        forecast.advance().forEach(each -> advance.add(advance(each)));
        var parameters = json.putArray("parameters");
        forecast.parameters().forEach(each -> parameters.add(parameter(each)));
        var checks = json.putArray("checks");
        forecast.checks().forEach(each -> checks.add(check(each)));
        Json.putTexts(json, "assumptions", Language.EN.text(forecast.assumptions()));
        ModelText.limit(run)
                .ifPresentOrElse(bound -> json.put("limit", Phrases.key(bound)), () -> json.putNull("limit"));
        return json;
    }

    private static ObjectNode advance(AdvancePrediction each) {
        ObjectNode json = Json.object();
        json.set("settings", ResultJson.settings(each.settings()));
        Json.put(json, "predicted", each.predicted());
        Json.put(json, "measured", each.measured());
        return json;
    }

    private static ObjectNode parameter(Parameter each) {
        ObjectNode json = Json.object();
        json.put("name", Language.EN.text(each.name()));
        json.put("symbol", each.symbol());
        json.put("unit", each.unit());
        json.set("value", ResultJson.interval(each.value()));
        json.put("origin", Phrases.key(each.origin()));
        return json;
    }

    private static ObjectNode check(Check each) {
        ObjectNode json = Json.object();
        json.put("name", Language.EN.text(each.name()));
        json.put("passed", each.passed());
        json.put("statement", Language.EN.text(each.statement()));
        return json;
    }
}
