package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Stop;
import dev.poolfit.experiment.Stop.Figure;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Tells when the experiment's stop rule holds over the last seconds. */
record StopRule(Stop stop) {
    int seconds() {
        return (int) stop.window().toSeconds();
    }

    /**
     * Returns whether any figure is above its limit; one that cannot be read is not.
     *
     * @param client all seconds of load so far
     * @param samples the same seconds with what the probes read
     */
    boolean holds(List<ClientSecond> client, List<Sample> samples) {
        int end = Math.min(client.size(), samples.size());
        if (end < seconds()) {
            return false;
        }
        List<ClientSecond> seen = client.subList(end - seconds(), end);
        List<Sample> read = samples.subList(end - seconds(), end);
        return stop.limits().entrySet().stream()
                .anyMatch(limit -> figure(limit.getKey(), seen, read).orElse(0) > limit.getValue());
    }

    private static OptionalDouble figure(Figure figure, List<ClientSecond> client, List<Sample> samples) {
        return switch (figure) {
            case P99 -> p99(client);
            case ERRORS -> errors(client);
            case ACQUIRE -> mean(samples, Metric.ACQUIRE);
            case PENDING -> mean(samples, Metric.POOL_PENDING);
            case TIMEOUTS -> mean(samples, Metric.TIMEOUTS);
        };
    }

    private static OptionalDouble p99(List<ClientSecond> client) {
        var all = new Histogram(3);
        all.setAutoResize(true);
        client.forEach(second -> all.add(second.latency()));
        return all.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(all.getValueAtPercentile(99) / 1000.0);
    }

    private static OptionalDouble errors(List<ClientSecond> client) {
        double failed = client.stream().mapToLong(ClientSecond::failed).sum();
        double all = failed + client.stream().mapToLong(ClientSecond::good).sum();
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(failed / all);
    }

    private static OptionalDouble mean(List<Sample> samples, Metric metric) {
        return samples.stream()
                .flatMapToDouble(sample -> sample.get(metric).stream())
                .average();
    }
}
