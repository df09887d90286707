package dev.poolfit.service;

import dev.poolfit.experiment.Secret;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Says how the settings that a run changed were put back.
 *
 * @param outcome of it
 * @param text the same for people, a sentence without its capital and full stop
 * @param byHand how a person can do it, where it failed
 */
public record Restoration(Outcome outcome, String text, String byHand) {
    /** Names the ways that it can end. */
    public enum Outcome {
        /** Nothing was changed, or the service was stopped by Poolfit itself. */
        UNCHANGED,
        RESTORED,
        /** Restored, except for what somebody else changed meanwhile. */
        LEFT_THEIRS,
        SERVICE_GONE,
        FAILED
    }

    /** Returns whether nothing is left to put back. */
    public boolean settled() {
        return outcome != Outcome.FAILED;
    }

    /**
     * Puts the settings back, if the same service still runs, and stops what Poolfit left running in it. Takes at most
     * half a minute if the service does not answer.
     *
     * @param password of the JMX user, where there was one
     */
    public static Restoration restore(RestoreRecord found, Optional<Secret> password) {
        return restore(found, password, Restorer::pause);
    }

    /** @param pause waits so long between attempts and readings */
    static Restoration restore(RestoreRecord found, Optional<Secret> password, Consumer<Duration> pause) {
        try (var reattached = new ReattachedService(found, password)) {
            return new Restorer(found, pause).restore(reattached::tuning);
        }
    }
}
