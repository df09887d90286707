package dev.poolfit.experiment;

import static dev.poolfit.experiment.Values.duration;
import static dev.poolfit.experiment.Values.integer;

import dev.poolfit.experiment.Load.Request;
import dev.poolfit.experiment.Load.Shape;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads the section {@code load}. */
final class LoadReader {
    private static final int MOST_USERS = 100_000;
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");

    private final ScriptReader scripts;

    LoadReader(ScriptReader scripts) {
        this.scripts = scripts;
    }

    Optional<Load> load(Section section) {
        return ScriptReader.asked(section) ? scripted(section) : built(section);
    }

    private Optional<Load> scripted(Section section) {
        Optional<Shape> shape =
                section.has("users") || section.has("stages") ? shape(section) : Optional.of(new Load.Scripted());
        Set<String> allowed = new TreeSet<>(section.texts("allow-hosts"));
        Optional<Script> script = scripts.script(section, allowed);
        section.rejectUnknownKeys();
        return script.flatMap(it -> shape.map(known -> Load.of(it, known, allowed)));
    }

    private static Optional<Load> built(Section section) {
        Optional<Shape> shape = shape(section);
        Optional<Duration> think = section.value("think", duration(Duration.ZERO, Duration.ofHours(1)));
        Optional<Duration> timeout = section.value("timeout", duration(Duration.ofMillis(1), Duration.ofMinutes(10)));
        Set<String> allowed = new TreeSet<>(section.texts("allow-hosts"));
        var requests = new ArrayList<Request>();
        List<Section> requestSections = section.sections("requests");
        for (Section each : requestSections) {
            request(each, allowed).ifPresent(requests::add);
        }
        if (requestSections.isEmpty()) {
            section.missing("requests", "name at least one, such as - get: http://127.0.0.1:8080/stocks/{1..1000}");
        }
        if (section.has("rate") && section.has("think")) {
            section.problem(
                    "think",
                    "contradicts load.rate in line " + section.line("rate")
                            + ": open load has no users who could think; remove it");
        }
        section.rejectUnknownKeys();
        if (shape.isEmpty() || requests.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Load(
                shape.get(), think.orElse(Duration.ZERO), requests, timeout.orElse(Duration.ofSeconds(60)), allowed));
    }

    private static Optional<Shape> shape(Section section) {
        List<String> given =
                Stream.of("users", "rate", "stages").filter(section::has).toList();
        if (given.size() > 1) {
            section.problem(
                    given.get(1),
                    "contradicts load." + given.get(0) + " in line " + section.line(given.get(0))
                            + "; keep one of users, rate and stages");
        }
        if (given.isEmpty()) {
            section.missing(
                    "users",
                    "say how many users (closed load), or rate: 150/s (open load), or stages, or k6 or jmeter");
        }
        Optional<Shape> users = section.value("users", integer(1, MOST_USERS)).map(Load.Users::new);
        Optional<Shape> rate = section.value("rate", Rate::parse).map(Load.Open::new);
        var stages = new ArrayList<Load.Stage>();
        for (Section each : section.sections("stages")) {
            var length = each.required("for", duration(Duration.ofSeconds(1), Duration.ofHours(24)), "such as 20s");
            var target = each.required("users", integer(0, MOST_USERS), "the users at the end of the stage");
            each.rejectUnknownKeys();
            length.ifPresent(it -> target.ifPresent(count -> stages.add(new Load.Stage(it, count))));
        }
        if (section.has("stages") && stages.stream().allMatch(stage -> stage.users() == 0)) {
            section.problem("stages", "must have a stage with users");
            return Optional.empty();
        }
        Optional<Shape> staged = stages.isEmpty() ? Optional.empty() : Optional.of(new Load.Stages(stages));
        return users.or(() -> rate).or(() -> staged);
    }

    private static Optional<Request> request(Section section, Set<String> allowedHosts) {
        List<String> methods = METHODS.stream().filter(section::has).toList();
        if (methods.size() != 1) {
            section.missing("get", "name exactly one of " + String.join(", ", METHODS) + ", not " + methods.size());
        }
        Optional<String> url = methods.stream()
                .flatMap(method -> section.value(method, LoadReader::url).stream())
                .findFirst();
        url.ifPresent(address -> guard(section, methods.get(0), address, allowedHosts));
        int weight = section.value("weight", integer(1, 1_000_000)).orElse(1);
        IntRange status = section.value("status", Values.range(100, 599)).orElse(new IntRange(200, 399));
        Optional<String> body = section.value("body", text -> text);
        Map<String, String> headers = new LinkedHashMap<>();
        section.section("headers")
                .ifPresent(values -> values.keys()
                        .forEach(
                                name -> values.value(name, text -> text).ifPresent(value -> headers.put(name, value))));
        section.rejectUnknownKeys();
        if (methods.size() != 1) {
            return Optional.empty();
        }
        return url.map(address ->
                new Request(methods.get(0).toUpperCase(java.util.Locale.ROOT), address, weight, headers, body, status));
    }

    private static String url(String text) {
        UrlTemplate.parse(text);
        return text.strip();
    }

    private static void guard(Section section, String key, String url, Set<String> allowedHosts) {
        String host = UrlTemplate.parse(url).host();
        if (!LoadGuard.isLoopback(host) && !allowedHosts.contains(host)) {
            section.problem(
                    key,
                    "sends load to the host " + host
                            + ", which is not this machine; name it under load.allow-hosts if it may be put under load");
        }
    }
}
