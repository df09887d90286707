package dev.poolfit.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Metric;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Describes what surrounds a pool while it is observed.
 *
 * @param means of what the probes read, as far as they could
 * @param processors cores that the service may use, a fraction where its container has such a limit
 * @param database what the database told of the same time
 */
public record Surroundings(Map<Metric, Double> means, OptionalDouble processors, Optional<DatabaseReport> database) {
    /** Stands for surroundings of which nothing is known. */
    public static final Surroundings UNKNOWN = new Surroundings(Map.of(), OptionalDouble.empty(), Optional.empty());

    private static final double BUSY = 0.85;

    public Surroundings {
        means = Map.copyOf(means);
    }

    OptionalDouble mean(Metric metric) {
        Double value = means.get(metric);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns whether the service computes on nearly all cores that it may use. */
    boolean serviceBusy() {
        OptionalDouble cores = mean(Metric.SERVICE_CPU);
        return cores.isPresent() && processors.isPresent() && cores.getAsDouble() >= BUSY * processors.getAsDouble();
    }

    /** Returns whether the service surely leaves half of the cores that it may use. */
    boolean serviceIdle() {
        OptionalDouble cores = mean(Metric.SERVICE_CPU);
        return cores.isPresent() && processors.isPresent() && cores.getAsDouble() <= processors.getAsDouble() / 2;
    }

    /** Returns whether the cores of this machine are nearly all busy, whoever uses them. */
    boolean hostBusy() {
        OptionalDouble busy = mean(Metric.HOST_CPU);
        OptionalDouble cores = mean(Metric.HOST_CORES);
        return busy.isPresent() && cores.isPresent() && busy.getAsDouble() >= BUSY * cores.getAsDouble();
    }

    /** Returns the cores that programs beside service, database and Poolfit use; empty if not known. */
    OptionalDouble others() {
        OptionalDouble host = mean(Metric.HOST_CPU);
        OptionalDouble service = mean(Metric.SERVICE_CPU);
        // A database on this machine whose use is not known would count as another program.
        return host.isPresent() && service.isPresent() && means.containsKey(Metric.DATABASE_CPU)
                ? OptionalDouble.of(Math.max(
                        0,
                        host.getAsDouble()
                                - service.getAsDouble()
                                - mean(Metric.DATABASE_CPU).orElse(0)
                                - mean(Metric.TUNER_CPU).orElse(0)))
                : OptionalDouble.empty();
    }
}
