package dev.poolfit.evidence;

import dev.poolfit.experiment.Settings;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One measured setting, wherever it was measured; anything may be unknown but its origin.
 *
 * @param settings pool, threads, connection timeout, as far as they are known
 * @param users the users; at least 1 where known
 * @param thinkSeconds their pause between two requests; at least 0
 * @param throughput good responses a second
 * @param meanMs mean response time, in milliseconds
 * @param p99Ms 99th percentile of the response time
 * @param errorsPerSecond failed requests a second
 * @param probes the probes that were read beside it, as means
 * @param runs the runs that it is the mean of; at least 1
 * @param deviation the standard deviation of the throughput between those runs, as a share of it; empty where one run cannot
 *     tell
 * @param origin its place in what was read, such as {@code line 3}
 */
public record Observation(
        Settings settings,
        OptionalDouble users,
        OptionalDouble thinkSeconds,
        OptionalDouble throughput,
        OptionalDouble meanMs,
        OptionalDouble p99Ms,
        OptionalDouble errorsPerSecond,
        Map<Metric, Double> probes,
        int runs,
        OptionalDouble deviation,
        String origin) {
    /** Cores as a share of all that the kernel uses for the requests, such as for the network, uncounted to any process. */
    private static final double UNASSIGNED = 0.05;

    public Observation {
        probes = Map.copyOf(probes);
        finite("users", users);
        finite("thinkSeconds", thinkSeconds);
        finite("throughput", throughput);
        finite("meanMs", meanMs);
        finite("p99Ms", p99Ms);
        finite("errorsPerSecond", errorsPerSecond);
        finite("deviation", deviation);
    }

    private static void finite(String name, OptionalDouble value) {
        if (value.isPresent() && !(value.getAsDouble() >= 0 && Double.isFinite(value.getAsDouble()))) {
            throw new IllegalArgumentException(name + " must be at least 0 and finite, but is " + value.getAsDouble());
        }
    }

    public OptionalDouble probe(Metric metric) {
        Double value = probes.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the cores of this machine that other programs took, at least 0; empty where that was not read. */
    public OptionalDouble takenByOthers() {
        OptionalDouble cores = probe(Metric.HOST_CORES);
        OptionalDouble others = probe(Metric.OTHER_CPU);
        return cores.isPresent() && others.isPresent()
                ? OptionalDouble.of(Math.max(0, others.getAsDouble() - UNASSIGNED * cores.getAsDouble()))
                : OptionalDouble.empty();
    }

    /** Returns the cores of this machine that service, database and load use; empty where one of them was not read. */
    public OptionalDouble used() {
        OptionalDouble host = probe(Metric.HOST_CPU);
        OptionalDouble foreign = takenByOthers();
        return host.isEmpty() || foreign.isEmpty() || probe(Metric.DATABASE_CPU).isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(
                        host.getAsDouble() - foreign.getAsDouble(),
                        probe(Metric.HOST_CORES).orElseThrow()));
    }

    /** Returns the cores {@link #used} as a share of all, 0 to 1. */
    public OptionalDouble utilization() {
        OptionalDouble used = used();
        return used.isPresent()
                ? OptionalDouble.of(
                        used.getAsDouble() / probe(Metric.HOST_CORES).orElseThrow())
                : used;
    }
}
