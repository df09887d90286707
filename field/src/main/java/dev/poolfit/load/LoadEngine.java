package dev.poolfit.load;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadEnd;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts services under load; kept warm for all trials of a run. */
public interface LoadEngine extends AutoCloseable {
    /**
     * Tells what is known of a load before it runs.
     *
     * @param generator that will run it, such as {@code k6 v1.8.1}
     * @param load the load; where a script ramps its users and its tool can tell how, with its stages
     * @param end of a load that ends by itself
     */
    record Survey(String generator, Load load, Optional<LoadEnd> end) {
        /** Tells of a load that goes on until it is ended. */
        public Survey(String generator, Load load) {
            this(generator, load, Optional.empty());
        }
    }

    /**
     * Finds out whether a load can be run, and how, without sending anything.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the tool that should run it is missing, of an unknown version or
     *     does not answer, or its script is wrong
     */
    default Survey survey(Load load) {
        return new Survey("the built-in engine", load);
    }

    /**
     * Starts a load; one runs at a time. It returns once the load runs, and the first second begins then. The first pause
     * of a user is drawn from zero to the think time. A request that an open load cannot start, because too many are in
     * flight, is due and failed but has no response time. Each load of the built-in engine begins with users who have no
     * cookies and are not logged in; a login counts only if it fails.
     *
     * @param seed draws requests and first pauses; the same seed draws the same ones in the same order; a script draws
     *     its own
     * @param everySecond gets one second after the other, whole ones only, from a thread of the engine
     * @throws dev.poolfit.units.BadQuantity if a request is malformed
     * @throws dev.poolfit.evidence.EnvironmentFailure if a host has no address or its look-up takes over 10 s, or a tool
     *     fails before its load runs
     * @throws IllegalStateException if the load before has not been stopped, or the engine is closed
     */
    LoadRun start(Load load, long seed, Consumer<ClientSecond> everySecond);

    /** Drops a load that still runs and frees threads, connections and processes; idempotent. */
    @Override
    void close();
}
