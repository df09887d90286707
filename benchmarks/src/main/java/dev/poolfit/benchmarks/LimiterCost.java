package dev.poolfit.benchmarks;

import static dev.poolfit.benchmarks.RecorderCallback.median;
import static dev.poolfit.benchmarks.RecorderCallback.quantile;
import static dev.poolfit.benchmarks.RecorderCallback.take;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.poolfit.benchmarks.truth.StubDatabase;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.service.RunningService;
import java.io.BufferedReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures what the limiter costs while it is in the pool and limits nothing, beside the pool without it, in random order in one run:
 * what it adds to a borrow and return, on one thread that does nothing else; and the CPU time of a whole service of about 1,000
 * borrows a second, with its readings: {@code limiter [PAIRS]}.
 */
public final class LimiterCost {
    private static final String LOOP = "loop";
    private static final String PACED = "paced";
    private static final int SETTLING = 10;
    private static final int MEASURED = 10;
    private static final int USERS = 8;
    private static final int SECONDS = 5;

    private LimiterCost() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals(LOOP)) {
            RecorderCallback.borrowForEver();
        } else if (arguments.length > 0 && arguments[0].equals(PACED)) {
            paced();
        }
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Process loop = RecorderCallback.start(LimiterCost.class, Stream.of(LOOP));
        try (BufferedReader blocks = loop.inputReader()) {
            perBorrow(loop.pid(), blocks, pairs);
        } finally {
            loop.destroyForcibly();
        }
        Process service = RecorderCallback.start(LimiterCost.class, Stream.of(PACED));
        try (BufferedReader ready = service.inputReader()) {
            ready.readLine();
            cpu(service.toHandle(), Math.min(pairs, 10));
        } finally {
            service.destroyForcibly();
        }
    }

    private static void perBorrow(long pid, BufferedReader blocks, int pairs) throws IOException {
        take(blocks, 3 * SETTLING);
        try (RunningService service = RecorderCallback.attach(pid)) {
            var random = new Random(1);
            List<Double> off = new ArrayList<>();
            List<Double> added = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                double[] nanos = new double[2];
                boolean first = random.nextBoolean();
                for (boolean on : new boolean[] {first, !first}) {
                    nanos[on ? 1 : 0] = on ? limited(service, blocks) : median(take(blocks, MEASURED));
                }
                off.add(nanos[0]);
                added.add(nanos[1] - nanos[0]);
            }
            System.out.printf("borrow and return, limiter off: %.0f ns%n", median(off));
            System.out.printf(
                    "added to a borrow and return: %.0f ns (%.0f-%.0f, the middle half of %d pairs)%n",
                    median(added), quantile(added, 0.25), quantile(added, 0.75), pairs);
        }
    }

    private static double limited(RunningService service, BufferedReader blocks) throws IOException {
        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            for (int i = 0; i < SETTLING; i++) {
                take(blocks, 1);
                limiter.take();
            }
            List<Double> measured = new ArrayList<>();
            for (int i = 0; i < MEASURED; i++) {
                measured.addAll(take(blocks, 1));
                limiter.take();
            }
            return median(measured);
        } finally {
            take(blocks, SETTLING);
        }
    }

    /** Borrows on some threads, each connection for 2 ms of each 8 ms. */
    @SuppressWarnings("SystemOut")
    private static void paced() throws InterruptedException {
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setDataSource(StubDatabase.source());
        var pool = new HikariDataSource(config);
        for (int user = 0; user < USERS; user++) {
            new Thread(() -> {
                        while (true) {
                            try (Connection connection = pool.getConnection()) {
                                LockSupport.parkNanos(2_000_000);
                            } catch (SQLException failed) {
                                throw new IllegalStateException(failed);
                            }
                            LockSupport.parkNanos(6_000_000);
                        }
                    })
                    .start();
        }
        System.out.println("ready");
        Thread.currentThread().join();
    }

    private static void cpu(ProcessHandle process, int pairs) throws InterruptedException {
        try (RunningService service = RecorderCallback.attach(process.pid())) {
            var random = new Random(1);
            List<Double> off = new ArrayList<>();
            List<Double> added = new ArrayList<>();
            double borrowed = 0;
            for (int pair = 0; pair < pairs; pair++) {
                double[] millis = new double[2];
                boolean first = random.nextBoolean();
                for (boolean on : new boolean[] {first, !first}) {
                    if (on) {
                        try (BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
                            limiter.take();
                            long before = spent(process);
                            for (int reading = 0; reading < 2 * SECONDS; reading++) {
                                Thread.sleep(500);
                                borrowed += limiter.take().orElseThrow().slots().stream()
                                        .mapToLong(slot -> slot.borrowed())
                                        .sum();
                            }
                            millis[1] = (spent(process) - before) / 1e6 / SECONDS;
                        }
                    } else {
                        long before = spent(process);
                        Thread.sleep(1_000L * SECONDS);
                        millis[0] = (spent(process) - before) / 1e6 / SECONDS;
                    }
                }
                off.add(millis[0]);
                added.add(millis[1] - millis[0]);
            }
            System.out.printf(
                    "CPU of a service of %.0f borrows a second, limiter off: %.1f ms a second; added: %.1f ms (%.1f-%.1f, the middle"
                            + " half of %d pairs)%n",
                    borrowed / pairs / SECONDS,
                    median(off),
                    median(added),
                    quantile(added, 0.25),
                    quantile(added, 0.75),
                    pairs);
        }
    }

    private static long spent(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElseThrow();
    }
}
