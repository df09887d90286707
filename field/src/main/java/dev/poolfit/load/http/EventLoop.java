package dev.poolfit.load.http;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** The one event loop of this Vert.x, with timers finer than a millisecond. */
record EventLoop(Vertx vertx, Context context) implements Loop {
    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void at(long nanos, Handler<Void> task) {
        vertx.timer(Math.max(1, nanos - now()), TimeUnit.NANOSECONDS).onSuccess(task);
    }

    @Override
    public void next(Handler<Void> task) {
        context.runOnContext(task);
    }
}
