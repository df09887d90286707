package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Seconds of load as a test wants them. */
public final class Trials {
    private Trials() {}

    public static ClientSecond second(int number, double users, long good, long failed, double millis) {
        var latency = new Histogram(3);
        latency.setAutoResize(true);
        latency.recordValueWithCount(Math.round(millis * 1000), good + failed);
        Map<String, Long> failures = failed == 0 ? Map.of() : Map.of("status 500", failed);
        return new ClientSecond(number, users, good, failures, latency, good + failed, 0, 0.1, 0);
    }

    /** So many seconds, all alike. */
    static List<ClientSecond> seconds(int count, double users, long good, long failed, double millis) {
        return IntStream.range(0, count)
                .mapToObj(i -> second(i, users, good, failed, millis))
                .toList();
    }

    static List<Sample> samples(List<ClientSecond> client, Map<Metric, Double> probed) {
        return client.stream()
                .map(second -> {
                    var values = new java.util.EnumMap<Metric, Double>(Metric.class);
                    values.putAll(probed);
                    values.put(Metric.THROUGHPUT, (double) second.good());
                    values.put(Metric.FAILURES, (double) second.failed());
                    values.put(Metric.USERS, second.users());
                    return new Sample(second.second(), values);
                })
                .toList();
    }
}
