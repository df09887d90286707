package dev.poolfit.load;

import io.vertx.core.Handler;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.TimeUnit;

/** An event loop of Vert.x, with timers finer than a millisecond. */
record EventLoop(ContextInternal context) implements Loop {
    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void at(long nanos, Handler<Void> task) {
        var unused = context.nettyEventLoop()
                .schedule(() -> context.emit(null, task), Math.max(0, nanos - now()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void next(Handler<Void> task) {
        context.nettyEventLoop().execute(() -> context.emit(null, task));
    }
}
