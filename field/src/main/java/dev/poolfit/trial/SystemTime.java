package dev.poolfit.trial;

import dev.poolfit.units.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Gives the machine's time; what is to run each second has a thread of its own. */
public final class SystemTime implements Time {
    /** Keeps instants, which measure a start and a run, in step though somebody sets the machine's clock. */
    private final SteadyClock clock = new SteadyClock(Instant.now(), System::nanoTime);

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration length) throws InterruptedException {
        Thread.sleep(length.toMillis());
    }

    @Override
    public long await(Condition condition, long nanos) throws InterruptedException {
        return condition.awaitNanos(nanos);
    }

    @Override
    public Repetition everySecond(Runnable task) {
        ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(each -> {
            var thread = new Thread(each, "poolfit-sampler");
            thread.setDaemon(true);
            return thread;
        });
        ticks.scheduleAtFixedRate(task, 0, 1, TimeUnit.SECONDS);
        return ticks::shutdownNow;
    }
}
