package dev.poolfit.experiment;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * The state of service and database when a run found them.
 *
 * @param settings pool, threads and what else is tuned, fixed ones as they are fixed
 * @param workers the worker threads of the service's web server
 * @param maxConnections the most connections that the database allows, where it is known
 * @param poolLimit the ceiling on the pool, where there is one
 * @param housekeeping the time until a new connection timeout holds
 * @param limited whether of pool and threads those that are tuned can be limited without a change ({@code LimitedSwitchback})
 */
public record Found(
        Settings settings,
        WorkerThreads workers,
        OptionalInt maxConnections,
        OptionalInt poolLimit,
        Duration housekeeping,
        boolean limited) {
    /** HikariCP does its housekeeping every 30 s, where the service does not set it otherwise. */
    public static final Duration USUAL_HOUSEKEEPING = Duration.ofSeconds(31);
}
