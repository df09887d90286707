package dev.poolfit.load;

import io.vertx.core.Handler;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.TimeUnit;

/** The one thread on which a load's requests start and end, with timers finer than a millisecond. */
record Loop(ContextInternal context) {
    /** Runs a task at a time of {@link System#nanoTime()}, or at once if that has passed. */
    void at(long nanos, Handler<Void> task) {
        var unused = context.nettyEventLoop()
                .schedule(() -> context.emit(null, task), Math.max(0, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Runs a task after the input and output that are due now. */
    void next(Handler<Void> task) {
        context.nettyEventLoop().execute(() -> context.emit(null, task));
    }
}
