package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A quantity that the rules judge by, as one trial shows it; absent where a probe that it needs was not read. */
enum Indicator {
    RATE("throughput", trial -> trial.throughput().mean()),
    ACTIVE("active", trial -> probe(trial, Metric.POOL_ACTIVE)),
    PENDING("pending", trial -> probe(trial, Metric.POOL_PENDING)),
    BUSY("threadsBusy", trial -> probe(trial, Metric.THREADS_BUSY)),
    SERVICE_CORES("serviceCpuCores", trial -> probe(trial, Metric.SERVICE_CPU)),
    DATABASE_CORES("databaseCpuCores", trial -> probe(trial, Metric.DATABASE_CPU)),
    LOAD_CORES("loadCpuCores", trial -> probe(trial, Metric.TUNER_CPU)),
    MACHINE_CORES("machineCpuCores", trial -> probe(trial, Metric.HOST_CPU)),
    /** Cores that service, database and this program use together. */
    OWN_CORES(
            "ownCpuCores",
            trial -> probe(trial, Metric.SERVICE_CPU)
                    + probe(trial, Metric.DATABASE_CPU)
                    + trial.mean(Metric.TUNER_CPU).orElse(0)),
    SERVICE_MS("serviceCpuMsPerRequest", trial -> 1000 * each(trial, Metric.SERVICE_CPU)),
    DATABASE_MS("databaseCpuMsPerRequest", trial -> 1000 * each(trial, Metric.DATABASE_CPU)),
    /** Time that a request holds connections, all of them together: connections in use ÷ rate (Little's law). */
    HOLD_MS("holdMsPerRequest", trial -> 1000 * each(trial, Metric.POOL_ACTIVE)),
    /** Mean wait of a request for connections. */
    WAIT_MS("waitMsPerRequest", trial -> 1000 * each(trial, Metric.POOL_PENDING)),
    /** Time of a request on a worker thread without its wait for a connection. */
    THREAD_MS("threadMsPerRequest", trial -> 1000 * working(trial) / ended(trial)),
    /** The share of that time in which it holds a connection; at most 1. */
    HELD_SHARE("heldShareOfRequest", trial -> Math.min(1, probe(trial, Metric.POOL_ACTIVE) / working(trial))),
    ACQUISITIONS("connectionsPerRequest", trial -> probe(trial, Metric.ACQUISITIONS) / ended(trial)),
    STATEMENTS("statementsPerRequest", trial -> each(trial, Metric.DATABASE_QUERIES)),
    ROWS("rowsReadPerRequest", trial -> each(trial, Metric.DATABASE_ROWS)),
    TEMPORARY("temporaryFilesPerRequest", trial -> each(trial, Metric.DATABASE_TEMPORARY)),
    /** The share of the time in which collections of garbage run. */
    GARBAGE_SHARE("garbageShare", trial -> probe(trial, Metric.GC) / 1000),
    COMMITS_PER_FLUSH(
            "commitsPerFlush",
            trial -> probe(trial, Metric.DATABASE_TRANSACTIONS) / probe(trial, Metric.DATABASE_FLUSHES));

    private final String key;
    private final ToDoubleFunction<Trial> figure;

    Indicator(String key, ToDoubleFunction<Trial> figure) {
        this.key = key;
        this.figure = figure;
    }

    /** Returns the name in a finding's evidence, which says the unit. */
    String key() {
        return key;
    }

    OptionalDouble of(Trial trial) {
        double value = figure.applyAsDouble(trial);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    private static double probe(Trial trial, Metric metric) {
        return trial.mean(metric).orElse(Double.NaN);
    }

    /** Returns the figure for each good response, as the model counts. */
    private static double each(Trial trial, Metric metric) {
        return probe(trial, metric) / trial.throughput().mean();
    }

    private static double ended(Trial trial) {
        return (trial.good() + trial.failed()) / trial.countedSeconds();
    }

    private static double working(Trial trial) {
        double working = probe(trial, Metric.THREADS_BUSY) - probe(trial, Metric.POOL_PENDING);
        return working > 0 ? working : Double.NaN;
    }
}
