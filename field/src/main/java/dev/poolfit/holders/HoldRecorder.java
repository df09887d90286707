package dev.poolfit.holders;

/** Records who holds the connections of a running service's pool; taken out of the service when it is closed. */
public interface HoldRecorder extends AutoCloseable {
    /**
     * Returns what was seen since the previous call.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer, or if nobody called for 20 s
     */
    RecordedHolds take();

    @Override
    void close();
}
