package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;

/** Names what an observation can show beside what holds the connections, which {@link AttributedTime.Cause} names. */
enum HoldRule implements Finding.Rule {
    /** The service ended, or stopped answering, while it was observed. */
    SERVICE_ENDED,
    /** Requests that hold a connection wait for another, all of them. */
    DEADLOCK,
    LEAK,
    HELD_LONG,
    /** Threads wait for an answer of the database, which does not work for them. */
    ANSWER_LOST,
    NESTED_CONNECTIONS,
    ROW_LOCKS,
    /** Endpoints hold connections longer while the pool is dry: they wait for what the cause takes. */
    VICTIMS,
    /** A health check waits for a connection as long as the platform waits for its answer. */
    HEALTH_CHECK,
    TRIED_WITHOUT_OPEN_IN_VIEW,
    /** Work waits for threads of an executor, or for connections of a client, and not for the pool. */
    QUEUE_FULL,
    OTHER_PROGRAMS,
    /** The service's own memory is read back from a disk again and again. */
    SWAPPED,
    GARBAGE,
    SERVICE_BOUND,
    CPU_THROTTLED,
    MEMORY_NEAR_LIMIT,
    THREADS_FEW,
    OPENING_SLOW,
    POOL_SMALL,
    POOL_LARGE
}
