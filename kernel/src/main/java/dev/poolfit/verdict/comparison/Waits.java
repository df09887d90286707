package dev.poolfit.verdict.comparison;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Bounds what a larger pool can bring, by how few requests wait for a connection.
 *
 * <p>A larger pool takes away waits and nothing else. With n requests in progress of which w wait for a connection in the mean,
 * a request spends w ÷ n of its time so, and without it the throughput is at most n ÷ (n − w) times as high (the interactive
 * response time law and Little's law: Denning and Buzen, <i>The Operational Analysis of Queueing Network Models</i>, ACM
 * Computing Surveys 10(3), 1978). That needs no comparison of rates, so that no noise hides it. It does not hold where requests
 * wait while they hold something that others need: the rates must not speak against it clearly.
 */
public final class Waits {
    /** The factor by which more may wait than was seen. */
    private static final double SAFETY = 2;
    /** The mean share of connections in use from which on, if requests wait, the pool is the limit. */
    private static final double ALL = 0.9;
    /** The multiple of the connections in use that is seldom too few. */
    private static final double ROOMY = 2;

    /**
     * The requests that were seen at one pool size.
     *
     * @param waiting requests that wait for a connection, in the mean; at least 0
     * @param inProgress those that wait among them; greater than 0
     */
    public record Seen(double waiting, double inProgress) {
        /** Returns the least throughput, as a share of what any larger pool gives; from 0 to 1. */
        public double least() {
            return Math.max(0, 1 - SAFETY * waiting / inProgress);
        }

        /** Bounds a ratio to the best from below. */
        public Interval bounded(Interval ratio) {
            double least = least();
            return least > ratio.low()
                    ? new Interval(Math.max(ratio.mean(), least), least, Math.max(ratio.high(), least))
                    : ratio;
        }
    }

    private final Map<Settings, List<Trial>> trials;

    public Waits(List<Trial> trials) {
        this.trials = trials.stream()
                .filter(trial -> trial.valid() && trial.periods().isPresent())
                .collect(Collectors.groupingBy(Trial::settings));
    }

    /** Reads the waits at settings; empty where a probe lacks, requests timed out, or settings differ in more than the pool. */
    private Optional<Seen> at(Settings settings) {
        List<Trial> own = trials.getOrDefault(settings, List.of());
        int pool = settings.pool().orElse(0);
        boolean alike = trials.keySet().stream()
                .allMatch(each ->
                        each.pool().isPresent() && each.with(Knob.POOL, pool).equals(settings));
        boolean timedOut = own.stream().anyMatch(trial -> mean(trial, Metric.TIMEOUTS) > 0);
        if (own.isEmpty() || !alike || timedOut || own.stream().anyMatch(trial -> !tells(trial))) {
            return Optional.empty();
        }
        double waiting = weighted(own, Waits::waiting);
        double inProgress = weighted(own, Waits::inProgress);
        return inProgress > 0 ? Optional.of(new Seen(waiting, inProgress)) : Optional.empty();
    }

    /**
     * Reads the waits where they show that no larger pool is better beyond the line; else, or where they do not count, empty.
     *
     * @param ratio to the best as the rates tell it; they speak against the bound where a standard error more is below the line
     */
    public Optional<Seen> few(Settings settings, Interval ratio, double line) {
        return (ratio.mean() + ratio.high()) / 2 > line
                ? at(settings).filter(seen -> seen.least() > line)
                : Optional.empty();
    }

    /** Predicts few waits at a pool that was not measured, by the connections that are in use at others. */
    public boolean fewExpected(Settings settings) {
        OptionalDouble inUse = trials.values().stream()
                .flatMap(List::stream)
                .flatMapToDouble(trial -> trial.mean(Metric.POOL_ACTIVE).stream())
                .max();
        return inUse.isPresent() && settings.pool().orElse(0) >= ROOMY * inUse.getAsDouble();
    }

    /**
     * Returns the share of a pool's connections that was in use, from {@value #ALL} to 1; empty where not nearly all were,
     * where nobody waited for one, or where that was not seen.
     */
    public OptionalDouble nearlyAllInUse(Settings settings) {
        List<Trial> own = trials.getOrDefault(settings, List.of());
        if (at(settings).filter(seen -> seen.waiting() >= 1).isEmpty()) {
            return OptionalDouble.empty();
        }
        double share = weighted(own, trial -> mean(trial, Metric.POOL_ACTIVE))
                / settings.pool().orElseThrow();
        return share >= ALL ? OptionalDouble.of(Math.min(1, share)) : OptionalDouble.empty();
    }

    private static double weighted(List<Trial> own, ToDoubleFunction<Trial> figure) {
        double seconds = own.stream()
                .mapToDouble(trial -> trial.span().measuredSeconds())
                .sum();
        return own.stream()
                        .mapToDouble(trial ->
                                figure.applyAsDouble(trial) * trial.span().measuredSeconds())
                        .sum()
                / seconds;
    }

    private static boolean tells(Trial trial) {
        return trial.mean(Metric.POOL_PENDING).isPresent();
    }

    /** Returns the larger of what was counted now and then, and what the waits that ended add up to (Little's law). */
    private static double waiting(Trial trial) {
        return Math.max(
                mean(trial, Metric.POOL_PENDING), mean(trial, Metric.ACQUIRE) * mean(trial, Metric.ACQUISITIONS) / 1e3);
    }

    /** Returns the requests in progress by Little's law, and no more than the server's busy threads where they are known. */
    private static double inProgress(Trial trial) {
        double served = trial.throughput().mean() * trial.meanMs() / 1e3;
        double busy = mean(trial, Metric.THREADS_BUSY);
        return busy > 0 ? Math.min(served, busy) : served;
    }

    private static double mean(Trial trial, Metric metric) {
        return trial.mean(metric).orElse(0);
    }
}
