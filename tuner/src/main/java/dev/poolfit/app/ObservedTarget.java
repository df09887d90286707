package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.options.ServicePlace;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.units.Message;
import dev.poolfit.watch.FirstUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The service that is looked at: that of an experiment file, under its load, or a running one under its own traffic. */
final class ObservedTarget {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "An experiment file, whose load is put on its service; without one, the service is named by the"
                            + " options below.")
    private @Nullable Path file;

    @Mixin
    private ServicePlace place = new ServicePlace();

    @Option(
            names = "--pool-name",
            paramLabel = "NAME",
            description = "The pool to look at, where the service has several.")
    private @Nullable String poolName;

    /** The file as it was when it was checked. */
    private Optional<ExperimentFile> validated = Optional.empty();

    /** Returns whether a file is named. */
    boolean byFile() {
        return file != null;
    }

    /** Returns whether a pool is named. */
    boolean namesPool() {
        return poolName != null;
    }

    /** Returns whether anything is named. */
    boolean given() {
        return file != null || place.given();
    }

    /**
     * Reads the file, if there is one.
     *
     * @param others ways of the command to name what to look at, such as {@code a run's folder by --run, }; maybe empty
     * @throws InvalidExperiment if not exactly one of a file and a service is named, or if that is wrong
     */
    void require(String others) {
        require(others, "--port, --pid, --command, --kubernetes or --jmx");
    }

    /**
     * Reads the file, if there is one, for what the agent alone can see.
     *
     * @param others ways of the command to name what to look at, such as {@code a server by --prometheus, }; maybe empty
     * @throws InvalidExperiment if not exactly one of a file and a service is named, or if that is wrong, or reached by JMX alone
     */
    void requireForAgent(String others) {
        require(others, "--port, --pid, --command or --kubernetes");
        if (byJmx()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "the service",
                    "must be one that the agent can come into, but is reached by JMX alone; name it by --port, --pid, --command or"
                            + " --kubernetes")));
        }
    }

    private void require(String others, String options) {
        if (file != null && place.given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "FILE",
                    "must not be given together with an option that names a service, such as --port; leave one of them"
                            + " out")));
        }
        if (!given()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "FILE",
                    "is missing; name an experiment file, " + others + "or a running service by " + options)));
        }
        if (file == null) {
            place.attach();
        } else {
            validated = Optional.of(new ExperimentReader(System.getenv()).read(file));
        }
    }

    /** Returns whether the service is reached by JMX alone, where no agent comes into it. */
    private boolean byJmx() {
        return place.byJmx()
                || experiment()
                        .filter(each -> each.service().target() instanceof Service.AttachJmx)
                        .isPresent();
    }

    /** Returns the experiment; empty where a running service is named. */
    Optional<Experiment> experiment() {
        return validated.map(ExperimentFile::experiment);
    }

    References references() {
        return validated.map(ExperimentFile::references).orElse(References.NONE);
    }

    /** Returns the name of the experiment, or the place of the service as {@code port-8080}. */
    String name() {
        return experiment().map(Experiment::name).orElseGet(place::name);
    }

    /** Returns what compares sizes of the same pool under the service's own traffic; empty where a file puts load of its own. */
    Optional<String> liveCommand() {
        if (file != null) {
            return experiment().filter(each -> each.load().guard().isPresent()).map(each -> "poolfit tune " + file);
        }
        return Optional.of(
                "poolfit tune " + place.options() + (poolName == null ? "" : " --pool-name " + poolName) + " --live");
    }

    /** Returns whether a service that ended and was started again by others is found again by the same name. */
    boolean mayReturn() {
        return experiment().filter(each -> each.service().launched()).isEmpty() && !place.byPid();
    }

    /** Gets hold of the service; it is let go when what was done is undone. */
    RunningService open(Path log, Progress progress, UndoStack undo) {
        boolean launched =
                experiment().filter(each -> each.service().launched()).isPresent();
        progress.phase(Message.of(launched ? "phase.starting" : "phase.attaching"));
        return undo.push(
                "let go of the service",
                new ServiceOpener(System::nanoTime)
                        .telling(progress::phase)
                        .firstUse(unread -> experiment().map(FirstUse::requests).orElse(List.of()))
                        .open(experiment()
                                .map(each -> HoldersObservation.request(each, log))
                                .orElseGet(() -> ServiceRequest.toObserve(
                                        place.service(Optional.ofNullable(poolName)),
                                        Optional.empty(),
                                        place.port(),
                                        log))));
    }
}
