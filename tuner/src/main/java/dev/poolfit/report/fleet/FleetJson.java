package dev.poolfit.report.fleet;

import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.metered.Sampling;
import dev.poolfit.report.Json;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.verdict.fleet.FleetSizing;
import dev.poolfit.verdict.fleet.PoolSizing;
import java.time.Instant;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Writes the answer for programs: times in milliseconds, shares from 0 to 1. */
public final class FleetJson {
    private FleetJson() {}

    /** Writes an object with {@code verdict}, {@code givenBack}, {@code pools} and {@code databases}. */
    public static String of(SizedFleet fleet) {
        FleetSizing sizing = fleet.sizing();
        var words = new FleetWords(sizing, Language.EN, fleet.zone());
        ObjectNode json = Json.object();
        json.put("verdict", words.verdict().stream().map(Language.EN::text).collect(Collectors.joining(" ")));
        json.put("givenBack", sizing.givenBack());
        json.put("today", sizing.today());
        Json.put(json, "traffic", sizing.times());
        Json.put(json, "waitP99Ms", Durations.seconds(sizing.goal().p99()) * 1000);
        json.put("rangeSeconds", fleet.seconds());
        json.put("minuteSeconds", longest(sizing, Sampling::minute));
        json.put("intervalSeconds", longest(sizing, Sampling::interval));
        var pools = json.putArray("pools");
        sizing.pools().forEach(each -> pools.add(pool(each)));
        var unsized = json.putArray("withoutSize");
        sizing.fleet().unsized().forEach(unsized::add);
        var databases = json.putArray("databases");
        sizing.fleet()
                .databases()
                .forEach(each -> databases
                        .addObject()
                        .put("instance", each.instance())
                        .put("maxConnections", each.limit())
                        .put("mostConnected", each.most()));
        return Json.text(json);
    }

    private static long longest(FleetSizing sizing, ToLongFunction<Sampling> length) {
        return sizing.pools().stream()
                .mapToLong(each -> length.applyAsLong(each.pool().sampling()))
                .max()
                .orElse(0);
    }

    private static ObjectNode pool(PoolSizing each) {
        ObjectNode json = Json.object();
        json.put("service", each.pool().service());
        json.put("pool", each.pool().pool());
        json.put("answer", each.answer().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("instances", each.pool().atOnce());
        each.pool().replicas().ifPresent(most -> json.put("mostReplicas", most));
        json.put("maximum", each.pool().maximum());
        json.put("minuteSeconds", each.pool().sampling().minute());
        json.put("intervalSeconds", each.pool().sampling().interval());
        if (each.answer().decided()) {
            json.put("recommended", each.recommended());
        } else {
            json.putNull("recommended");
        }
        json.put("givenBack", each.givenBack());
        ObjectNode need = json.putObject("needed");
        need.put("connections", each.need().connections());
        need.put("low", each.need().low());
        need.put("high", each.need().high());
        Json.put(json, "peakedness", each.peakedness());
        Json.put(json, "fullShare", each.full());
        Json.put(json, "timeoutsPerSecond", each.timeouts());
        Json.put(json, "timeoutsInRange", each.pool().aside().timeouts());
        json.put("exhaustedInstances", each.pool().aside().exhausted());
        if (!each.instance().isEmpty()) {
            MeteredMinute minute = each.busiest();
            ObjectNode busiest = json.putObject("busiest");
            busiest.put("instance", each.instance());
            busiest.put("begin", Instant.ofEpochSecond(minute.begin()).toString());
            Json.put(busiest, "borrowsPerSecond", minute.borrows());
            Json.put(busiest, "inUse", minute.inUse());
            Json.put(busiest, "holdMs", minute.hold() * 1000);
            Json.put(busiest, "waitMs", minute.waited() / minute.borrows() * 1000);
        }
        return json;
    }
}
