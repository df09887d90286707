package dev.poolfit.benchmarks;

import static dev.poolfit.benchmarks.RecorderCallback.median;
import static dev.poolfit.benchmarks.RecorderCallback.quantile;
import static dev.poolfit.benchmarks.RecorderCallback.take;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.poolfit.benchmarks.truth.StubDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What something in a pool costs while it is there, beside the pool without it, in random order in one run. */
final class AddedCost {
    private static final int SETTLING = 10;
    private static final int MEASURED = 10;
    private static final int SECONDS = 5;
    private static final int READINGS = 2;
    private static final int CONNECTIONS = 20;
    /** Each connection is held for this share of a cycle. */
    private static final double HELD = 0.25;

    private AddedCost() {}

    /** What is in the pool and is read now and then. */
    interface Watch extends AutoCloseable {
        void read();

        @Override
        void close();
    }

    /** Prints what it adds to a borrow and return on one thread that does nothing else, and prints its time a tenth of a second. */
    static void perBorrow(String name, Supplier<Watch> on, BufferedReader blocks, int pairs) throws IOException {
        var random = new Random(1);
        List<Double> off = new ArrayList<>();
        List<Double> added = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            double[] nanos = new double[2];
            boolean first = random.nextBoolean();
            for (boolean with : new boolean[] {first, !first}) {
                nanos[with ? 1 : 0] = with ? with(on, blocks) : median(take(blocks, MEASURED));
            }
            off.add(nanos[0]);
            added.add(nanos[1] - nanos[0]);
        }
        System.out.printf("borrow and return, %s off: %.0f ns%n", name, median(off));
        System.out.printf(
                "added to a borrow and return: %.0f ns (%.0f-%.0f, the middle half of %d pairs)%n",
                median(added), quantile(added, 0.25), quantile(added, 0.75), pairs);
    }

    private static double with(Supplier<Watch> on, BufferedReader blocks) throws IOException {
        try (Watch watch = on.get()) {
            for (int i = 0; i < SETTLING; i++) {
                take(blocks, 1);
                watch.read();
            }
            List<Double> measured = new ArrayList<>();
            for (int i = 0; i < MEASURED; i++) {
                measured.addAll(take(blocks, 1));
                watch.read();
            }
            return median(measured);
        } finally {
            take(blocks, SETTLING);
        }
    }

    /** Borrows for ever, so often a second, each connection for a quarter of the time, and prints each second's borrows. */
    @SuppressWarnings("SystemOut")
    static void paced(int rate) throws InterruptedException {
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setDataSource(StubDatabase.source());
        config.setMaximumPoolSize(CONNECTIONS);
        var pool = new HikariDataSource(config);
        int users = Math.max(1, rate / 125);
        long cycle = 1_000_000_000L * users / rate;
        var borrowed = new LongAdder();
        for (int user = 0; user < users; user++) {
            new Thread(() -> {
                        while (true) {
                            try (Connection connection = pool.getConnection()) {
                                borrowed.increment();
                                LockSupport.parkNanos((long) (cycle * HELD));
                            } catch (SQLException failed) {
                                throw new IllegalStateException(failed);
                            }
                            LockSupport.parkNanos((long) (cycle * (1 - HELD)));
                        }
                    })
                    .start();
        }
        while (true) {
            System.out.println(borrowed.sumThenReset());
            Thread.sleep(1_000);
        }
    }

    /** Prints the CPU time that it adds to a service of this process, and by borrow. */
    static void cpu(String name, Supplier<Watch> on, ProcessHandle process, BufferedReader rates, int pairs)
            throws IOException, InterruptedException {
        var random = new Random(1);
        List<Double> off = new ArrayList<>();
        List<Double> added = new ArrayList<>();
        List<Double> rate = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            double[] millis = new double[2];
            boolean first = random.nextBoolean();
            for (boolean with : new boolean[] {first, !first}) {
                while (rates.ready()) {
                    rates.readLine();
                }
                if (with) {
                    try (Watch watch = on.get()) {
                        watch.read();
                        Thread.sleep(1_000);
                        watch.read();
                        long before = spent(process);
                        for (int reading = 0; reading < READINGS * SECONDS; reading++) {
                            Thread.sleep(1_000 / READINGS);
                            watch.read();
                        }
                        millis[1] = (spent(process) - before) / 1e6 / SECONDS;
                    }
                } else {
                    Thread.sleep(1_000);
                    long before = spent(process);
                    Thread.sleep(1_000L * SECONDS);
                    millis[0] = (spent(process) - before) / 1e6 / SECONDS;
                }
                rates.readLine();
                rate.add(Double.parseDouble(rates.readLine()));
            }
            off.add(millis[0]);
            added.add(millis[1] - millis[0]);
        }
        System.out.printf(
                "CPU of a service of %.0f borrows a second, %s off: %.1f ms a second; added: %.1f ms (%.1f-%.1f, the middle half of"
                        + " %d pairs), %.1f us a borrow%n",
                median(rate),
                name,
                median(off),
                median(added),
                quantile(added, 0.25),
                quantile(added, 0.75),
                pairs,
                1e3 * median(added) / median(rate));
    }

    private static long spent(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElseThrow();
    }
}
