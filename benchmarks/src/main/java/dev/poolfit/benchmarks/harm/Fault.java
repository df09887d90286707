package dev.poolfit.benchmarks.harm;

/** What happens to the pool while a limiter is in it. */
enum Fault {
    NONE,
    /** All connections are evicted. */
    EVICT,
    /** Five connections break while they are used. */
    BREAK,
    /** The database refuses new connections for a while, and all are evicted. */
    REFUSE,
    SUSPEND,
    GROW,
    SHRINK,
    /** The pool is closed, and another one of its name is opened. */
    CLOSE;

    /** How long suspension and refusal last, in milliseconds. */
    static final long MILLIS = 150;
}
