package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.RequestSecond;
import dev.poolfit.evidence.ResponseTimes;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Sums the seconds of a measured window, without those that other programs took where these are few. */
final class WindowFigures {
    private static final int LATENCY_DIGITS = 3;

    private final Load load;
    private final Settings settings;
    private final List<ClientSecond> client;
    private final List<Sample> samples;
    private final int leftOut;
    private final Histogram latency = histogram();
    private final Map<String, Long> failures = new HashMap<>();
    private final Map<Metric, Double> means = new EnumMap<>(Metric.class);
    private final Map<Metric, Double> peaks = new EnumMap<>(Metric.class);
    private long good;
    private long failed;

    /**
     * @param settings the effective settings
     * @param seen the window's seconds as the load generator saw them; at least 2
     * @param read the same seconds with what the probes read
     */
    WindowFigures(Load load, Settings settings, List<ClientSecond> seen, List<Sample> read) {
        this.load = load;
        this.settings = settings;
        boolean growing = load.ramp().isPresent();
        client = growing ? seen : OtherPrograms.quiet(seen, read);
        samples = growing ? read : OtherPrograms.quiet(read, read);
        leftOut = seen.size() - client.size();
        for (ClientSecond second : client) {
            latency.add(second.latency());
            good += second.good();
            failed += second.failed();
            second.failures().forEach((cause, count) -> failures.merge(cause, count, Long::sum));
        }
        for (Metric metric : Metric.values()) {
            var values = samples.stream()
                    .flatMapToDouble(sample -> sample.get(metric).stream())
                    .summaryStatistics();
            if (values.getCount() > 0) {
                means.put(metric, values.getAverage());
                peaks.put(metric, values.getMax());
            }
        }
    }

    Load load() {
        return load;
    }

    Settings settings() {
        return settings;
    }

    List<ClientSecond> client() {
        return client;
    }

    List<Sample> samples() {
        return samples;
    }

    /** Counts the seconds that other programs took. */
    int leftOut() {
        return leftOut;
    }

    long good() {
        return good;
    }

    long failed() {
        return failed;
    }

    Map<String, Long> failures() {
        return failures;
    }

    Map<Metric, Double> means() {
        return means;
    }

    Map<Metric, Double> peaks() {
        return peaks;
    }

    /** Returns a probe's mean over the window; 0 where it was not read. */
    double mean(Metric metric) {
        return means.getOrDefault(metric, 0.0);
    }

    /** Returns the good responses in each second. */
    double[] rates() {
        return client.stream().mapToDouble(ClientSecond::good).toArray();
    }

    double meanMs() {
        return latency.getTotalCount() == 0 ? 0 : latency.getMean() / 1000;
    }

    Interval p99Ms() {
        return latency.getTotalCount() == 0
                ? new Interval(0, 0, 0)
                : milliseconds(Statistics.quantile(
                        client.stream().map(ClientSecond::latency).toList(), 0.99));
    }

    /** Returns the response times of all requests, and of each kind of request. */
    List<ResponseTimes> times() {
        var kinds = new LinkedHashMap<String, List<RequestSecond>>();
        client.stream()
                .flatMap(second -> second.requests().stream())
                .forEach(each -> kinds.computeIfAbsent(each.request(), name -> new ArrayList<>())
                        .add(each));
        return Stream.concat(
                        Stream.of(ResponseTimes.of("", good, failed, latency)),
                        kinds.entrySet().stream().map(each -> times(each.getKey(), each.getValue())))
                .toList();
    }

    private static ResponseTimes times(String request, List<RequestSecond> seconds) {
        Histogram all = histogram();
        seconds.forEach(each -> all.add(each.latency()));
        return ResponseTimes.of(
                request,
                seconds.stream().mapToLong(RequestSecond::good).sum(),
                seconds.stream().mapToLong(RequestSecond::failed).sum(),
                all);
    }

    private static Histogram histogram() {
        var histogram = new Histogram(LATENCY_DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }

    private static Interval milliseconds(Interval micros) {
        return new Interval(micros.mean() / 1000, micros.low() / 1000, micros.high() / 1000);
    }
}
