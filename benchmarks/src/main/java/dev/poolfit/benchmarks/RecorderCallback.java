package dev.poolfit.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.poolfit.benchmarks.truth.StubDatabase;
import dev.poolfit.experiment.Service;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures what the recorder adds to one borrow and return of a connection, on the thread that borrows: a program that does
 * nothing else, on one thread, with the recorder on beside off in random order: {@code callback [PAIRS] [route]}. With
 * {@code route} the thread serves a request of Spring MVC, whose route names the borrow. A borrow calls the recorder twice.
 */
public final class RecorderCallback {
    private static final String LOOP = "loop";
    private static final int SETTLING = 10;
    private static final int MEASURED = 10;
    private static final long BLOCK_NANOS = 100_000_000;
    private static final int BATCH = 1_000;

    private RecorderCallback() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals(LOOP)) {
            if (arguments.length > 1) {
                RouteLoop.serve(RecorderCallback::borrowForEver);
            } else {
                borrowForEver();
            }
        }
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Process loop = start(
                RecorderCallback.class,
                Stream.concat(Stream.of(LOOP), Arrays.stream(arguments).skip(1)));
        try (BufferedReader blocks = loop.inputReader()) {
            measure(loop.pid(), blocks, pairs);
        } finally {
            loop.destroyForcibly();
        }
    }

    /** Starts a main class in a JVM of its own, with the class path of this one. */
    static Process start(Class<?> main, Stream<String> arguments) throws IOException {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        Stream<String> command = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", path, main.getName());
        return new ProcessBuilder(Stream.concat(command, arguments).toList())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static RunningService attach(long pid) {
        var target = new Service(
                new Service.AttachPid(pid),
                Optional.empty(),
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty());
        return new ServiceOpener(System::nanoTime).open(ServiceRequest.toObserve(target, Optional.empty()));
    }

    /** Prints the nanoseconds of a borrow and return, of each tenth of a second. */
    @SuppressWarnings("SystemOut")
    static Void borrowForEver() throws Exception {
        var config = new HikariConfig();
        config.setPoolName("main");
        config.setDataSource(StubDatabase.source());
        config.setMaximumPoolSize(2);
        try (var pool = new HikariDataSource(config)) {
            while (true) {
                long begin = System.nanoTime();
                long cycles = 0;
                do {
                    for (int i = 0; i < BATCH; i++) {
                        try (Connection connection = pool.getConnection()) {
                            cycles += connection.isReadOnly() ? 0 : 1;
                        }
                    }
                } while (System.nanoTime() - begin < BLOCK_NANOS);
                System.out.println((double) (System.nanoTime() - begin) / cycles);
            }
        }
    }

    private static void measure(long pid, BufferedReader blocks, int pairs) throws IOException, InterruptedException {
        for (int i = 0; i < 3 * SETTLING; i++) {
            next(blocks);
        }
        try (RunningService service = attach(pid)) {
            AddedCost.Pairs seen =
                    AddedCost.pairs(pairs, on -> on ? recorded(service, blocks) : median(take(blocks, MEASURED)));
            // A borrow calls it twice.
            List<Double> added = seen.added().stream().map(nanos -> nanos / 2).toList();
            System.out.printf("borrow and return, recorder off: %.0f ns%n", median(seen.off()));
            System.out.printf(
                    "added by each of its two callbacks: %.0f ns (%.0f-%.0f, the middle half of %d pairs)%n",
                    median(added), quantile(added, 0.25), quantile(added, 0.75), pairs);
        }
    }

    private static double recorded(RunningService service, BufferedReader blocks) throws IOException {
        try (HoldRecorder recorder = service.recordHolds()) {
            take(blocks, SETTLING);
            recorder.take();
            double nanos = median(take(blocks, MEASURED));
            recorder.take();
            return nanos;
        } finally {
            take(blocks, SETTLING);
        }
    }

    static List<Double> take(BufferedReader blocks, int count) throws IOException {
        List<Double> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(next(blocks));
        }
        return taken;
    }

    static double next(BufferedReader blocks) throws IOException {
        String line = blocks.readLine();
        if (line == null) {
            throw new IOException("the loop has ended");
        }
        return Double.parseDouble(line);
    }

    static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1.0, share * sorted.size()));
    }
}
