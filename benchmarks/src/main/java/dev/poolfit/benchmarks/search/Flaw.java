package dev.poolfit.benchmarks.search;

import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;

/**
 * A flaw that a fitted model knows nothing of: demands that depend on the settings.
 *
 * @param cause its cause
 * @param strength seconds a connection for {@link Cause#LOCK}, else a share; at least 0
 */
record Flaw(Cause cause, double strength) {
    static final Flaw NONE = new Flaw(Cause.NONE, 0);

    /** The cause that makes demands depend on the settings. */
    enum Cause {
        NONE,
        /** A hidden serial lock: every further connection adds its hold time to the delay. */
        LOCK,
        /** The delay grows by a share of itself with every connection, as that of a disk does. */
        SLOW_DELAY,
        /** Every 200 threads add a share to the service's CPU demand. */
        THREAD_OVERHEAD
    }

    /** Returns the demand under these limits, which are no larger than what can be in use. */
    Demand apply(Demand demand, Limits limits) {
        double delay = demand.delay();
        double cpu = 1;
        switch (cause) {
            case NONE -> {}
            case LOCK -> delay += strength * (limits.pool() - 1);
            case SLOW_DELAY -> delay *= 1 + strength * limits.pool();
            case THREAD_OVERHEAD -> cpu += strength * limits.threads() / 200.0;
        }
        return new Demand(
                cpu * demand.cpuOutside(),
                cpu * demand.cpuHeld(),
                demand.databaseCpu(),
                delay,
                demand.acquisitions(),
                demand.openInView());
    }
}
