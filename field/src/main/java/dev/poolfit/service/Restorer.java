package dev.poolfit.service;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.service.Restoration.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Puts back what a service was found with. That counts only once the service has shown it twice, some time apart, and no
 * change is on its way to it any more: a service that was frozen executes what it was told before. What somebody else
 * changed meanwhile stays as it is.
 */
final class Restorer {
    /** The most attempts. With calls that end after 5 s, a service that does not answer is given up on after 26 s. */
    private static final int ATTEMPTS = 4;

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);
    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(1);

    private final RestoreRecord found;
    private final Consumer<Duration> pause;

    /** @param pause waits so long; no interrupt ends it early */
    Restorer(RestoreRecord found, Consumer<Duration> pause) {
        this.found = found;
        this.pause = pause;
    }

    /** @param connection connects anew where that is needed, or throws an EnvironmentFailure */
    Restoration restore(Supplier<TunedJvm> connection) {
        for (int attempt = 1; true; attempt++) {
            ProcessIdentity.State state =
                    found.address().process().map(ProcessIdentity::state).orElse(ProcessIdentity.State.RUNS);
            if (state == ProcessIdentity.State.ENDED) {
                return ended("the service (pid " + found.pid() + ") has ended, and its changed settings with it");
            }
            if (state == ProcessIdentity.State.ELSEWHERE && found.jmx().isEmpty()) {
                return failed("process " + found.pid() + " belongs to another machine or another container than this;"
                        + " restore it there");
            }
            try {
                return attempt(connection.get());
            } catch (EnvironmentFailure failed) {
                boolean refused = failed.getCause() instanceof SecurityException;
                if (attempt == ATTEMPTS || refused) {
                    return failed(String.valueOf(failed.getMessage()));
                }
                pause.accept(BETWEEN_ATTEMPTS);
            }
        }
    }

    private Restoration attempt(TunedJvm service) {
        String identity = service.identity();
        if (found.address().jvm().filter(jvm -> !jvm.equals(identity)).isPresent()) {
            return ended("the service has been restarted since, and its changed settings ended with it (JVM " + identity
                    + " answers, not " + found.address().jvm().orElseThrow() + ")");
        }
        Settings theirs = found.theirs(service.read());
        Settings back = service.restore(found.live().with(theirs))
                .restrictedTo(found.live().knobs());
        pause.accept(BETWEEN_READINGS);
        Settings still = service.read().restrictedTo(found.live().knobs());
        if (!still.equals(back)) {
            throw new EnvironmentFailure(
                    "the service had " + back + ", but a second later " + still,
                    "check what else changes its settings");
        }
        if (service.unanswered()) {
            throw new EnvironmentFailure(
                    "the service shows " + back + ", but has not answered an earlier change, which may still come",
                    "check its settings later");
        }
        return returned(back, theirs);
    }

    private Restoration returned(Settings back, Settings theirs) {
        var restored = new HashSet<>(back.knobs());
        restored.removeAll(theirs.knobs());
        Settings ours = back.restrictedTo(restored);
        String text = "the initial settings (" + ours + ") are back";
        return theirs.knobs().isEmpty()
                ? new Restoration(Outcome.RESTORED, text, "")
                : new Restoration(
                        Outcome.LEFT_THEIRS,
                        "somebody else changed " + theirs + ", which stays so ("
                                + found.live().restrictedTo(theirs.knobs()) + " at first); "
                                + (ours.knobs().isEmpty() ? "nothing else was changed" : text),
                        "");
    }

    private static Restoration ended(String text) {
        return new Restoration(Outcome.SERVICE_GONE, text, "");
    }

    private Restoration failed(String reason) {
        Optional<Settings> last = found.lastChange();
        return new Restoration(
                Outcome.FAILED,
                "the initial settings (" + found.live() + ") could not be put back"
                        + last.map(change -> ", and the service may still have " + change)
                                .orElse("") + ": " + reason,
                found.byHand());
    }

    /** Waits in full; an interrupt is kept for later. */
    static void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        boolean interrupted = false;
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            try {
                Thread.sleep(Duration.ofNanos(left).toMillis() + 1);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
