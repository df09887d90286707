package dev.poolfit.journal;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes a trial as one line of JSON and reads it back. */
final class TrialCodec {
    private static final JsonMapper JSON = new JsonMapper();

    private TrialCodec() {}

    static String line(Trial trial) {
        ObjectNode object = JSON.createObjectNode();
        object.put("number", trial.number());
        object.put("role", trial.role().name().toLowerCase(Locale.ROOT));
        ObjectNode settings = object.putObject("settings");
        trial.settings().values().forEach((knob, value) -> settings.put(knob.key(), value));
        object.put("started", trial.started().toString());
        object.put("warmSeconds", trial.span().warmSeconds());
        object.put("measuredSeconds", trial.span().measuredSeconds());
        write(object.putObject("throughput"), trial.throughput());
        object.put("good", trial.good());
        object.put("failed", trial.failed());
        object.put("meanMs", trial.meanMs());
        write(object.putObject("p99Ms"), trial.p99Ms());
        write(object.putObject("means"), trial.readings().means());
        write(object.putObject("peaks"), trial.readings().peaks());
        var flags = object.putArray("flags");
        trial.flags()
                .forEach(flag -> flags.add(flag.name().toLowerCase(Locale.ROOT).replace('_', '-')));
        ObjectNode failures = object.putObject("failures");
        trial.responses().failures().forEach(failures::put);
        return JSON.writeValueAsString(object);
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @throws IllegalArgumentException if it is something else, such as a line cut off by a crash
     */
    static Trial trial(String line) {
        try {
            return trial(JSON.readTree(line));
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("not a trial", malformed);
        }
    }

    private static Trial trial(JsonNode object) {
        return new Trial(
                new Trial.Identity(
                        object.required("number").asInt(),
                        Role.valueOf(object.required("role").asString().toUpperCase(Locale.ROOT)),
                        new Settings(map(
                                object.required("settings"),
                                Knob.class,
                                key -> Knob.of(key).orElseThrow(),
                                JsonNode::asLong)),
                        Instant.parse(object.required("started").asString())),
                new Trial.Span(
                        object.required("warmSeconds").asDouble(),
                        object.required("measuredSeconds").asDouble()),
                new Trial.Responses(
                        interval(object.required("throughput")),
                        object.required("good").asLong(),
                        object.required("failed").asLong(),
                        object.required("meanMs").asDouble(),
                        interval(object.required("p99Ms")),
                        failures(object.required("failures"))),
                new Trial.Readings(figures(object.required("means")), figures(object.required("peaks"))),
                flags(object.required("flags")));
    }

    private static void write(ObjectNode object, Interval interval) {
        object.put("mean", interval.mean()).put("low", interval.low()).put("high", interval.high());
    }

    private static void write(ObjectNode object, Map<Metric, Double> values) {
        values.forEach((metric, value) -> object.put(metric.key(), value));
    }

    private static Interval interval(JsonNode object) {
        return new Interval(
                object.required("mean").asDouble(),
                object.required("low").asDouble(),
                object.required("high").asDouble());
    }

    private static Map<Metric, Double> figures(JsonNode object) {
        return map(object, Metric.class, key -> Metric.of(key).orElseThrow(), JsonNode::asDouble);
    }

    private static <K extends Enum<K>, V> Map<K, V> map(
            JsonNode object, Class<K> type, Function<String, K> key, Function<JsonNode, V> value) {
        var map = new EnumMap<K, V>(type);
        object.properties().forEach(entry -> map.put(key.apply(entry.getKey()), value.apply(entry.getValue())));
        return map;
    }

    private static Set<Flag> flags(JsonNode array) {
        var flags = EnumSet.noneOf(Flag.class);
        array.forEach(each ->
                flags.add(Flag.valueOf(each.asString().toUpperCase(Locale.ROOT).replace('-', '_'))));
        return flags;
    }

    private static Map<String, Long> failures(JsonNode object) {
        var failures = new LinkedHashMap<String, Long>();
        object.properties()
                .forEach(entry -> failures.put(entry.getKey(), entry.getValue().asLong()));
        return failures;
    }
}
