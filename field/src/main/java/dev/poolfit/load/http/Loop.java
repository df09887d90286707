package dev.poolfit.load.http;

import io.vertx.core.Handler;

/** The one thread on which a load's requests start and end, and the only clock that they are timed by. */
interface Loop {
    /** Returns nanoseconds from a fixed, arbitrary origin. */
    long now();

    /** Runs a task at a time of {@link #now()}, or at once if that has passed. */
    void at(long nanos, Handler<Void> task);

    /** Runs a task after the input and output that are due now. */
    void next(Handler<Void> task);
}
