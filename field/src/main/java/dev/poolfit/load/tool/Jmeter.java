package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.process.WorkFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs JMeter 5 without its window, and reads the JTL that it writes, line by line as it grows. */
public final class Jmeter implements Tool {
    private static final Pattern VERSION = Pattern.compile("(?<![\\d.])(\\d+)\\.\\d+(?:\\.\\d+)?(?![\\d.])");
    private static final Pattern ERROR =
            Pattern.compile("(?i).*(?:error|exception|cannot|could not|not found|problem).*");
    /** A line of JMeter's log that tells of no error, of a stack, or what another line says better. */
    private static final Pattern BESIDE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\S+ (?!ERROR|FATAL)[A-Z]+ .*|\\s+at .*"
            + "|\\s*(?:Detail:.*|(?:cause|first)-\\S+ .*|An error occurred: .*|summary .*|.*\\bTest failed!)");

    private static final Pattern LOGGED = Pattern.compile("^\\d{4}-\\d\\d-\\d\\d \\S+ (?:ERROR|FATAL) ");
    private static final String LOG = "jmeter.log";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int KNOWN_MAJOR = 5;
    private static final String FENCE = "/dev/poolfit/service/poolfit-agent.jar";
    private static final String FENCE_JAR = "fence.jar";
    private static final String JVM_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");
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

    /** Properties without a value, which JMeter removes, whoever set them. */
    private static final List<String> NO_PROXY = List.of(
            "-Dhttp.proxyHost=", "-Dhttps.proxyHost=", "-DsocksProxyHost=", "-Djava.net.useSystemProxies=false");

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
        var problems = new ArrayList<EnvironmentFailure>();
        if (!script.lacks().isEmpty()) {
            problems.add(new EnvironmentFailure(
                    "the plan " + script.name() + " " + String.join("; it ", script.lacks()),
                    "put the file there, or correct the plan"));
        }
        String version = "";
        try {
            version = version();
            tryPlan(load);
        } catch (EnvironmentFailure failure) {
            problems.add(failure);
        }
        if (!problems.isEmpty()) {
            throw EnvironmentFailure.together(problems);
        }
        return new LoadEngine.Survey("JMeter " + version, load, script.end());
    }

    private String version() {
        List<String> command = List.of(script.command(), "--version", "-j", "/dev/null");
        var answer = ToolQuery.ask(command, script.folder(), Map.of());
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
        return version.group();
    }

    /** Has JMeter read the plan, with everything in it switched off. */
    private void tryPlan(Load load) {
        try {
            Path folder = WorkFolder.create();
            try {
                tryPlan(load, folder);
            } finally {
                WorkFolder.remove(folder);
            }
        } catch (WorkFolder.Unusable unusable) {
            throw ToolRun.unusable(unusable);
        } catch (IOException failed) {
            throw unwritable(failed);
        }
    }

    private void tryPlan(Load load, Path folder) throws IOException {
        Path idle = IdlePlan.of(script.file(), folder);
        var command = new ArrayList<>(commands(load, process -> folder).get(0));
        command.set(command.indexOf("-t") + 1, idle.toString());
        var answer = ToolQuery.ask(command, folder, environment(load, folder), PATIENCE);
        if (answer.exitCode() != 0) {
            List<String> own = complaints(answer.lines()).stream()
                    .map(line -> line.replace(idle.toString(), script.name()))
                    .toList();
            throw new EnvironmentFailure(
                    "JMeter refuses the plan" + ToolRun.quoted(own),
                    "correct " + script.file() + ", or put what JMeter lacks into its lib/ext");
        }
        if (isFenced(load) && !Files.exists(folder.resolve(FENCE_JAR + ".up"))) {
            throw new EnvironmentFailure(
                    "JMeter ran without what keeps its load to the allowed hosts: " + script.command()
                            + " does not hand the variable " + JVM_OPTIONS + " on to JMeter's JVM",
                    "let it hand that on, name JMeter's own bin/jmeter with load.jmeter.command, or put \"*\" into"
                            + " load.allow-hosts if the plan may reach any host");
        }
    }

    private static EnvironmentFailure unwritable(IOException failed) {
        return new EnvironmentFailure(
                "what JMeter needs cannot be written: " + failed.getMessage(),
                "see whether there is space in the folder for temporary files",
                failed);
    }

    @Override
    public List<List<String>> commands(Load load, Folders folders) {
        Path folder = folders.of(0);
        Path properties = folder.resolve("poolfit.properties");
        var command = new ArrayList<String>();
        try {
            write(load, properties);
            if (isFenced(load)) {
                unpackFence(folder);
            }
        } catch (IOException failed) {
            throw unwritable(failed);
        }
        command.addAll(List.of(
                script.command(),
                "-n",
                "-t",
                script.file().toString(),
                "-l",
                folder.resolve(ToolProcess.POINTS).toString(),
                "-j",
                folder.resolve(LOG).toString(),
                "-q",
                properties.toString()));
        command.addAll(NO_PROXY);
        return List.of(command);
    }

    /** Writes the properties into a file, for other users of the machine can read what stands on a command line. */
    private void write(Load load, Path file) throws IOException {
        var properties = new Properties();
        SAVE.forEach(each -> {
            String[] property = each.split("=", 2);
            properties.setProperty(property[0], property[1]);
        });
        script.properties().forEach((name, value) -> properties.setProperty(name, value.value()));
        if (load.shape() instanceof Load.Users closed) {
            properties.setProperty("users", "" + closed.users());
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
    }

    private static boolean isFenced(Load load) {
        return !load.allowedHosts().contains(LoadGuard.ANY_HOST);
    }

    private static void unpackFence(Path folder) throws IOException {
        try (InputStream packed = Jmeter.class.getResourceAsStream(FENCE)) {
            Files.copy(Objects.requireNonNull(packed, FENCE), folder.resolve(FENCE_JAR));
        }
    }

    /** Returns an option that lets the JVM's sockets connect to nothing but the loopback and the allowed hosts. */
    private static String fence(Set<String> allowedHosts, Path folder) {
        String hosts = allowedHosts.stream()
                .filter(host -> HOST.matcher(host).matches())
                .map(host -> "," + host)
                .collect(Collectors.joining());
        String others = System.getenv().getOrDefault(JVM_OPTIONS, "");
        return (others + " \"-javaagent:" + folder.resolve(FENCE_JAR) + "=" + LoadGuard.NOT_ALLOWED + hosts + "\"")
                .strip();
    }

    /** Returns the JVM's options with the user's own, which may hold what nobody else is to read. */
    @Override
    public Map<String, String> environment(Load load, Path folder) {
        return isFenced(load) ? Map.of(JVM_OPTIONS, fence(load.allowedHosts(), folder)) : Map.of();
    }

    @Override
    public Optional<Path> directory() {
        // Beside the plan a user.properties could lie, which JMeter would read.
        return Optional.empty();
    }

    @Override
    public boolean streams() {
        return false;
    }

    @Override
    public int silences() {
        return 6;
    }

    @Override
    public Optional<String> log() {
        return Optional.of(LOG);
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
        List<String> told = messages.stream()
                .filter(line -> !BESIDE.matcher(line).matches())
                .map(line -> LOGGED.matcher(line).replaceFirst(""))
                .distinct()
                .toList();
        List<String> errors = told.stream()
                .filter(line -> ERROR.matcher(line).matches())
                .limit(3)
                .toList();
        return errors.isEmpty() ? told.subList(Math.max(0, told.size() - 3), told.size()) : errors;
    }

    @Override
    public int lagMillis() {
        return 400;
    }
}
