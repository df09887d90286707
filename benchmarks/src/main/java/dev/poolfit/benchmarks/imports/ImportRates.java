package dev.poolfit.benchmarks.imports;

import dev.poolfit.results.Results;
import dev.poolfit.results.ResultsReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a file of each load tool, reads it as {@code predict} does, and prints rate and heap; removes the files. */
public final class ImportRates {
    private static final int TIMES = 2;

    private ImportRates() {}

    /**
     * @param arguments the size of each file in MB (10⁶ bytes); by default 1000
     */
    public static void main(String[] arguments) throws IOException {
        long bytes = (arguments.length > 0 ? Long.parseLong(arguments[0]) : 1000) * 1_000_000;
        Path folder = Path.of(System.getProperty("poolfit.home", "."), "benchmarks/target/imports");
        Files.createDirectories(folder);
        System.out.printf(
                "heap at most %d MiB; the better of %d readings%n",
                Runtime.getRuntime().maxMemory() >> 20, TIMES);
        System.out.printf(
                "%-16s %8s %8s %12s %16s   %s%n", "format", "MB", "MB/s", "MB/CPU s", "peak heap, MiB", "read");
        for (LoadToolFile tool : LoadToolFile.values()) {
            Path file = folder.resolve(tool.name().toLowerCase(Locale.ROOT));
            try {
                tool.write(file, bytes);
                measure(tool, file);
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void measure(LoadToolFile tool, Path file) throws IOException {
        double best = Double.MAX_VALUE;
        double leastCpu = Double.MAX_VALUE;
        var threads = ManagementFactory.getThreadMXBean();
        System.gc();
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        String read = "";
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            long cpu = threads.getCurrentThreadCpuTime();
            Results results = ResultsReader.read(file);
            best = Math.min(best, (System.nanoTime() - start) / 1e9);
            leastCpu = Math.min(leastCpu, (threads.getCurrentThreadCpuTime() - cpu) / 1e9);
            var only = results.observations().get(0);
            read = String.format(
                    Locale.ROOT,
                    "%.0f/s, mean %.3f ms, p99 %.3f ms",
                    only.throughput().orElse(0),
                    only.meanMs().orElse(0),
                    only.p99Ms().orElse(0));
        }
        double megabytes = Files.size(file) / 1e6;
        long peak = pools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.printf(
                Locale.ROOT,
                "%-16s %8.0f %8.0f %12.0f %16.0f   %s%n",
                tool.title(),
                megabytes,
                megabytes / best,
                megabytes / leastCpu,
                peak / 1048576.0,
                read);
    }

    private static java.util.stream.Stream<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }
}
