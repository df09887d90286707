package dev.poolfit.journal;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.RuleChain;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes a trial as one line of JSON and reads it back. */
final class TrialCodec {
    private static final JsonMapper JSON = new JsonMapper();
    /** With which the keys begin of what a rule decided from. */
    private static final String BECAUSE = "because.";

    private TrialCodec() {}

    static String line(MeasuredTrial trial) {
        ObjectNode object = JSON.createObjectNode();
        object.put("number", trial.number());
        object.put("role", key(trial.role()));
        ObjectNode settings = object.putObject("settings");
        trial.settings().values().forEach((knob, value) -> settings.put(knob.key(), value));
        object.put("started", trial.started().toString());
        trial.identity().predicted().ifPresent(rate -> object.put("predicted", rate));
        if (!trial.identity().rules().rules().isEmpty()) {
            var rules = object.putArray("rule");
            trial.identity().rules().rules().forEach(each -> rules.add(rule(each)));
        }
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
        trial.noted().forEach(flag -> flags.add(key(flag)));
        ObjectNode failures = object.putObject("failures");
        trial.responses().failures().forEach(failures::put);
        if (!trial.responses().times().isEmpty()) {
            var times = object.putArray("times");
            trial.responses().times().forEach(each -> write(times.addObject(), each));
        }
        trial.periods().ifPresent(periods -> {
            ObjectNode switched = object.putObject("periods");
            switched.put("load", periods.load());
            var rates = switched.putArray("rates");
            periods.rates().forEach(rates::add);
            var trends = switched.putArray("trends");
            periods.trends().forEach(trends::add);
        });
        return JSON.writeValueAsString(object);
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @throws IllegalArgumentException if it is something else, such as a line cut off by a crash; it says what is wrong
     */
    static MeasuredTrial trial(String line) {
        JsonFields trial = JsonFields.parse(line);
        return new MeasuredTrial(
                new Trial.Identity(
                        trial.count("number", 1),
                        constant(Role.class, trial.text("role")),
                        trial.object("settings").settings(),
                        trial.instant("started"),
                        trial.has("predicted") ? OptionalDouble.of(trial.number("predicted")) : OptionalDouble.empty(),
                        trial.has("rule") ? rules(trial) : RuleChain.NONE),
                new Trial.Span(trial.number("warmSeconds"), trial.number("measuredSeconds")),
                new Trial.Responses(
                        interval(trial.object("throughput")),
                        trial.whole("good", 0),
                        trial.whole("failed", 0),
                        trial.number("meanMs"),
                        interval(trial.object("p99Ms")),
                        failures(trial.object("failures")),
                        trial.has("times")
                                ? trial.objects("times").stream()
                                        .map(TrialCodec::times)
                                        .toList()
                                : List.of()),
                new Trial.Readings(figures(trial.object("means")), figures(trial.object("peaks"))),
                flags(trial),
                trial.has("periods") ? Optional.of(periods(trial.object("periods"))) : Optional.empty());
    }

    private static ObjectNode rule(NamedRule rule) {
        ObjectNode object = JSON.createObjectNode();
        object.put("table", rule.table()).put("name", rule.name());
        object.set("figures", MessageCodec.arguments(rule.figures()));
        var because = object.putArray("because");
        rule.because().forEach(each -> because.add(MessageCodec.write(each)));
        return object;
    }

    /** An older Poolfit kept none. */
    private static RuleChain rules(JsonFields trial) {
        return new RuleChain(trial.objects("rule").stream()
                .map(each -> new NamedRule(
                        each.key("table"),
                        each.key("name"),
                        MessageCodec.arguments(each.list("figures")),
                        each.has("because")
                                ? each.list("because").stream()
                                        .map(MessageCodec::read)
                                        .filter(reason -> reason.key().startsWith(BECAUSE))
                                        .toList()
                                : List.of()))
                .toList());
    }

    private static Periods periods(JsonFields periods) {
        return new Periods(
                periods.count("load", 1),
                periods.numbers("rates"),
                periods.has("trends") ? periods.numbers("trends") : List.of());
    }

    private static void write(ObjectNode object, ResponseTimes times) {
        object.put("request", times.request());
        object.put("good", times.good());
        object.put("failed", times.failed());
        object.put("meanMs", times.meanMs());
        var percentiles = object.putArray("percentilesMs");
        times.percentilesMs().forEach(percentiles::add);
        object.put("firstBin", times.firstBin());
        var bins = object.putArray("bins");
        times.bins().forEach(bins::add);
    }

    private static ResponseTimes times(JsonFields times) {
        return new ResponseTimes(
                times.text("request"),
                times.whole("good", 0),
                times.whole("failed", 0),
                times.number("meanMs"),
                times.numbers("percentilesMs"),
                (int) times.number("firstBin"),
                times.numbers("bins").stream().map(Double::longValue).toList());
    }

    private static void write(ObjectNode object, Interval interval) {
        object.put("mean", interval.mean()).put("low", interval.low()).put("high", interval.high());
    }

    private static void write(ObjectNode object, Map<Metric, Double> values) {
        values.forEach((metric, value) -> object.put(metric.key(), value));
    }

    private static Interval interval(JsonFields interval) {
        return new Interval(interval.number("mean"), interval.bound("low"), interval.bound("high"));
    }

    private static Map<Metric, Double> figures(JsonFields figures) {
        var map = new EnumMap<Metric, Double>(Metric.class);
        figures.names().forEach(name -> map.put(figures.known(Metric.of(name), name, "metric"), figures.number(name)));
        return map;
    }

    private static Set<Flag> flags(JsonFields trial) {
        var flags = EnumSet.noneOf(Flag.class);
        for (JsonNode each : trial.list("flags")) {
            flags.add(constant(Flag.class, each.isString() ? each.stringValue() : each.toString()));
        }
        return flags;
    }

    private static Map<String, Long> failures(JsonFields failures) {
        var map = new LinkedHashMap<String, Long>();
        failures.names().forEach(cause -> map.put(cause, failures.whole(cause, 0)));
        return map;
    }

    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String key) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> key(each).equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + key + "\" is no " + type.getSimpleName().toLowerCase(Locale.ROOT) + " of a trial"));
    }
}
