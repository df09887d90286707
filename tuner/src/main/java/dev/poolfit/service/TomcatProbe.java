package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.EnumMap;
import java.util.Map;

/** The connector's worker threads at this moment, by JMX. */
final class TomcatProbe implements Probe {
    private static final Map<String, Metric> METRICS = Map.of(
            "currentThreadsBusy", Metric.THREADS_BUSY,
            "currentThreadCount", Metric.THREADS_CURRENT,
            "maxThreads", Metric.THREADS_MAX);

    private final TomcatThreads threads;

    TomcatProbe(TomcatThreads threads) {
        this.threads = threads;
    }

    @Override
    public String name() {
        return "Tomcat";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        Gauge.read(threads.state(HikariPool.array(METRICS.keySet())), METRICS, values);
        return values;
    }
}
