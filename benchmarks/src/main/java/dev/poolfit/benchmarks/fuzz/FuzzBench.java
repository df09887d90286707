package dev.poolfit.benchmarks.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs the program on damaged files in JVMs of 256 MiB, and tells which of them end otherwise than the contract says, or
 * take longer than 2 s. Each file is damaged as its seed says, so that {@code benchmarks/run fuzz 1 SEED} repeats it
 * alone.
 */
public final class FuzzBench {
    private static final long LONGEST_MILLIS = 2_000;
    private static final int WARMING = 20;

    private FuzzBench() {}

    /** @param arguments the number of files, by default 20,000, and the first seed, by default 1 */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
        long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Path home = Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
        Path folder = home.resolve("benchmarks/target/fuzz");
        Files.createDirectories(folder);
        var watched = new WatchedRuns(home, folder);
        Map<Long, String> faults = new TreeMap<>();
        Map<String, Integer> exits = new TreeMap<>();
        List<Long> millis = new ArrayList<>();
        long start = System.nanoTime();
        watched.run(first, first + count, run -> {
            exits.merge(run.command() + ", exit " + run.exit(), 1, Integer::sum);
            millis.add(run.millis());
            if (!run.fault().isEmpty()) {
                faults.put(run.seed(), run.fault());
            } else if (run.millis() > LONGEST_MILLIS) {
                faults.put(run.seed(), "it took " + run.millis() + " ms");
            }
            if (millis.size() % 1_000 == 0) {
                System.err.printf("%,d of %,d, faults: %d%n", millis.size(), count, faults.size());
            }
        });
        again(watched, faults);
        millis.sort(null);
        System.out.printf(
                Locale.ROOT,
                "%,d damaged files in %.0f s, each in at most 256 MiB; time each: median %d ms, p99 %d ms, longest %d ms%n",
                millis.size(),
                (System.nanoTime() - start) / 1e9,
                millis.get(millis.size() / 2),
                millis.get((int) (0.99 * (millis.size() - 1))),
                millis.get(millis.size() - 1));
        exits.forEach((ending, runs) -> System.out.printf("%s: %,d%n", ending, runs));
        System.out.printf("faults: %d%n", faults.size());
        faults.forEach((seed, fault) -> System.out.println("  seed " + seed + ": " + fault));
        if (!faults.isEmpty()) {
            System.out.println(
                    "Their files are kept in " + folder + "/SEED; repeat one with benchmarks/run fuzz 1 SEED.");
            System.exit(1);
        }
    }

    /** Runs again, after some others, what took too long: the machine may have been busy, or the JVM cold. */
    private static void again(WatchedRuns watched, Map<Long, String> faults) throws IOException, InterruptedException {
        for (long seed : List.copyOf(faults.keySet())) {
            if (faults.getOrDefault(seed, "").startsWith("it took")) {
                watched.run(seed - WARMING, seed + 1, run -> {
                    if (run.seed() == seed && run.fault().isEmpty() && run.millis() <= LONGEST_MILLIS) {
                        faults.remove(seed);
                    }
                });
            }
        }
    }
}
