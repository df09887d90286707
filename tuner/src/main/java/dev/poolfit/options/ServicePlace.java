package dev.poolfit.options;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Service;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which running service is meant, without a file. */
public final class ServicePlace {
    @Option(names = "--port", paramLabel = "N", description = "The service on this machine that listens on the port.")
    private @Nullable Integer port;

    @Option(
            names = "--pid",
            paramLabel = "N",
            description = "The service's process, on this machine or behind --command.")
    private @Nullable Long pid;

    @Option(
            names = "--command",
            paramLabel = "CMD",
            description = "Runs a program beside the service, such as \"docker exec -i shop\" or \"ssh host\".")
    private @Nullable String command;

    @Option(
            names = "--kubernetes",
            paramLabel = "WORKLOAD",
            description = "The service in the only pod of a workload, such as deployment/shop.")
    private @Nullable String kubernetes;

    @Option(names = "--jmx", paramLabel = "URL", description = "The service's JMX address.")
    private @Nullable String jmx;

    /** Returns whether any is given. */
    public boolean given() {
        return port != null || pid != null || command != null || kubernetes != null || jmx != null;
    }

    /** Returns whether it is reached by JMX alone. */
    public boolean byJmx() {
        return jmx != null;
    }

    /** Returns whether a process is named, which ends for good. */
    public boolean byPid() {
        return pid != null;
    }

    /** Returns the place in a file's name, such as {@code port-8080}. */
    public String name() {
        return attach().entrySet().stream()
                .map(each -> each.getKey() + "-" + each.getValue())
                .collect(Collectors.joining("-"));
    }

    /** Returns the options as they are typed, such as {@code --port 8080}. */
    public String options() {
        return attach().entrySet().stream()
                .map(each -> "--" + each.getKey() + " "
                        + (each.getValue().contains(" ") ? "\"" + each.getValue() + "\"" : each.getValue()))
                .collect(Collectors.joining(" "));
    }

    /** Returns the port that load goes to, where it was given. */
    public OptionalInt port() {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /**
     * Returns the lines of {@code service.attach}, a key and its value each.
     *
     * @throws InvalidExperiment if not exactly one place is given
     */
    public Map<String, String> attach() {
        var keys = new LinkedHashMap<String, String>();
        if (command != null) {
            keys.put("command", command);
            put(keys, "pid", pid);
        } else if (kubernetes != null) {
            keys.put("kubernetes", kubernetes);
        } else {
            put(keys, "pid", pid);
            put(keys, "jmx", jmx);
            if (keys.isEmpty()) {
                put(keys, "port", port);
            }
        }
        if (port != null && (port < 1 || port > 65_535)) {
            throw new InvalidExperiment(List.of(new Problem(0, "--port", "must be from 1 to 65535, but is " + port)));
        }
        int ways = (command != null || pid != null ? 1 : 0) + (kubernetes != null ? 1 : 0) + (jmx != null ? 1 : 0);
        if (keys.isEmpty() || ways > 1) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "the service",
                    "must be named by one of --port, --pid, --command, --kubernetes and --jmx, but is named by "
                            + (keys.isEmpty() ? "none" : "several"))));
        }
        return keys;
    }

    private static void put(Map<String, String> keys, String key, @Nullable Object value) {
        if (value != null) {
            keys.put(key, value.toString());
        }
    }

    /**
     * Returns the service, to be looked at.
     *
     * @param poolName the pool to tune, where it has several
     */
    public Service service(Optional<String> poolName) {
        attach();
        Service.Target target;
        if (command != null) {
            target = new Service.AttachCommand(command, pid == null ? OptionalLong.empty() : OptionalLong.of(pid));
        } else if (kubernetes != null) {
            target = new Service.AttachKubernetes(kubernetes, Optional.empty());
        } else if (jmx != null) {
            target = new Service.AttachJmx(jmx, Optional.empty(), Optional.empty());
        } else if (pid != null) {
            target = new Service.AttachPid(pid);
        } else {
            target = new Service.AttachPort(port == null ? 0 : port);
        }
        return new Service(target, Optional.empty(), Duration.ofSeconds(60), Optional.empty(), poolName);
    }
}
