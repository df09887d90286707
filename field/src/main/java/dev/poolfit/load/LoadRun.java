package dev.poolfit.load;

import dev.poolfit.evidence.EnvironmentFailure;
import java.time.Duration;
import java.util.Optional;

/** A load under way. */
public interface LoadRun {
    /**
     * Ends the load: no new requests; waits until those in flight have ended or {@code drain} has passed, then drops
     * their connections without counting them. Another tool is asked to end at once and killed after {@code drain}.
     * After it no further second is reported. Idempotent.
     *
     * @throws IllegalStateException if the receiver of the seconds had failed
     */
    void stop(Duration drain);

    /** Returns whether no further request will start, because the stages or the script ran out or the load was stopped. */
    boolean ended();

    /** Counts requests sent, or waiting for their connection, that have not ended; 0 where another tool does not report. */
    long inFlight();

    /**
     * Starts no new request until it is let go on; the seconds are reported all the same. Users who wait for a response get it, and
     * all of them go on at once, after a first pause drawn anew; the arrivals of an open load are put off.
     *
     * @param held whether it is held, or goes on
     * @throws UnsupportedOperationException if it cannot be held
     */
    default void hold(boolean held) {
        throw new UnsupportedOperationException("the load of another tool cannot be held");
    }

    /** Returns whether it can be held: the load of another tool cannot. */
    default boolean holds() {
        return false;
    }

    /** Returns why the load broke off, if it did. */
    default Optional<EnvironmentFailure> failure() {
        return Optional.empty();
    }
}
