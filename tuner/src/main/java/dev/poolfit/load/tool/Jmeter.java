package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** JMeter 5, without its window: read from the JTL that it writes, line by line as it grows. */
public final class Jmeter implements Tool {
    private static final Pattern VERSION = Pattern.compile("(?<![\\d.])(\\d+)\\.\\d+(?:\\.\\d+)?(?![\\d.])");
    private static final Pattern ERROR =
            Pattern.compile("(?i).*(?:error|exception|cannot|could not|not found|problem).*");
    private static final int KNOWN_MAJOR = 5;
    /** The columns that are read, whatever the user's own properties say. */
    private static final List<String> SAVE = List.of(
            "jmeter.save.saveservice.output_format=csv",
            "jmeter.save.saveservice.print_field_names=true",
            "jmeter.save.saveservice.default_delimiter=,",
            "jmeter.save.saveservice.timestamp_format=ms",
            "jmeter.save.saveservice.autoflush=true",
            "jmeter.save.saveservice.time=true",
            "jmeter.save.saveservice.successful=true",
            "jmeter.save.saveservice.response_code=true",
            "jmeter.save.saveservice.response_message=true",
            "jmeter.save.saveservice.thread_counts=true",
            "jmeter.save.saveservice.label=false",
            "jmeter.save.saveservice.url=false",
            "jmeter.save.saveservice.thread_name=false",
            "jmeter.save.saveservice.assertion_results_failure_message=false",
            "jmeter.save.saveservice.subresults=false",
            "jmeter.save.saveservice.bytes=false",
            "jmeter.save.saveservice.sent_bytes=false",
            "jmeter.save.saveservice.latency=false",
            "jmeter.save.saveservice.connect_time=false",
            "jmeter.save.saveservice.idle_time=false",
            "sampleresult.timestamp.start=true",
            "jmeterengine.nongui.port=0");

    private final Script.Jmeter script;

    public Jmeter(Script.Jmeter script) {
        this.script = script;
    }

    @Override
    public String name() {
        return "JMeter";
    }

    @Override
    public LoadEngine.Survey survey(Load load) {
        List<String> command = List.of(script.command(), "--version", "-j", "/dev/null");
        var answer = ToolQuery.ask(command, directory(), Map.of());
        if (answer.missing()) {
            throw new EnvironmentFailure(
                    "JMeter is not there: the command " + script.command() + " cannot be found",
                    "install JMeter 5, or name its bin/jmeter with load.jmeter.command");
        }
        Matcher version = VERSION.matcher(answer.text());
        if (answer.exitCode() != 0 || !version.find()) {
            throw new EnvironmentFailure(
                    "`" + String.join(" ", command) + "` does not answer as JMeter does, but with exit code "
                            + answer.exitCode() + " and "
                            + answer.lines().stream().limit(3).collect(Collectors.joining("; ", "\"", "\"")),
                    "name JMeter's bin/jmeter with load.jmeter.command");
        }
        if (Integer.parseInt(version.group(1)) != KNOWN_MAJOR) {
            throw new EnvironmentFailure(
                    "JMeter " + version.group() + " is none that Poolfit knows", "install JMeter 5");
        }
        return new LoadEngine.Survey("JMeter " + version.group(), load);
    }

    @Override
    public List<List<String>> commands(Load load, Folders folders) {
        Path folder = folders.of(0);
        var command = new ArrayList<>(List.of(
                script.command(),
                "-n",
                "-t",
                script.file().toString(),
                "-l",
                folder.resolve(ToolProcess.POINTS).toString(),
                "-j",
                folder.resolve("jmeter.log").toString()));
        SAVE.forEach(property -> command.add("-J" + property));
        script.properties().forEach((name, value) -> command.add("-J" + name + "=" + value.value()));
        if (load.shape() instanceof Load.Users closed) {
            command.add("-Jusers=" + closed.users());
        }
        return List.of(command);
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public Path directory() {
        return script.folder();
    }

    @Override
    public boolean streams() {
        return false;
    }

    @Override
    public void read(InputStream points, PointSink sink) throws IOException {
        JtlPoints.read(points, sink);
    }

    @Override
    public boolean completed(int exitCode) {
        return exitCode == 0;
    }

    @Override
    public List<String> complaints(List<String> messages) {
        List<String> errors = messages.stream()
                .filter(line -> ERROR.matcher(line).matches())
                .distinct()
                .limit(3)
                .toList();
        return errors.isEmpty() ? messages.subList(Math.max(0, messages.size() - 3), messages.size()) : errors;
    }

    @Override
    public int lagMillis() {
        return 400;
    }
}
