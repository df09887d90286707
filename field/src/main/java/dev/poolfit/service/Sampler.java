package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads all probes each time that it runs; one that fails keeps none of the others from being read. The first run gives
 * no rates and means, since those are since the previous read.
 */
public final class Sampler implements Runnable {
    private final List<Probe> probes;
    private final Consumer<Map<Metric, Double>> values;
    private final BiConsumer<Probe, Boolean> failures;
    private boolean primed;

    /**
     * @param values takes what could be read in a run
     * @param failures takes, for each probe and run, whether it could not be read
     */
    public Sampler(List<Probe> probes, Consumer<Map<Metric, Double>> values, BiConsumer<Probe, Boolean> failures) {
        this.probes = List.copyOf(probes);
        this.values = values;
        this.failures = failures;
    }

    @Override
    public void run() {
        Map<Probe, Map<Metric, Double>> read = readAll();
        if (!primed) {
            primed = true;
            return;
        }
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
                        TimeLimiter.THREADS))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(reads).join();
        return read;
    }
}
