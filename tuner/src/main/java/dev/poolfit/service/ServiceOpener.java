package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Service;
import dev.poolfit.process.Leash;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Gets hold of services. */
public final class ServiceOpener {
    private final LongSupplier nanoseconds;

    /** @param nanoseconds a clock that only moves forward */
    public ServiceOpener(LongSupplier nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    /**
     * The service, launched or attached to, with its probes.
     *
     * @throws EnvironmentFailure if that fails; nothing is left running or changed then
     */
    public RunningService open(ServiceRequest request) {
        Service.Target target = request.service().target();
        if (target instanceof Service.AttachPort attach) {
            return attach(request, listener(attach.port()), OptionalInt.of(attach.port()), Optional.empty());
        }
        if (target instanceof Service.AttachPid attach) {
            return attach(request, attach.pid(), request.port(), Optional.empty());
        }
        if (target instanceof Service.AttachJmx attach) {
            String who = "the service at " + attach.url();
            var link = new JmxLink(attach.url(), who, attach.user(), attach.password());
            return hold(
                    request,
                    new Reached(link, who, OptionalLong.empty(), Optional.of(attach)),
                    request.port(),
                    Optional.empty());
        }
        var launch = (Service.Launch) target;
        return SearchSpace.restarts(request.tuned())
                ? new RelaunchedService(settings -> launch(request.with(settings), launch), request.atStart())
                : launch(request, launch);
    }

    private RunningService launch(ServiceRequest request, Service.Launch launch) {
        var launcher = new Launcher(request, launch, nanoseconds);
        Leash leash = launcher.start();
        try {
            return attach(request, launcher.jvm(leash), request.port(), Optional.of(leash));
        } catch (RuntimeException failed) {
            leash.close();
            throw failed;
        }
    }

    private static long listener(int port) {
        if (!ProcFiles.available()) {
            throw new EnvironmentFailure(
                    "who listens on port " + port + " can only be told on Linux",
                    "give service.attach.pid instead; jps -l lists the JVMs");
        }
        Listeners listeners = Listeners.now();
        List<Long> pids = listeners.on(port);
        if (pids.isEmpty()) {
            throw listeners.taken(port)
                    ? new EnvironmentFailure(
                            "port " + port + " is listened on by a process of another user or container",
                            "run Poolfit as the service's user, or give service.attach.jmx")
                    : new EnvironmentFailure(
                            "nobody listens on port " + port, "start the service, or correct service.attach.port");
        }
        return pids.get(0);
    }

    private RunningService attach(ServiceRequest request, long pid, OptionalInt port, Optional<Leash> leash) {
        String who = "the service (pid " + pid + ")";
        try (LocalJvm machine = LocalJvm.attach(pid)) {
            var link = new JmxLink(machine.jmxUrl(), who, Optional.empty(), Optional.empty());
            return hold(request, new Reached(link, who, OptionalLong.of(pid), Optional.empty()), port, leash);
        }
    }

    private RunningService hold(ServiceRequest request, Reached reached, OptionalInt port, Optional<Leash> leash) {
        JmxLink link = reached.link();
        try {
            HikariPool pool =
                    HikariPool.find(link, reached.who(), request.service().poolName());
            Optional<TomcatThreads> tomcat = TomcatThreads.find(link, port);
            var tuning = new Tuning(pool, tomcat, leash.isPresent());
            request.tuned().stream()
                    .filter(knob -> knob.live() && !tuning.found().has(knob))
                    .findFirst()
                    .ifPresent(knob -> refuse(knob, reached.who(), tomcat.isPresent()));
            return new HeldService(
                    link,
                    tuning,
                    new Observer(request, reached, pool, tomcat, nanoseconds).observe(),
                    footprint(reached, pool, tomcat, tuning),
                    alive(reached, leash),
                    leash,
                    nanoseconds);
        } catch (RuntimeException failed) {
            link.close();
            throw failed;
        }
    }

    private static BooleanSupplier alive(Reached reached, Optional<Leash> leash) {
        BooleanSupplier alive = reached.alive();
        return () -> alive.getAsBoolean() && leash.map(Leash::isAlive).orElse(true);
    }

    private static void refuse(Knob knob, String who, boolean connector) {
        throw connector
                ? new EnvironmentFailure(
                        who + " runs its requests on virtual threads or an executor of its own, so it has no "
                                + knob.key() + " to tune",
                        "set spring.threads.virtual.enabled=false, or do not tune " + knob.key())
                : new EnvironmentFailure(
                        who + " has no MBean of Tomcat's threads for this port, which tuning " + knob.key() + " needs",
                        "start it with server.tomcat.mbeanregistry.enabled=true, or do not tune " + knob.key());
    }

    private static Found footprint(Reached reached, HikariPool pool, Optional<TomcatThreads> tomcat, Tuning tuning) {
        long pid = reached.pid().orElse(0);
        return new Found(
                pid,
                ProcessHandle.of(pid).flatMap(process -> process.info().startInstant()),
                reached.jmx().map(Service.AttachJmx::url),
                reached.jmx().flatMap(Service.AttachJmx::user),
                pool.name(),
                tomcat.map(connector -> connector.bean().toString()),
                tuning.found());
    }
}
