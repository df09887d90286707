package dev.poolfit.report.sizing;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.sizing.Need;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.TrafficMinute;
import dev.poolfit.verdict.sizing.WaitCurve;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the answer for programs: times in milliseconds, shares from 0 to 1. */
public final class SizingJson {
    private SizingJson() {}

    /** Writes an object with {@code verdict}, {@code answer}, {@code pool}, {@code needs}, {@code waits} and {@code minutes}. */
    public static String of(SizedService service) {
        Sizing sizing = service.sizing();
        var words = new SizingWords(service, Language.EN);
        ObjectNode json = Json.object();
        json.put("verdict", Language.EN.text(words.verdict()));
        json.put("answer", sizing.answer().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        ObjectNode pool = json.putObject("pool");
        pool.put("name", service.pool());
        pool.put("maximum", sizing.size());
        pool.put("maximumBefore", service.sizeBefore());
        if (sizing.answer().decided()) {
            json.put("recommended", sizing.recommended());
        } else {
            json.putNull("recommended");
        }
        Json.put(json, "traffic", sizing.times());
        Json.put(json, "waitP99Ms", Durations.seconds(sizing.goal().p99()) * 1000);
        Json.put(json, "timeoutMs", Durations.seconds(sizing.goal().timeout()) * 1000);
        Json.put(json, "contention", words.hasTraffic() ? sizing.contention().sigma() : Double.NaN);
        Json.put(json, "observedSeconds", sizing.traffic().seconds());
        json.put("borrows", sizing.traffic().borrows());
        json.put("timeouts", sizing.traffic().timeouts());
        json.put("droppedBorrows", service.dropped());
        json.put("restarts", service.restarts());
        var needs = json.putArray("needs");
        sizing.needs().forEach(each -> needs.add(need(each, sizing.curve(each.times()))));
        json.set("waits", waits(sizing.curve()));
        sizing.traffic().nested().ifPresent(each -> json.set("nested", nested(each, sizing)));
        if (words.hasTraffic()) {
            json.set("neediest", minute(sizing.neediest()));
            ObjectNode routes = json.putObject("connectionSecondsByRoute");
            new TreeMap<>(sizing.routes()).forEach((route, seconds) -> Json.put(routes, route, seconds));
        }
        var minutes = json.putArray("minutes");
        sizing.traffic().minutes().forEach(each -> minutes.add(minute(each)));
        Json.putTexts(json, "notes", Language.EN.text(words.notes()));
        return Json.text(json);
    }

    private static ObjectNode nested(NestedConnections each, Sizing sizing) {
        ObjectNode json = Json.object();
        json.put("endpoint", each.endpoint());
        json.put("connectionsEach", each.each());
        json.put("requestsAtOnce", each.atOnce());
        if (!each.isSafe(sizing.size())) {
            json.put("deadlockFromRequests", each.possibleFrom(sizing.size()));
        }
        if (each.floor().isPresent()) {
            json.put("poolSafeFromDeadlock", each.floor().getAsLong());
        } else {
            json.putNull("poolSafeFromDeadlock");
        }
        return json;
    }

    private static ObjectNode need(Need each, Optional<WaitCurve> curve) {
        ObjectNode json = Json.object();
        Json.put(json, "traffic", each.times());
        Json.put(json, "connections", each.limited() ? Double.NaN : each.connections());
        Json.put(json, "low", each.limited() ? Double.NaN : each.low());
        Json.put(json, "high", each.limited() ? Double.NaN : each.high());
        json.put("limited", each.limited());
        json.set("waits", waits(curve.map(WaitCurve::waits).orElse(List.of())));
        return json;
    }

    private static ArrayNode waits(List<ReplayedWaits> curve) {
        ArrayNode json = Json.object().putArray("waits");
        curve.forEach(each -> json.add(waits(each)));
        return json;
    }

    private static ObjectNode waits(ReplayedWaits each) {
        ObjectNode json = Json.object();
        json.put("pool", each.connections());
        Json.put(json, "lateShare", each.lateShare());
        Json.put(json, "meanMs", each.meanMs());
        Json.put(json, "p99Ms", each.p99Ms());
        Json.put(json, "p999Ms", each.p999Ms());
        json.put("timeouts", each.timeouts());
        Json.put(json, "inUse", each.inUse());
        return json;
    }

    private static ObjectNode minute(TrafficMinute each) {
        ObjectNode json = Json.object();
        Json.put(json, "second", each.second());
        Json.put(json, "seconds", each.seconds());
        json.put("borrows", each.borrows());
        Json.put(json, "inUse", each.inUse());
        Json.put(json, "holdMs", each.holdMs());
        Json.put(json, "waitMs", each.waitMs());
        Json.put(json, "lateShare", each.lateShare());
        json.put("timeouts", each.timeouts());
        json.put("peak", each.peak());
        json.put("needed", each.needed());
        return json;
    }
}
