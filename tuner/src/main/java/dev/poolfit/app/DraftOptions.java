package dev.poolfit.app;

import dev.poolfit.draft.ExperimentDraft;
import dev.poolfit.draft.SecretHeader;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Problem;
import dev.poolfit.options.DatabaseHostOption;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds the options that stand for the sections of an experiment file, for a service that is named without one. */
final class DraftOptions {
    /** Options that are not named after their field of the file. */
    private static final Map<String, String> OPTIONS =
            Map.of("goal.throughput", "--goal", "service.pool-name", "--pool-name");

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "Users that each send one request after the other (default: from the service's limits).")
    private @Nullable Integer users;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Requests that arrive, such as 150/s; instead of --users.")
    private @Nullable String rate;

    @Option(
            names = "--get",
            paramLabel = "URL",
            description =
                    "An address to request, such as http://127.0.0.1:8080/items/{1..1000}; repeatable (default: the service's"
                            + " own GET routes).")
    private List<String> gets = new ArrayList<>();

    @Option(
            names = "--header",
            paramLabel = "HEADER",
            description = "A header for each request, such as 'Authorization: Bearer …'; repeatable. The file has a"
                    + " reference to the environment in place of its value.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--k6", paramLabel = "FILE", description = "A k6 script as the load.")
    private @Nullable String k6;

    @Option(names = "--jmeter", paramLabel = "FILE", description = "A JMeter plan as the load.")
    private @Nullable String jmeter;

    @Option(names = "--har", paramLabel = "FILE", description = "Take the requests from a browser's HAR file.")
    private @Nullable Path har;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "Take the requests from a web server's access log.")
    private @Nullable Path accessLog;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Where the service answers, such as http://127.0.0.1:8080 (default: its port on this machine).")
    private @Nullable String url;

    @Option(names = "--goal", paramLabel = "GOAL", description = "max or a rate, such as \">= 150/s\" (default: max).")
    private String goal = "max";

    @Option(
            names = "--p99",
            paramLabel = "TIME",
            description = "The 99th percentile of responses that is allowed, such as 500ms (default: any).")
    private @Nullable String p99;

    @Option(
            names = "--errors",
            paramLabel = "SHARE",
            description = "The share of failed requests that is allowed, such as 0%% (default: any).")
    private @Nullable String errors;

    @Option(
            names = "--pool",
            paramLabel = "RANGE",
            description = "Pool sizes to search, such as 1..40 (default: from the limits that are seen).")
    private @Nullable String pool;

    @Option(
            names = "--threads",
            paramLabel = "RANGE",
            description = "Thread counts to search, such as 10..200 (default: threads are not tuned).")
    private @Nullable String threads;

    @Option(
            names = "--pool-name",
            paramLabel = "NAME",
            description = "The pool to tune, where the service has several.")
    private @Nullable String poolName;

    @Mixin
    private DatabaseHostOption databaseHost = new DatabaseHostOption();

    /** Returns whether any is given: they stand for a file, and not beside one. */
    boolean given() {
        return loaded() || pool != null || poolName != null;
    }

    /** Returns whether any is given that says nothing of a service under its own traffic. */
    boolean loaded() {
        return !gets.isEmpty()
                || !headers.isEmpty()
                || !goal.equals("max")
                || databaseHost.given()
                || Stream.of(users, rate, k6, jmeter, har, accessLog, url, p99, errors, threads)
                        .anyMatch(each -> each != null);
    }

    /**
     * Asks for what was not given; an empty answer leaves the default.
     *
     * @param ask puts a question and returns the answer
     */
    void complete(UnaryOperator<String> ask) {
        if (users == null && rate == null && !scripted()) {
            String answer =
                    ask.apply("How many users at the same time? Or a rate such as 150/s. [as the service allows]: ");
            if (answer.matches("\\d{1,9}")) {
                users = Integer.valueOf(answer);
            } else if (!answer.isEmpty()) {
                rate = answer;
            }
        }
        if (goal.equals("max")) {
            String answer = ask.apply("Goal: max, or a rate to reach such as 150/s [max]: ");
            if (!answer.isEmpty()) {
                goal = answer.matches("\\d.*") ? ">= " + answer : answer;
            }
        }
    }

    /** @throws InvalidExperiment with each contradiction */
    void require() {
        var problems = new ArrayList<Problem>();
        long loads = Stream.of(k6, jmeter).filter(each -> each != null).count();
        if (loads > 1
                || loads == 1
                        && (users != null
                                || rate != null
                                || !gets.isEmpty()
                                || !headers.isEmpty()
                                || recorded().isPresent())) {
            problems.add(new Problem(
                    0,
                    "the load",
                    "must be a script (--k6, --jmeter) or requests (--users, --rate, --get, --header,"
                            + " --har, --access-log), but is both"));
        }
        if (users != null && rate != null) {
            problems.add(new Problem(0, "--rate", "must not stand beside --users; keep one"));
        }
        if (url != null && !isOnThisMachine(url)) {
            problems.add(new Problem(
                    0,
                    "--url",
                    "must be an address of this machine such as http://127.0.0.1:8080, but is \"" + url
                            + "\"; for another host write the file by hand, with load.allow-hosts"));
        }
        if (har != null && accessLog != null) {
            problems.add(new Problem(0, "--access-log", "must not stand beside --har; keep one"));
        }
        if (!problems.isEmpty()) {
            throw new InvalidExperiment(problems);
        }
    }

    private static boolean isOnThisMachine(String url) {
        try {
            URI address = URI.create(url);
            return address.getHost() != null
                    && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && LoadGuard.isLoopback(address.getHost());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** @throws InvalidExperiment with each one that is wrong */
    List<SecretHeader> headers(Map<String, String> environment) {
        return SecretHeader.of(headers, environment);
    }

    /** Returns the environment with the variables that a file refers to in place of headers' values. */
    Map<String, String> with(Map<String, String> environment) {
        var whole = new HashMap<>(environment);
        headers(environment)
                .forEach(each -> each.variable()
                        .ifPresent(variable -> whole.put(variable, each.value().value())));
        return whole;
    }

    DatabaseHostOption databaseHost() {
        return databaseHost;
    }

    Optional<String> poolName() {
        return Optional.ofNullable(poolName);
    }

    Optional<String> pool() {
        return Optional.ofNullable(pool);
    }

    Optional<String> threads() {
        return Optional.ofNullable(threads);
    }

    Optional<String> url() {
        return Optional.ofNullable(url).map(each -> each.replaceAll("/+$", ""));
    }

    Optional<Path> recorded() {
        return Optional.ofNullable(har != null ? har : accessLog);
    }

    boolean scripted() {
        return k6 != null || jmeter != null;
    }

    /**
     * Returns the script of k6 or JMeter; an option's path leads from here, that in a file from the file's folder.
     *
     * @param folder of the experiment file
     */
    Optional<Map.Entry<String, String>> script(Path folder) {
        return k6 != null
                ? Optional.of(Map.entry("k6", from(folder, k6)))
                : Optional.ofNullable(jmeter).map(plan -> Map.entry("jmeter", from(folder, plan)));
    }

    private static String from(Path folder, String script) {
        try {
            Path path = Path.of(script);
            return path.isAbsolute()
                    ? script
                    : folder.toAbsolutePath()
                            .normalize()
                            .relativize(path.toAbsolutePath().normalize())
                            .toString();
        } catch (IllegalArgumentException noPathOrOtherDrive) {
            return script;
        }
    }

    Map<String, Integer> requests() {
        var requests = new LinkedHashMap<String, Integer>();
        gets.forEach(each -> requests.merge(each, 1, Integer::sum));
        return requests;
    }

    Optional<String> rate() {
        return Optional.ofNullable(rate);
    }

    OptionalInt users() {
        return users == null ? OptionalInt.empty() : OptionalInt.of(users);
    }

    ExperimentDraft.Aim aim() {
        return new ExperimentDraft.Aim(goal, Optional.ofNullable(errors), Optional.ofNullable(p99));
    }

    /** Blames the option behind each field of the draft that is wrong. */
    static InvalidExperiment blamed(InvalidExperiment invalid) {
        return new InvalidExperiment(invalid.problems().stream()
                .map(each -> new Problem(0, option(each.field()), each.message()))
                .toList());
    }

    private static String option(String field) {
        return field.startsWith("load.requests")
                ? "--get"
                : OPTIONS.getOrDefault(field, "--" + field.replaceFirst(".*\\.", ""));
    }
}
