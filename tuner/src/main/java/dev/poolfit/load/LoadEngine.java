package dev.poolfit.load;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import java.util.function.Consumer;

/** Puts services under load; kept warm for all trials of a run. */
public interface LoadEngine extends AutoCloseable {
    /**
     * Starts a load; one runs at a time. The first pause of a user is drawn from zero to the think time. A request
     * that an open load cannot start, because too many are in flight, is due and failed but has no response time. Each
     * load begins with users who have no cookies and are not logged in; a login counts only if it fails.
     *
     * @param seed draws requests and first pauses; the same seed draws the same ones in the same order
     * @param everySecond gets one second after the other, whole ones only, from a thread of the engine
     * @throws dev.poolfit.units.BadQuantity if a request is malformed
     * @throws dev.poolfit.evidence.EnvironmentFailure if a host has no address, or its look-up takes over 10 s
     * @throws IllegalStateException if the load before has not been stopped, or the engine is closed
     */
    LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond);

    /** Drops a load that still runs and frees threads and connections; idempotent. */
    @Override
    void close();
}
