package dev.poolfit.model.simulation;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Checks;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;

/**
 * A discrete-event simulation of the service: the reference for response times, percentiles, errors and ramps.
 *
 * <p>Users or arrivals → Tomcat's queue (unbounded, first come first served) → worker threads → service CPU (processor
 * sharing) → connection pool with timeout and barging → database CPU (processor sharing at
 * {@link Capacity#databaseSpeed}) → delay → service CPU while held → release → service CPU. Half of the CPU outside the
 * hold is used before the database work and half after it. Several acquisitions share the demands in the hold evenly.
 * A request that gets no connection in time fails: its thread is free, its user thinks and asks again.
 */
public final class Simulation {
    /** The shortest timeout, in seconds: a shorter one says nothing of a pool, and failing requests would take no time. */
    private static final double LEAST_TIMEOUT = 0.001;

    private Simulation() {}

    /**
     * The length of a simulation.
     *
     * @param warm seconds before measuring; at least 0
     * @param measured seconds; greater than 0
     */
    public record Length(double warm, double measured) {
        public Length {
            Checks.atLeast("warm", 0, warm);
            Checks.atLeast("measured", Double.MIN_VALUE, measured);
        }
    }

    /**
     * Simulates the service; the same arguments give the same result.
     *
     * @param limits with a connection timeout of at least 1 ms
     * @param from its beginning; a {@link Workload.Ramp} always begins with the users that it names
     * @throws IllegalArgumentException if the timeout is shorter
     */
    public static Simulated run(
            ServiceModel model, Workload workload, Limits limits, Length length, Start from, long seed) {
        if (limits.timeoutSeconds() < LEAST_TIMEOUT) {
            throw new IllegalArgumentException("connectionTimeout must be at least " + LEAST_TIMEOUT
                    + " s to be simulated, but is " + limits.timeoutSeconds());
        }
        return new SimulationRun(model, workload, limits, from, seed).simulate(length);
    }

    /**
     * Simulates from empty and from full. A difference means two steady states only if the warm-up outlasts both
     * beginnings: give it several times the longest response.
     */
    public static Bistability compareStarts(
            ServiceModel model, Workload workload, Limits limits, Length length, long seed) {
        return new Bistability(
                run(model, workload, limits, length, Start.EMPTY, seed),
                run(model, workload, limits, length, Start.FULL, seed));
    }
}
