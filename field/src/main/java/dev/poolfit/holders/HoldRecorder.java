package dev.poolfit.holders;

/** Records who holds the connections of a running service's pool; taken out of the service when it is closed. */
public interface HoldRecorder extends AutoCloseable {
    /**
     * Returns what was seen since the previous call. A recorder that nobody calls for 20 s is gone.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer
     */
    RecordedHolds take();

    @Override
    void close();
}
