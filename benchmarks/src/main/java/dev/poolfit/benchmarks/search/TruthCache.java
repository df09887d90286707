package dev.poolfit.benchmarks.search;

import dev.poolfit.experiment.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Truths on disk, one line a service, for they take longest; another seed or version has another file. */
final class TruthCache {
    /** The version, to be raised whenever services, simulation or the search for the truth change. */
    private static final int VERSION = 4;

    private final Path file;
    private final Map<Integer, Truth> known = new ConcurrentHashMap<>();

    TruthCache(Path folder, long seed) throws IOException {
        file = folder.resolve("search-truth-v" + VERSION + "-seed" + seed + ".txt");
        Files.createDirectories(folder);
        if (Files.exists(file)) {
            Files.readAllLines(file).forEach(this::read);
        }
    }

    Truth of(int index, Supplier<Truth> otherwise) {
        Truth cached = known.get(index);
        if (cached != null) {
            return cached;
        }
        Truth truth = otherwise.get();
        write(index, truth);
        return truth;
    }

    /** Reads a line; one that was cut off when a run was stopped is left out. */
    private void read(String line) {
        String[] parts = line.split(" ");
        if (parts.length == 6 && parts[5].equals(".")) {
            var setting = Settings.ofPoolAndThreads(Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
            var truth = new Truth(Double.parseDouble(parts[1]), setting, Integer.parseInt(parts[4]));
            known.put(Integer.parseInt(parts[0]), truth);
        }
    }

    private synchronized void write(int index, Truth truth) {
        String line = String.format(
                Locale.ROOT,
                "%d %s %d %d %d .%n",
                index,
                truth.best(),
                truth.setting().pool().orElseThrow(),
                truth.setting().threads().orElseThrow(),
                truth.smallestPool());
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
