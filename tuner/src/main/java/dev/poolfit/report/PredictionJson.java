package dev.poolfit.report;

import dev.poolfit.evidence.Interval;
import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.simulation.SteadyStates;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes predictions as JSON: keys in a fixed order, finite numbers or null, six significant digits. */
final class PredictionJson {
    private PredictionJson() {}

    static String of(PredictionReport report) {
        ObjectNode json = Json.object();
        ObjectNode fit = json.putObject("fit");
        var parameters = fit.putArray("parameters");
        report.parameters().forEach(each -> parameters.add(parameter(each)));
        var checks = fit.putArray("checks");
        report.fit().checks().forEach(each -> checks.add(check(each)));
        var predictions = json.putArray("predictions");
        report.predictions().forEach(each -> predictions.add(prediction(report, each)));
        Json.putTexts(json, "warnings", report.warnings());
        return Json.text(json);
    }

    private static ObjectNode parameter(Parameter parameter) {
        ObjectNode json = Json.object();
        json.put("name", Language.EN.text(parameter.name()));
        json.put("symbol", parameter.symbol());
        json.put("unit", parameter.unit());
        Json.put(json, "value", parameter.value().mean());
        Json.put(json, "low", parameter.value().low());
        Json.put(json, "high", parameter.value().high());
        json.put("origin", key(parameter.origin()));
        return json;
    }

    private static ObjectNode check(Check check) {
        ObjectNode json = Json.object();
        json.put("name", Language.EN.text(check.name()));
        json.put("passed", check.passed());
        json.put("statement", Language.EN.text(check.statement()));
        return json;
    }

    private static ObjectNode prediction(PredictionReport report, Prediction prediction) {
        ObjectNode json = Json.object();
        json.set("settings", ResultJson.settings(prediction.settings()));
        json.set("throughput", ResultJson.interval(prediction.throughput()));
        Json.put(json, "meanMs", prediction.meanMs().mean());
        Json.put(json, "p99Ms", prediction.p99Ms().mean());
        Json.put(json, "errorRate", prediction.errorRate().mean());
        json.set("meanMsInterval", bounds(prediction.meanMs()));
        json.set("p99MsInterval", bounds(prediction.p99Ms()));
        json.set("errorRateInterval", bounds(prediction.errorRate()));
        json.put("limit", report.limit(prediction).map(PredictionJson::key).orElse("not-identifiable"));
        json.put("extrapolated", prediction.extrapolated());
        prediction.states().ifPresent(states -> json.set("steadyStates", states(states)));
        return json;
    }

    private static ObjectNode states(SteadyStates states) {
        ObjectNode json = Json.object();
        json.set("fromEmpty", ResultJson.interval(states.fromEmpty()));
        json.set("fromFull", ResultJson.interval(states.fromFull()));
        json.put("largestPoolWithOne", states.largestPoolWithOne());
        return json;
    }

    private static ObjectNode bounds(Interval interval) {
        ObjectNode json = Json.object();
        Json.put(json, "low", interval.low());
        Json.put(json, "high", interval.high());
        return json;
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
