package dev.poolfit.app;

import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.ChangeNote.Pending;
import dev.poolfit.service.Restoration;
import dev.poolfit.service.ServiceFootprint;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts back what killed runs left changed. */
final class StaleChanges {
    private final Map<String, String> environment;
    private final PrintStream err;

    StaleChanges(Map<String, String> environment, PrintStream err) {
        this.environment = environment;
        this.err = err;
    }

    /**
     * Puts back the settings of each service whose tuner is gone.
     *
     * @return whether none is left
     */
    boolean putBack() {
        return putBack(ChangeNote.pending(environment));
    }

    boolean putBack(List<Pending> pending) {
        boolean all = true;
        for (Pending each : pending) {
            all &= each.owner() ? busy(each) : putBack(each);
        }
        return all;
    }

    private boolean busy(Pending pending) {
        err.println("The run in " + pending.folder() + " still goes on; it puts its settings back itself.");
        return true;
    }

    private boolean putBack(Pending pending) {
        Restoration restored = Restoration.restore(ServiceFootprint.ofJson(pending.found()), Optional.empty());
        err.println("The killed run in " + pending.folder() + ": " + restored.text() + ".");
        boolean settled = restored.outcome() != Restoration.Outcome.FAILED;
        if (settled) {
            pending.note().remove();
        }
        return settled;
    }
}
