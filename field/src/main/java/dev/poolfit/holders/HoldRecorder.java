package dev.poolfit.holders;

/** Records who holds the connections of a running service's pool; taken out of the service when it is closed. */
public interface HoldRecorder extends AutoCloseable {
    /**
     * Returns what was seen since the previous call.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer, or if nobody called for 20 s
     */
    RecordedHolds take();

    /**
     * Has it see statements from now on. The driver's code is compiled anew for that, which costs a service whose cores are all busy some
     * seconds of work.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the service does not answer
     */
    void watchStatements();

    @Override
    void close();
}
