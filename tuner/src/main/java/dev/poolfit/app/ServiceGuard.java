package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Settings;
import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.service.Restoration;
import dev.poolfit.service.RestoreRecord;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Guards the service of a run, from the first look at it until it is let go of. Before anything in a running service is touched
 * its settings are noted on the disk; the note goes once they are back.
 */
final class ServiceGuard {
    private final RunFolder folder;
    private final Map<String, String> environment;
    private @Nullable RunningService service;
    private @Nullable ChangeNote note;
    private boolean closed;

    ServiceGuard(RunFolder folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * Opens the service; whoever interrupts waits until that has ended.
     *
     * @throws EnvironmentFailure if it cannot be opened, or if it was let go of before
     */
    synchronized RunningService open(ServiceOpener opener, ServiceRequest request) {
        if (closed) {
            throw UndoStack.interruption();
        }
        boolean launched = request.service().launched();
        RunningService opened = opener.tunedBy(folder.path(), found -> {
                    if (!launched) {
                        write(found);
                    }
                })
                .open(request);
        service = opened;
        opened.beforeEachChange(changed -> Optional.ofNullable(note).ifPresent(each -> each.replace(changed.json())));
        return opened;
    }

    /** Lets go of a service that has ended, so that it can be opened again. */
    synchronized void lost() {
        if (service != null) {
            service.release();
            service = null;
        }
        Optional.ofNullable(note).ifPresent(ChangeNote::remove);
        note = null;
    }

    /**
     * Sets the service, which keeps that: it is not put back.
     *
     * @throws EnvironmentFailure if it did not take hold
     */
    synchronized void keep(Settings settings) {
        RunningService open = service;
        if (open == null) {
            throw new EnvironmentFailure(
                    "the service is away, so that " + settings + " cannot be set",
                    "set it in the service's configuration, or go on with --resume --apply once it is there");
        }
        open.apply(settings);
        open.keep();
    }

    private void write(RestoreRecord found) {
        refuseWhileTuned(found);
        note = ChangeNote.write(folder, found.json(), environment);
    }

    /** Refuses a service that another tuner uses or left changed: its settings are not what it had at first. */
    private void refuseWhileTuned(RestoreRecord found) {
        for (ChangeNote.Pending other : PendingChanges.of(environment).notes()) {
            if (!sameService(other, found)) {
                continue;
            }
            throw other.owner()
                    ? new EnvironmentFailure(
                            "the service is being tuned already, by the run in " + other.folder(),
                            "wait for it, or interrupt it")
                    : new EnvironmentFailure(
                            "the service still has settings of the killed run in " + other.folder()
                                    + ", which could not be put back; they would be taken for its initial ones",
                            "run poolfit restore " + other.folder() + " first, and do what it says");
        }
    }

    /** Returns whether both are about one service; a damaged note tells nothing, which was said at the start. */
    private static boolean sameService(ChangeNote.Pending other, RestoreRecord mine) {
        try {
            return StaleChanges.restoreRecord(other).sameService(mine);
        } catch (EnvironmentFailure damaged) {
            return false;
        }
    }

    /**
     * Lets go of the service with its initial settings, or stops it if Poolfit launched it.
     *
     * @return the outcome, a sentence for a person who interrupts
     * @throws EnvironmentFailure if the settings could not be put back; the note stays then
     */
    synchronized Outcome letGo() {
        closed = true;
        RunningService open = service;
        Optional<ChangeNote> noted = Optional.ofNullable(note);
        if (open == null) {
            noted.ifPresent(ChangeNote::remove);
            return new Outcome("", false);
        }
        Restoration restored = open.release();
        if (!restored.settled()) {
            throw StaleChanges.failure(folder.path().toString(), restored);
        }
        noted.ifPresent(ChangeNote::remove);
        String text = Character.toUpperCase(restored.text().charAt(0))
                + restored.text().substring(1) + ".";
        return new Outcome(noted.isPresent() ? text : "", restored.outcome() == Restoration.Outcome.LEFT_THEIRS);
    }

    /**
     * The outcome of letting go.
     *
     * @param text a sentence, or nothing where there was nothing to put back
     * @param warning whether the service has not all of its initial settings
     */
    record Outcome(String text, boolean warning) {}
}
