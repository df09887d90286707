package dev.poolfit.trial;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.UrlTemplate;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.service.RunningService;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out, before any load, whether a run can do what it is asked, and reports every problem at once. */
public final class Preflight {
    private static final int PATIENCE_MILLIS = 10_000;

    private final ExperimentFile file;
    private final RunningService service;
    private final LoadEngine engine;
    private @Nullable Limitable limitable;

    /**
     * @param service that was opened for this experiment
     * @param engine that will put the load
     */
    public Preflight(ExperimentFile file, RunningService service, LoadEngine engine) {
        this.file = file;
        this.service = service;
        this.engine = engine;
    }

    /**
     * Passes when load can be sent and the ceiling is known.
     *
     * @throws EnvironmentFailure with every problem
     * @throws dev.poolfit.experiment.InvalidExperiment if the range lies above the ceiling
     */
    public void requireReady() {
        var problems = new ArrayList<EnvironmentFailure>();
        if (ceiling().isPresent() && maxConnections().isEmpty()) {
            problems.add(new EnvironmentFailure(
                    "the ceiling needs the database's max_connections, which cannot be read" + unreachable(),
                    "name the database in the experiment, or ceiling.max-connections"));
        }
        for (InetSocketAddress address : addresses()) {
            if (address.isUnresolved()) {
                problems.add(new EnvironmentFailure(
                        "the host " + address.getHostString() + " of load.requests has no address",
                        "correct it, or add it to /etc/hosts"));
            } else if (!accepts(address)) {
                problems.add(new EnvironmentFailure(
                        address.getHostString() + ":" + address.getPort() + " of load.requests accepts no connection",
                        "start what listens there, or correct the address"));
            }
        }
        try {
            engine.survey(experiment().load());
        } catch (EnvironmentFailure failure) {
            problems.add(failure);
        }
        if (!problems.isEmpty()) {
            throw EnvironmentFailure.together(problems);
        }
        requirePoolBelowCeiling();
        requireThreadsFromLeast();
    }

    /** Returns why a database that the experiment names cannot be asked. */
    private String unreachable() {
        return service.missing().stream()
                .filter(Message::isVerbatim)
                .map(sentence -> ": " + sentence.arguments().get(0))
                .findFirst()
                .orElse("");
    }

    private void requirePoolBelowCeiling() {
        OptionalInt limit = poolLimit();
        if (limit.isEmpty()) {
            return;
        }
        String bound = "the ceiling of " + limit.getAsInt() + " (max_connections "
                + maxConnections().orElse(0) + " × share ÷ instances), but ";
        int least = experiment().space().of(Knob.POOL).map(IntRange::low).orElse(0);
        if (least > limit.getAsInt()) {
            throw file.invalid("tune.pool", "must begin at or below " + bound + "begins at " + least);
        }
        int fixed = experiment().fixed().pool().orElse(0);
        if (fixed > limit.getAsInt()) {
            throw file.invalid("fixed.pool", "must be at or below " + bound + "is " + fixed);
        }
    }

    private void requireThreadsFromLeast() {
        WorkerThreads workers = service.workers();
        String reason =
                ", since " + workers.server().title() + " needs " + (workers.least() - 1) + " of them for itself, but ";
        int most = experiment().space().of(Knob.THREADS).map(IntRange::high).orElse(workers.least());
        if (most < workers.least()) {
            throw file.invalid(
                    "tune.threads", "must reach " + workers.least() + " threads" + reason + "ends at " + most);
        }
        int fixed = experiment().fixed().threads().orElse(workers.least());
        if (fixed < workers.least()) {
            throw file.invalid("fixed.threads", "must be at least " + workers.least() + reason + "is " + fixed);
        }
    }

    private boolean asksForLimiter() {
        Goal goal = experiment().goal();
        return (goal.maximal() || goal.comparable(experiment().load(), true))
                && Limitable.asked(experiment().space().knobs());
    }

    private Limitable limitable() {
        if (limitable == null) {
            limitable = Limitable.of(service);
        }
        return limitable;
    }

    /** Returns what is said where settings cannot be compared within the service, although pool or threads are tuned. */
    public Optional<Message> unlimited() {
        Set<Knob> tuned = experiment().space().knobs();
        if (!asksForLimiter()) {
            return Optional.empty();
        }
        return limitable().covers(tuned)
                ? Optional.empty()
                : Optional.of(limitable()
                        .refusal()
                        .map(reason -> Message.of("missing.limiter", reason))
                        .orElseGet(() -> Message.of(
                                "missing.limiter-threads",
                                service.workers().server().title())));
    }

    /** Returns what is said where the service takes no threads so few as the range has. */
    public Optional<Message> bounded() {
        WorkerThreads workers = service.workers();
        return experiment()
                .space()
                .of(Knob.THREADS)
                .filter(range -> range.low() < workers.least())
                .map(range -> Message.of(
                        "missing.threads-least",
                        workers.least(),
                        range.low(),
                        workers.server().title(),
                        workers.least() - 1));
    }

    /** Returns what service and database have. */
    public Found found() {
        return new Found(
                settings(),
                service.workers(),
                maxConnections(),
                poolLimit(),
                service.housekeeping(),
                asksForLimiter() && limitable().covers(experiment().space().knobs()));
    }

    private Settings settings() {
        var knobs = new HashSet<Knob>(Set.of(Knob.POOL, Knob.THREADS));
        knobs.addAll(experiment().space().knobs());
        return experiment()
                .space()
                .unreported()
                .with(service.found())
                .with(experiment().fixed())
                .restrictedTo(knobs);
    }

    /** Returns the ceiling on the pool, where the experiment names one and the database's limit is known. */
    private OptionalInt poolLimit() {
        OptionalInt most = maxConnections();
        return ceiling().isPresent() && most.isPresent()
                ? OptionalInt.of(ceiling().get().poolLimit(most.getAsInt()))
                : OptionalInt.empty();
    }

    /** Returns the experiment's max_connections, else the database's own. */
    private OptionalInt maxConnections() {
        OptionalInt named = ceiling().map(Ceiling::maxConnections).orElse(OptionalInt.empty());
        return named.isPresent() ? named : service.maxConnections();
    }

    /** Describes what was found, a line each. */
    public List<String> describe() {
        var lines = new ArrayList<String>();
        lines.add("Initial settings: " + service.found());
        experiment()
                .database()
                .ifPresent(database ->
                        lines.add("Database: " + database.dialect().product() + " at " + database.address()));
        maxConnections().ifPresent(most -> lines.add("max_connections: " + most));
        poolLimit().ifPresent(limit -> lines.add("Ceiling on the pool: " + limit));
        service.probes().forEach(probe -> lines.add("Readable: " + probe.name()));
        return lines;
    }

    private Optional<Ceiling> ceiling() {
        return experiment().ceiling();
    }

    private Experiment experiment() {
        return file.experiment();
    }

    private Set<InetSocketAddress> addresses() {
        var addresses = new LinkedHashSet<InetSocketAddress>();
        for (Load.Request request : experiment().load().allRequests()) {
            UrlTemplate url = UrlTemplate.parse(request.url());
            addresses.add(new InetSocketAddress(url.host(), url.port()));
        }
        return addresses;
    }

    private static boolean accepts(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, PATIENCE_MILLIS);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
