package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads all probes once a second in a thread of its own; one that fails keeps none of the others from being read. */
public final class Sampler implements AutoCloseable {
    private final List<Probe> probes;
    private final Consumer<Map<Metric, Double>> values;
    private final BiConsumer<Probe, Boolean> failures;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "poolfit-sampler");
        thread.setDaemon(true);
        return thread;
    });

    private @Nullable Future<?> second;

    Sampler(List<Probe> probes, Consumer<Map<Metric, Double>> values, BiConsumer<Probe, Boolean> failures) {
        this.probes = List.copyOf(probes);
        this.values = values;
        this.failures = failures;
    }

    /**
     * Starts reading; the first values come after a second, and are those of that second.
     *
     * @param values takes what could be read in a second
     * @param failures takes, for each probe and second, whether it could not be read
     */
    public static Sampler start(
            List<Probe> probes, Consumer<Map<Metric, Double>> values, BiConsumer<Probe, Boolean> failures) {
        var sampler = new Sampler(probes, values, failures);
        sampler.ticks.execute(sampler::prime);
        sampler.second = sampler.ticks.scheduleAtFixedRate(sampler::tick, 1, 1, TimeUnit.SECONDS);
        return sampler;
    }

    /** Reads once for nothing, since rates and means are those since the previous read. */
    void prime() {
        readAll();
    }

    void tick() {
        Map<Probe, Map<Metric, Double>> read = readAll();
        var all = new EnumMap<Metric, Double>(Metric.class);
        for (Probe probe : probes) {
            Map<Metric, Double> found = read.get(probe);
            if (found != null) {
                all.putAll(found);
            }
            failures.accept(probe, found == null);
        }
        values.accept(Collections.unmodifiableMap(all));
    }

    private Map<Probe, Map<Metric, Double>> readAll() {
        var read = Collections.synchronizedMap(new java.util.IdentityHashMap<Probe, Map<Metric, Double>>());
        CompletableFuture<?>[] reads = probes.stream()
                .map(probe -> CompletableFuture.runAsync(
                        () -> {
                            try {
                                read.put(probe, probe.read());
                            } catch (RuntimeException unreadable) {
                                read.remove(probe);
                            }
                        },
                        Bounded.THREADS))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(reads).join();
        return read;
    }

    @Override
    public void close() {
        if (second != null) {
            second.cancel(false);
        }
        ticks.shutdownNow();
    }
}
