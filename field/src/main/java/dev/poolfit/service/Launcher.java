package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.LogEnd;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Starts a service on a supervised process, with the settings that it needs, and waits until it is ready. */
final class Launcher {
    private static final int TAIL = 15;
    private static final long POLL_MILLIS = 100;
    private static final String IN_FOREGROUND =
            "launch the service itself in the foreground, or start it yourself and attach to it";

    private final ServiceRequest request;
    private final Service.Launch launch;
    private final OptionalInt port;
    private final LongSupplier nanoseconds;

    Launcher(ServiceRequest request, Service.Launch launch, LongSupplier nanoseconds) {
        this.request = request;
        this.launch = launch;
        this.nanoseconds = nanoseconds;
        OptionalInt ready = request.service()
                .ready()
                .map(URI::toString)
                .map(ServiceRequest::port)
                .orElse(OptionalInt.empty());
        this.port = ready.isPresent() ? ready : request.port();
    }

    /** Returns the service's environment variables, beside those of this process. */
    static Map<String, String> environment(dev.poolfit.experiment.Settings settings) {
        var variables = new HashMap<String, String>();
        variables.put("SPRING_DATASOURCE_HIKARI_REGISTERMBEANS", "true");
        variables.put("SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "true");
        settings.knobs().forEach(knob -> variables.put(variable(knob), settings.propertyValue(knob)));
        return variables;
    }

    private static String variable(Knob knob) {
        return knob.property().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** Starts the service and waits; throws EnvironmentFailure if it ends or is not ready in time; it is stopped then. */
    SupervisedProcess start() {
        refuseTakenPorts();
        SupervisedProcess process = process();
        try {
            awaitReady(process);
            return process;
        } catch (InterruptedException interrupted) {
            process.close();
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("the start of the service was interrupted", "start again", interrupted);
        } catch (RuntimeException failed) {
            process.close();
            throw failed;
        }
    }

    private void refuseTakenPorts() {
        if (Listeners.available()) {
            Listeners listeners = Listeners.now();
            IntStream.concat(port.stream(), request.port().stream())
                    .filter(listeners::taken)
                    .findFirst()
                    .ifPresent(taken -> refuse(taken, listeners.on(taken)));
        }
    }

    private static void refuse(int taken, List<Long> pids) {
        throw new EnvironmentFailure(
                "port " + taken + " is taken already by "
                        + (pids.isEmpty()
                                ? "a process of another user"
                                : "process " + pids.get(0) + " (" + ProcFiles.command(pids.get(0)) + ")"),
                "stop that process, or attach to it instead (service.attach: {port: " + taken + "})");
    }

    private SupervisedProcess process() {
        Map<String, String> variables = environment(request.atStart());
        launch.environment().forEach((name, value) -> variables.put(name, value.value()));
        try {
            Files.createDirectories(request.log().toAbsolutePath().getParent());
            return SupervisedProcess.start(
                    SupervisedProcess.Start.shell(launch.command(), launch.folder(), variables, request.log()));
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "the service could not be started in " + launch.folder() + ": " + OneLine.of(failed.getMessage()),
                    "correct service.launch and service.env",
                    failed);
        }
    }

    private void awaitReady(SupervisedProcess process) throws InterruptedException {
        Duration limit = request.service().readyTimeout();
        long deadline = nanoseconds.getAsLong() + limit.toNanos();
        String last = "";
        for (long left = limit.toNanos(); left > 0; left = deadline - nanoseconds.getAsLong()) {
            if (!process.isAlive()) {
                throw ended(process);
            }
            try {
                probe(Math.min(left, Http.LIMIT.toNanos()));
                return;
            } catch (IOException notYet) {
                last = OneLine.of(notYet.getMessage());
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw new EnvironmentFailure(
                "the service was not ready within " + limit.toSeconds() + " s"
                        + request.service().ready().map(ready -> " at " + ready).orElse("") + " (" + last + ")"
                        + tail(request.log()),
                "raise service.ready-timeout, or correct service.ready");
    }

    private EnvironmentFailure ended(SupervisedProcess process) {
        int code = process.onExit().join();
        List<String> left = process.leftBehind();
        if (code == 0 && !left.isEmpty()) {
            return new EnvironmentFailure(
                    "the command of service.launch ended and left the service running in the background ("
                            + OneLine.of(String.join(", ", left)) + "), which was stopped" + tail(request.log()),
                    IN_FOREGROUND);
        }
        return new EnvironmentFailure(
                "the service ended before it was ready, with exit code " + code + tail(request.log()),
                "correct service.launch, or what its log says (" + request.log() + ")");
    }

    private void probe(long limitNanos) throws IOException {
        Optional<URI> ready = request.service().ready();
        if (ready.isPresent()) {
            Http.get(ready.get(), Duration.ofNanos(limitNanos));
            return;
        }
        if (port.isEmpty()) {
            throw new EnvironmentFailure(
                    "Poolfit cannot know when the launched service is ready", "set service.ready to its health page");
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getAsInt()), 1_000);
        }
    }

    /** Finds the service's JVM among the supervised processes: the one that listens on the port, or else the only one. */
    long jvm(SupervisedProcess process) {
        List<Long> machines = process.all().stream().filter(LocalJvm::isJvm).toList();
        Listeners listeners = Listeners.now();
        OptionalLong listening = machines.stream()
                .mapToLong(pid -> pid)
                .filter(pid -> port.isPresent() && listeners.of(pid).contains(port.getAsInt()))
                .findFirst();
        if (listening.isPresent()) {
            return listening.getAsLong();
        }
        if (machines.size() != 1) {
            throw new EnvironmentFailure(
                    "of the processes that service.launch started, " + machines.size()
                            + " are JVMs and none listens on "
                            + (port.isPresent() ? "port " + port.getAsInt() : "a known port"),
                    IN_FOREGROUND);
        }
        return machines.get(0);
    }

    private static String tail(Path log) {
        try {
            List<String> lines = LogEnd.of(log, TAIL);
            if (lines.isEmpty()) {
                boolean full = log.toFile().getUsableSpace() == 0;
                return "; its log is empty" + (full ? ", for the disk of " + log + " is full" : "");
            }
            return "; its log ends with:\n" + String.join("\n", lines);
        } catch (IOException unreadable) {
            return "; its log " + log + " cannot be read";
        }
    }
}
