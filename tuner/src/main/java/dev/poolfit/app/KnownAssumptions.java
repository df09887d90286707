package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.RunNotes;
import dev.poolfit.model.fit.Assumptions;
import java.net.URI;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Collects what an experiment says of its service, so that the model need not find it out. */
final class KnownAssumptions {
    private KnownAssumptions() {}

    /**
     * Reads the assumptions; where load and database stay on the loopback, service and database share this machine's cores.
     *
     * @param held the present values of knobs that are not fixed for the whole run
     */
    static Assumptions of(Experiment experiment, RunNotes notes, Settings held) {
        boolean oneMachine = notes.oneMachine().orElseGet(() -> oneMachine(experiment));
        // Where a container gives the service fewer cores than the machine has, it does not share them all.
        boolean limited = notes.serviceCores().orElse(notes.cores()) < notes.cores();
        return new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                experiment.fixed().with(held).connectionTimeout(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                notes.serviceCores().isPresent() || !oneMachine
                        ? notes.serviceCores()
                        : OptionalDouble.of(notes.cores()),
                oneMachine ? OptionalInt.of(notes.cores()) : OptionalInt.empty(),
                false,
                oneMachine && !limited);
    }

    /** Returns whether load and database stay on the loopback interface. */
    static boolean oneMachine(Experiment experiment) {
        return experiment.load().requests().stream().allMatch(request -> LoadGuard.isLoopback(host(request.url())))
                && (experiment.load().script().isEmpty()
                        || experiment.load().allowedHosts().isEmpty())
                && experiment.database().stream().allMatch(database -> LoadGuard.isLoopback(database.host()));
    }

    private static String host(String url) {
        String path = url.replaceAll("\\{[^}]*}", "0");
        String host = URI.create(path.replaceAll("[?#].*", "")).getHost();
        return host == null ? "" : host;
    }
}
