package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.file.JmxPassword;
import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.ChangeNote.Pending;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.service.Restoration;
import dev.poolfit.service.RestoreRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Puts back what killed runs left changed. */
final class StaleChanges {
    private final Map<String, String> environment;
    private final PrintStream err;
    private final Function<RestoreRecord, Optional<Secret>> passwords;
    private final boolean trusted;

    /**
     * @param passwords the password of a service's JMX user, where it was given
     * @param trusted also undo runs that cannot be seen from here to have ended
     */
    StaleChanges(
            Map<String, String> environment,
            PrintStream err,
            Function<RestoreRecord, Optional<Secret>> passwords,
            boolean trusted) {
        this.environment = environment;
        this.err = err;
        this.passwords = passwords;
        this.trusted = trusted;
    }

    /**
     * Puts back the settings of each service whose tuner is gone, and tells what came of each.
     *
     * @return whether none is left
     */
    boolean putBack(PendingChanges pending) {
        pending.unusable().forEach(this::tell);
        boolean all = pending.unusable().isEmpty();
        for (Pending each : pending.notes()) {
            try {
                err.println(putBack(each));
            } catch (EnvironmentFailure failed) {
                tell(failed);
                all = false;
            }
        }
        return all;
    }

    private void tell(EnvironmentFailure failure) {
        err.println(Main.words(failure));
    }

    private String putBack(Pending pending) {
        ProcessIdentity.State tuner = pending.tuner().state();
        if (tuner == ProcessIdentity.State.RUNS) {
            return "The run in " + pending.folder() + " still goes on; it puts its settings back itself.";
        }
        if (tuner == ProcessIdentity.State.ELSEWHERE && !trusted) {
            throw new EnvironmentFailure(
                    "the run in " + pending.folder()
                            + " was started on another machine or in another container, so it may still go on",
                    "once it has ended, run poolfit restore " + pending.folder() + " --trust");
        }
        RestoreRecord found = restoreRecord(pending);
        Restoration restored = Restoration.restore(found, password(pending, found));
        if (!restored.settled()) {
            throw failure(pending.folder().toString(), restored);
        }
        pending.note().remove();
        return (restored.outcome() == Restoration.Outcome.LEFT_THEIRS ? "Warning: the" : "The") + " killed run in "
                + pending.folder() + ": " + restored.text() + ".";
    }

    /** Returns the failure of a restoration, with what is to be done. */
    static EnvironmentFailure failure(String folder, Restoration restored) {
        return new EnvironmentFailure(
                "the run in " + folder + ": " + restored.text(),
                "once the service answers, run poolfit restore " + folder + "; or restart the service; or "
                        + restored.byHand());
    }

    /** @throws EnvironmentFailure if the note does not say which service it is about */
    static RestoreRecord restoreRecord(Pending pending) {
        try {
            return RestoreRecord.ofJson(pending.found());
        } catch (IllegalArgumentException malformed) {
            throw ChangeNote.damaged(pending.file(), "is damaged (" + malformed.getMessage() + ")");
        }
    }

    private Optional<Secret> password(Pending pending, RestoreRecord found) {
        if (found.user().isEmpty()) {
            return Optional.empty();
        }
        Optional<Secret> given = passwords.apply(found);
        if (given.isPresent()) {
            return given;
        }
        JmxPassword noted = noted(new RunFolder(pending.folder()));
        if (noted.value().isEmpty()) {
            throw new EnvironmentFailure(
                    "the run in " + pending.folder() + " left " + found.jmx().orElse("a service")
                            + " changed, and its JMX user " + found.user().get() + " needs a password",
                    (noted.variables().isEmpty()
                                    ? ""
                                    : "set " + String.join(", ", noted.variables()) + " as for that run, or ")
                            + "run poolfit restore " + pending.folder() + " --jmx-password, which asks for it");
        }
        return noted.value();
    }

    private JmxPassword noted(RunFolder folder) {
        try {
            return JmxPassword.of(Files.readString(folder.experiment()), environment);
        } catch (IOException unreadable) {
            return JmxPassword.of("", environment);
        }
    }
}
