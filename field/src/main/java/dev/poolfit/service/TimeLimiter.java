package dev.poolfit.service;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs calls that may hang, such as remote ones, in daemon threads, and gives up on them in time. */
final class TimeLimiter {
    static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "poolfit-call");
        thread.setDaemon(true);
        return thread;
    });

    private TimeLimiter() {}

    /**
     * Returns the call's result.
     *
     * @throws TimeoutException if the call takes longer than the limit; it is interrupted
     * @throws Exception that the call itself throws
     */
    static <T> T call(Duration limit, Callable<T> call) throws Exception {
        Future<T> future = THREADS.submit(call);
        try {
            return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        } finally {
            future.cancel(true);
        }
    }
}
