package dev.poolfit.model.solver;

/** The resource that keeps throughput from being higher. */
public enum Bound {
    SERVICE_CPU,
    DATABASE_CPU,
    /** The cores on which service and database work both, as on one machine. */
    SHARED_CPU,
    /** More requests at once slow the database down; a smaller pool gives more. */
    CONTENTION,
    /** Every connection is in use while nothing else is: throughput is pool ÷ hold time. */
    HOLD,
    THREADS,
    /** Service and database have room left: only more users, or faster ones, would give more. */
    USERS
}
