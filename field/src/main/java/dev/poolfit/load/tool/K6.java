package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs k6, version 1 and 2, which streams its points as CSV: that costs both sides less than JSON. */
public final class K6 implements Tool {
    private static final Pattern VERSION = Pattern.compile("k6(?:\\.exe)? (v(\\d+)\\.\\S+)");
    /** Is possessive, for a greedy group of alternatives takes a stack frame for each character of the message. */
    private static final Pattern MESSAGE =
            Pattern.compile("level=(error|fatal)\\b.*?msg=\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)");
    /** Removes proxies, for one on this machine leads around every fence; one that load.k6.env names is meant. */
    private static final Map<String, String> NO_PROXY = Stream.of("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
            .flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT)))
            .collect(Collectors.toUnmodifiableMap(name -> name, name -> ""));

    /** Says whether k6 fetches a k6 with the extensions that a script imports, whose sockets no fence would hold. */
    private static final String DOWNLOADED_EXTENSIONS = "K6_AUTO_EXTENSION_RESOLUTION";

    private static final String ARGUMENTS = "{args}";
    private static final int THRESHOLDS_CROSSED = 99;
    private static final int ABORTED_BY_SCRIPT = 108;
    private static final int MARKED_AS_FAILED = 110;

    private final Script.K6 script;

    public K6(Script.K6 script) {
        this.script = script;
    }

    @Override
    public String name() {
        return "k6";
    }

    @Override
    public LoadEngine.Survey survey(Load load) {
        String version = "";
        int processes = Math.max(1, script.segments().size());
        for (int i = 0; i < processes; i++) {
            version = version(i, load);
        }
        AddressFence.around(load.allowedHosts());
        var inspection = ToolQuery.ask(
                command(
                        0,
                        List.of(
                                "inspect",
                                "--execution-requirements",
                                script.file().toString())),
                script.folder(),
                environment(load));
        if (inspection.exitCode() != 0) {
            throw new EnvironmentFailure(
                    "k6 refuses the script" + ToolRun.quoted(complaints(inspection.lines())),
                    "correct " + script.file());
        }
        var requirements = K6Inspection.read(inspection.text());
        if (requirements.browser() && !load.allowedHosts().contains(LoadGuard.ANY_HOST)) {
            throw new EnvironmentFailure(
                    "the script drives a browser, which k6 cannot keep to the hosts of load.allow-hosts",
                    "remove the browser scenario, or put \"*\" into load.allow-hosts if it may go to any host");
        }
        String generator = "k6 " + version + (processes == 1 ? "" : " in " + processes + " segments");
        return load.shape() instanceof Load.Scripted
                ? new LoadEngine.Survey(
                        generator,
                        requirements.ramp().<Load>map(load::withShape).orElse(load),
                        requirements.end())
                : new LoadEngine.Survey(generator, load);
    }

    private String version(int process, Load load) {
        var answer = ToolQuery.ask(command(process, List.of("version")), script.folder(), environment(load));
        if (answer.missing()) {
            throw new EnvironmentFailure(
                    script.segments().isEmpty()
                            ? "k6 is not there: the command " + script.command() + " cannot be found"
                            : "k6 is not there: " + String.join("; ", answer.lines()),
                    "install k6 v1 or v2, or name the program with load.k6.command");
        }
        Matcher version = VERSION.matcher(answer.text());
        if (!version.find()) {
            throw new EnvironmentFailure(
                    "`" + String.join(" ", command(process, List.of("version")))
                            + "` does not answer as k6 does, but with exit code " + answer.exitCode() + " and "
                            + answer.lines().stream().limit(3).collect(Collectors.joining("; ", "\"", "\"")),
                    "name k6 v1 or v2 with load.k6.command or load.k6.segments");
        }
        if (!List.of("1", "2").contains(version.group(2))) {
            throw new EnvironmentFailure(
                    "k6 " + version.group(1) + " is none that Poolfit knows", "install k6 v1 or v2");
        }
        return version.group(1);
    }

    @Override
    public List<List<String>> commands(Load load, Folders folders) {
        int segments = script.segments().size();
        if (segments == 0) {
            return List.of(command(0, arguments(load, List.of())));
        }
        List<List<String>> commands = new ArrayList<>();
        String sequence = java.util.stream.IntStream.rangeClosed(0, segments)
                .mapToObj(i -> i == 0 ? "0" : i == segments ? "1" : i + "/" + segments)
                .collect(Collectors.joining(","));
        String[] bounds = sequence.split(",");
        for (int i = 0; i < segments; i++) {
            commands.add(command(
                    i,
                    arguments(
                            load,
                            List.of(
                                    "--execution-segment=" + bounds[i] + ":" + bounds[i + 1],
                                    "--execution-segment-sequence=" + sequence))));
        }
        return commands;
    }

    private List<String> arguments(Load load, List<String> segment) {
        var arguments = new ArrayList<>(List.of(
                "run",
                "--quiet",
                "--no-color",
                "--no-usage-report",
                "--no-thresholds",
                "--summary-mode=disabled",
                "--address=",
                "--system-tags=error_code,expected_response,group,status",
                "--out=csv=fileName=-,saveInterval=200ms,timeFormat=unix_milli"));
        List<String> blocked = AddressFence.around(load.allowedHosts()).blocked();
        if (!blocked.isEmpty()) {
            arguments.add("--blacklist-ip=" + String.join(",", blocked));
        }
        arguments.addAll(segment);
        if (load.shape() instanceof Load.Users closed) {
            // Poolfit ends the load; a day is longer than any budget.
            arguments.addAll(List.of("--vus=" + closed.users(), "--duration=24h"));
        } else if (load.shape() instanceof Load.Stages ramp) {
            ramp.stages()
                    .forEach(stage -> arguments.add("--stage=" + stage.length().toMillis() + "ms:" + stage.users()));
        }
        arguments.add(script.file().toString());
        return arguments;
    }

    private List<String> command(int process, List<String> arguments) {
        if (script.segments().isEmpty()) {
            var command = new ArrayList<>(List.of(script.command()));
            command.addAll(arguments);
            return command;
        }
        String line = script.segments().get(process).replace(ARGUMENTS, String.join(" ", arguments));
        return List.of("sh", "-c", line);
    }

    @Override
    public Map<String, String> environment(Load load, Path folder) {
        return environment(load);
    }

    private Map<String, String> environment(Load load) {
        var environment = new HashMap<>(NO_PROXY);
        environment.put("K6_WEB_DASHBOARD", "false");
        if (!load.allowedHosts().contains(LoadGuard.ANY_HOST)) {
            environment.put(DOWNLOADED_EXTENSIONS, "false");
        }
        script.environment().forEach((name, value) -> environment.put(name, value.value()));
        return environment;
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(script.folder());
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public int silences() {
        return 1;
    }

    @Override
    public void read(InputStream points, PointSink sink) throws IOException {
        K6Points.read(points, sink);
    }

    @Override
    public boolean completed(int exitCode) {
        return exitCode == 0
                || exitCode == THRESHOLDS_CROSSED
                || exitCode == ABORTED_BY_SCRIPT
                || exitCode == MARKED_AS_FAILED;
    }

    @Override
    public List<String> complaints(List<String> messages) {
        List<String> errors = messages.stream()
                .flatMap(line -> MESSAGE.matcher(line).results())
                .map(match -> relevant(
                        match.group(2).replace("\\n", "\n").replace("\\t", " ").replace("\\\"", "\"")))
                .distinct()
                .limit(3)
                .toList();
        return errors.isEmpty() ? messages.subList(Math.max(0, messages.size() - 3), messages.size()) : errors;
    }

    /** Returns a message without its stack but for the first frame that lies in a script. */
    private static String relevant(String message) {
        Predicate<String> frame = line -> line.strip().startsWith("at ");
        return Stream.concat(
                        message.lines().filter(frame.negate()),
                        message.lines()
                                .filter(frame)
                                .filter(line -> line.contains("file://"))
                                .limit(1))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
    }

    @Override
    public int lagMillis() {
        return 600;
    }
}
