package dev.poolfit.load;

import java.time.Duration;

/** A load under way. */
public interface LoadRun {
    /**
     * Ends the load: no new requests; waits until those in flight have ended or {@code drain} has passed, then drops
     * their connections without counting them. After it no further second is reported. Idempotent.
     *
     * @throws IllegalStateException if the receiver of the seconds had failed
     */
    void stop(Duration drain);

    /** Whether no further request will start, because the stages ran out or the load was stopped. */
    boolean ended();

    /** Requests sent, or waiting for their connection, that have not ended. */
    long inFlight();
}
