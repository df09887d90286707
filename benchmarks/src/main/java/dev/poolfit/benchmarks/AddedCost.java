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

        /** The seconds after which its cost is measured: its classes are new to the service, and are compiled first. */
        default int settling() {
            return 1;
        }

        /** How often it is read a second. */
        default int readings() {
            return READINGS;
        }

        @Override
        void close();
    }

    /** Measures once, with it or without it. */
    interface Measured {
        double measure(boolean with) throws IOException, InterruptedException;
    }

    /** What was measured without it, and by how much more it was with it right before or after. */
    record Pairs(List<Double> off, List<Double> added) {}

    /** Measures with it and without it, so many times each, in random order. */
    static Pairs pairs(int pairs, Measured one) throws IOException, InterruptedException {
        var random = new Random(1);
        var seen = new Pairs(new ArrayList<>(), new ArrayList<>());
        for (int pair = 0; pair < pairs; pair++) {
            boolean first = random.nextBoolean();
            double before = one.measure(first);
            double after = one.measure(!first);
            seen.off().add(first ? after : before);
            seen.added().add(first ? before - after : after - before);
        }
        return seen;
    }

    /** Prints what it adds to a borrow and return on one thread that does nothing else, and prints its time a tenth of a second. */
    static void perBorrow(String name, Supplier<Watch> on, BufferedReader blocks, int pairs)
            throws IOException, InterruptedException {
        Pairs seen = pairs(pairs, with -> with ? with(on, blocks) : median(take(blocks, MEASURED)));
        System.out.printf("borrow and return, %s off: %.0f ns%n", name, median(seen.off()));
        System.out.printf(
                "added to a borrow and return: %.0f ns (%.0f-%.0f, the middle half of %d pairs)%n",
                median(seen.added()), quantile(seen.added(), 0.25), quantile(seen.added(), 0.75), pairs);
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
        List<Double> rate = new ArrayList<>();
        Pairs seen = pairs(pairs, with -> {
            while (rates.ready()) {
                rates.readLine();
            }
            double millis = with ? cpuWith(on, process) : cpuWithout(process);
            rates.readLine();
            rate.add(Double.parseDouble(rates.readLine()));
            return millis;
        });
        System.out.printf(
                "CPU of a service of %.0f borrows a second, %s off: %.1f ms a second; added: %.1f ms (%.1f-%.1f, the middle half of"
                        + " %d pairs), %.1f us a borrow%n",
                median(rate),
                name,
                median(seen.off()),
                median(seen.added()),
                quantile(seen.added(), 0.25),
                quantile(seen.added(), 0.75),
                pairs,
                1e3 * median(seen.added()) / median(rate));
    }

    private static double cpuWith(Supplier<Watch> on, ProcessHandle process) throws InterruptedException {
        try (Watch watch = on.get()) {
            watch.read();
            readings(watch, watch.settling());
            long before = spent(process);
            readings(watch, SECONDS);
            return millisASecond(process, before);
        }
    }

    private static void readings(Watch watch, int seconds) throws InterruptedException {
        for (int reading = 0; reading < watch.readings() * seconds; reading++) {
            Thread.sleep(1_000 / watch.readings());
            watch.read();
        }
    }

    private static double cpuWithout(ProcessHandle process) throws InterruptedException {
        Thread.sleep(1_000);
        long before = spent(process);
        Thread.sleep(1_000L * SECONDS);
        return millisASecond(process, before);
    }

    private static double millisASecond(ProcessHandle process, long before) {
        return (spent(process) - before) / 1e6 / SECONDS;
    }

    private static long spent(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElseThrow();
    }
}
