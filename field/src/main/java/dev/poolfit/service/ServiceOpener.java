package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.service.helper.HelperProcess;
import dev.poolfit.service.helper.KubernetesPods;
import dev.poolfit.units.Message;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Gets hold of services. */
public final class ServiceOpener {
    /** The limit of a first answer, for which a cold service may take its time. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);

    private final LongSupplier nanoseconds;
    private final Consumer<Duration> pause;
    private final Optional<Run> run;
    private final Consumer<Message> notices;
    private final Function<ServiceDescription, List<HttpRequest>> firstUse;

    private record Run(Path folder, Consumer<RestoreRecord> beforeTouched) {}

    /** @param nanoseconds a clock that only moves forward, in ns */
    public ServiceOpener(LongSupplier nanoseconds) {
        this(nanoseconds, Restorer::pause);
    }

    /** @param pause waits so long between attempts to put settings back */
    ServiceOpener(LongSupplier nanoseconds, Consumer<Duration> pause) {
        this(nanoseconds, pause, Optional.empty(), untold -> {}, unknown -> List.of());
    }

    private ServiceOpener(
            LongSupplier nanoseconds,
            Consumer<Duration> pause,
            Optional<Run> run,
            Consumer<Message> notices,
            Function<ServiceDescription, List<HttpRequest>> firstUse) {
        this.nanoseconds = nanoseconds;
        this.pause = pause;
        this.run = run;
        this.notices = notices;
        this.firstUse = firstUse;
    }

    /**
     * Returns an opener that says what a user may wonder about, before it happens.
     *
     * @param notices takes a sentence each
     */
    public ServiceOpener telling(Consumer<Message> notices) {
        return new ServiceOpener(nanoseconds, pause, run, notices, firstUse);
    }

    /**
     * Returns an opener that has a service start the pool which it opens at its first use.
     *
     * @param requests pages of the service to ask for, one after the other, until there is a pool
     */
    public ServiceOpener firstUse(Function<ServiceDescription, List<HttpRequest>> requests) {
        return new ServiceOpener(nanoseconds, pause, run, notices, requests);
    }

    /**
     * Returns an opener of services that no other tuner may have at the same time, from the opening on until they are
     * closed.
     *
     * @param folder of the run, which other tuners are told
     * @param beforeTouched takes what the service has before anything in it is changed, its claim included; what it
     *     throws ends the opening
     */
    public ServiceOpener tunedBy(Path folder, Consumer<RestoreRecord> beforeTouched) {
        return new ServiceOpener(nanoseconds, pause, Optional.of(new Run(folder, beforeTouched)), notices, firstUse);
    }

    /**
     * Opens the service, launched or attached to, with its probes.
     *
     * @throws EnvironmentFailure if that fails; nothing is left running or changed then
     */
    public RunningService open(ServiceRequest request) {
        Service.Target target = request.service().target();
        if (target instanceof Service.AttachPort attach) {
            requireAttach();
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
                    new JvmConnection(link, who, OptionalLong.empty(), Optional.empty(), attach),
                    request.port(),
                    Optional.empty());
        }
        if (target instanceof Service.AttachKubernetes attach) {
            return attach(request, KubernetesPods.command(attach));
        }
        if (target instanceof Service.AttachCommand attach) {
            return attach(request, attach);
        }
        var launch = (Service.Launch) target;
        return SearchSpace.restarts(request.tuned())
                ? new RelaunchedService(settings -> launch(request.with(settings), launch), request.atStart())
                : launch(request, launch);
    }

    private RunningService attach(ServiceRequest request, Service.AttachCommand attach) {
        String who = "the service behind \"" + attach.command() + "\"";
        HelperWay way = HelperWay.to(new HelperProcess.Place(attach.command(), attach.pid(), request.port()));
        var link = new JmxLink(way, who);
        link.keepBy(new Publication(link, way.loader()));
        return hold(
                request,
                new JvmConnection(link, who, OptionalLong.empty(), Optional.of(way.loader()), attach),
                request.port(),
                Optional.empty());
    }

    private RunningService launch(ServiceRequest request, Service.Launch launch) {
        requireAttach();
        var launcher = new Launcher(request, launch, nanoseconds);
        SupervisedProcess process = launcher.start();
        try {
            return attach(request, launcher.jvm(process), request.port(), Optional.of(process));
        } catch (RuntimeException failed) {
            process.close();
            throw failed;
        }
    }

    private static long listener(int port) {
        if (!Listeners.available()) {
            throw new EnvironmentFailure(
                    "who listens on port " + port
                            + " can only be found out on Linux, or by the program lsof, which does not tell it here",
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
        List<Long> machines = pids.stream().filter(LocalJvm::isJvm).toList();
        if (machines.size() > 1) {
            throw new EnvironmentFailure(
                    "port " + port + " is listened on by " + machines.size() + " JVMs, on other addresses or in turn ("
                            + OneLine.of(
                                    machines.stream().map(pid -> "pid " + pid).collect(Collectors.joining(", ")))
                            + ")",
                    "give service.attach.pid of the one to tune; jps -l lists the JVMs");
        }
        return machines.isEmpty() ? pids.get(0) : machines.get(0);
    }

    /**
     * Requires the attach API; some runtimes lack it, and there the classes that use it cannot even be loaded.
     *
     * @throws EnvironmentFailure if this one has none
     */
    static void requireAttach() {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw new EnvironmentFailure(
                    "the Java runtime at " + System.getProperty("java.home") + " cannot attach to others: it lacks the"
                            + " module jdk.attach",
                    "run Poolfit with a JDK, or give service.attach.jmx");
        }
    }

    private RunningService attach(
            ServiceRequest request, long pid, OptionalInt port, Optional<SupervisedProcess> process) {
        requireAttach();
        String who = "the service (pid " + pid + ")";
        try (LocalJvm machine = LocalJvm.attach(pid)) {
            var link = new JmxLink(machine.jmxUrl(), who, Optional.empty(), Optional.empty());
            SamplingAgent.Loader loader = SamplingAgent.into(pid);
            if (machine.warnsOfAgents()) {
                notices.accept(Message.of("notice.dynamic-agent", machine.javaVersion()));
            }
            link.keepBy(new Publication(link, loader));
            return hold(
                    request,
                    new JvmConnection(
                            link,
                            who,
                            OptionalLong.of(pid),
                            Optional.of(loader),
                            request.service().target()),
                    port,
                    process);
        }
    }

    private RunningService hold(
            ServiceRequest request, JvmConnection jvm, OptionalInt port, Optional<SupervisedProcess> process) {
        JmxLink link = jvm.link();
        try {
            startPool(jvm, request.service().poolName());
            // The agent takes the MBeans along that it made, if nobody else needs it.
            new Leftovers(link, pause).putBack().ifPresent(notices);
            HikariPool pool = HikariPool.find(link, jvm.who(), request.service().poolName());
            Optional<ServerThreads> threads = ServerThreads.find(link, port);
            var tuning = new Tuning(pool, threads, process.isPresent());
            List<Message> absent = AbsentKnobs.of(request.tuned(), tuning, jvm.who(), threads.isPresent());
            RestoreRecord restoreRecord = RestoreRecord.of(jvm, pool, threads, tuning);
            run.ifPresent(each -> each.beforeTouched().accept(restoreRecord));
            Optional<Message> unclaimed = run.flatMap(each -> claim(jvm, each.folder()));
            refuseIfChanged(tuning);
            ProbeSet observation = new ProbeDiscovery(request, jvm, pool, threads, nanoseconds).observe();
            unclaimed.ifPresent(observation::miss);
            if (run.isEmpty() && Claim.isHeld(link)) {
                observation.miss(Message.of("missing.tuned-now"));
            }
            absent.forEach(observation::miss);
            return new LiveService(
                    link, tuning, observation, restoreRecord, alive(jvm, process), process, nanoseconds, pause);
        } catch (RuntimeException failed) {
            link.close();
            throw failed;
        }
    }

    /** Starts a pool that starts at its first use, by a request that needs it. */
    private void startPool(JvmConnection jvm, Optional<String> name) {
        Optional<Publication> keeper = jvm.link().keeper();
        if (HikariPool.started(jvm.link(), name)) {
            return;
        }
        List<HttpRequest> requests =
                firstUse.apply(keeper.map(Publication::describe).orElse(ServiceDescription.UNKNOWN));
        if (requests.isEmpty()) {
            return;
        }
        notices.accept(Message.of("notice.first-use"));
        for (HttpRequest request : requests) {
            try {
                Http.get(request, FIRST_ANSWER);
            } catch (IOException refused) {
                // Its status does not count, only whether a pool has started.
            }
            keeper.ifPresent(Publication::publish);
            if (HikariPool.started(jvm.link(), name)) {
                return;
            }
        }
    }

    /** Claims the service before anything of it is touched; where it takes no claim, says so. */
    private static Optional<Message> claim(JvmConnection jvm, Path folder) {
        try {
            Claim claim = Claim.take(jvm.link(), jvm.who(), Claimant.self(folder));
            jvm.link().writeUnder(claim);
            claim.renewAlways(() -> jvm.link().keeper().ifPresent(Publication::stay));
            return Optional.empty();
        } catch (Claim.Refused refused) {
            return Optional.of(Message.of("missing.claim", String.valueOf(refused.getMessage())));
        }
    }

    /** Refuses a service where a tuner that let go between the first look and the claim has put its own values back. */
    private static void refuseIfChanged(Tuning tuning) {
        Settings now = tuning.read();
        if (!now.equals(tuning.found())) {
            throw new EnvironmentFailure(
                    "the service's settings changed while Poolfit began: from " + tuning.found() + " to " + now,
                    "see who or what changes them, then start again");
        }
    }

    private static BooleanSupplier alive(JvmConnection jvm, Optional<SupervisedProcess> process) {
        BooleanSupplier alive = jvm.alive();
        return () ->
                alive.getAsBoolean() && process.map(SupervisedProcess::isAlive).orElse(true);
    }
}
