package dev.poolfit.service;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures out of what turn HikariCP serves, run by hand: {@code HikariHandOff BUSY_CORES SECONDS POOL…}. A hundred
 * threads hold a connection of a stub database for 300 ms and use a mean 0.9 ms of CPU before the next one; the timeout is
 * 3 s.
 * One line a pool: the share of connections taken by a thread that had not waited, the share of requests that timed out,
 * and that which the simulation expects if the first pool's share holds for all.
 */
final class HikariHandOff {
    private static final int THREADS = 100;
    private static final long HOLD_MILLIS = 300;
    private static final double CPU = 0.0009;
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int WARM_SECONDS = 8;
    /** Who waits less was not in the line, whose rounds take a hundred milliseconds and more. */
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(8);

    private final LongAdder atOnce = new LongAdder();
    private final LongAdder good = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final long began = System.nanoTime();
    private final long seconds;

    private HikariHandOff(long seconds) {
        this.seconds = seconds;
    }

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            var busy = new Thread(() -> use(Double.POSITIVE_INFINITY));
            busy.setDaemon(true);
            busy.start();
        }
        double share = Double.NaN;
        for (int i = 2; i < arguments.length; i++) {
            int pool = Integer.parseInt(arguments[i]);
            var measured = new HikariHandOff(Long.parseLong(arguments[1]));
            measured.run(pool);
            double outOfTurn = measured.atOnce.doubleValue() / measured.good.doubleValue();
            share = i == 2 ? outOfTurn : share;
            System.out.printf(
                    Locale.ROOT,
                    "pool %3d: out of turn %.1f %%, timeouts %.1f %%, simulated %.1f %%%n",
                    pool,
                    100 * outOfTurn,
                    100 * measured.failed.doubleValue() / (measured.good.sum() + measured.failed.sum()),
                    100 * simulated(pool, share).errorRate());
        }
    }

    private static Simulated simulated(int pool, double barging) {
        var demand = new Demand(CPU, 0, 0, HOLD_MILLIS / 1e3, 1, false);
        var model = new ServiceModel(demand, new Capacity(2, 2, 0, 0), barging, Variation.USUAL);
        var limits = new Limits(pool, THREADS, Duration.ofMillis(TIMEOUT_MILLIS));
        return Simulation.run(
                model, new Workload.Saturating(), limits, new Simulation.Length(100, 2_000), Start.EMPTY, 1);
    }

    private void run(int size) throws InterruptedException {
        var config = new HikariConfig();
        config.setDataSource(new StubDataSource());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(TIMEOUT_MILLIS);
        var workers = Executors.newFixedThreadPool(THREADS);
        try (var pool = new HikariDataSource(config)) {
            for (int i = 0; i < THREADS; i++) {
                workers.execute(() -> work(pool));
                // Threads that begin as one would go on in step.
                TimeUnit.MILLISECONDS.sleep(HOLD_MILLIS / size);
            }
            workers.shutdown();
            workers.awaitTermination(1, TimeUnit.HOURS);
        }
    }

    private void work(HikariDataSource pool) {
        while (passed() < WARM_SECONDS + seconds) {
            boolean counts = passed() > WARM_SECONDS;
            long asked = System.nanoTime();
            try (Connection connection = pool.getConnection()) {
                long waited = System.nanoTime() - asked;
                TimeUnit.MILLISECONDS.sleep(HOLD_MILLIS);
                if (counts) {
                    good.increment();
                    atOnce.add(waited < AT_ONCE_NANOS ? 1 : 0);
                }
            } catch (SQLException timedOut) {
                failed.add(counts ? 1 : 0);
            } catch (InterruptedException stopped) {
                return;
            }
            use(-CPU * Math.log(1 - ThreadLocalRandom.current().nextDouble()));
        }
    }

    private double passed() {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void use(double cpuSeconds) {
        long end = System.nanoTime() + (long) (cpuSeconds * 1e9);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
