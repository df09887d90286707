package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.EnumMap;
import java.util.Map;

/** The pool's connections at this moment, by JMX; peaks between reads are missed. */
final class HikariProbe implements Probe {
    private static final Map<String, Metric> METRICS = Map.of(
            "ActiveConnections", Metric.POOL_ACTIVE,
            "IdleConnections", Metric.POOL_IDLE,
            "ThreadsAwaitingConnection", Metric.POOL_PENDING,
            "TotalConnections", Metric.POOL_TOTAL);

    private final HikariPool pool;

    HikariProbe(HikariPool pool) {
        this.pool = pool;
    }

    @Override
    public String name() {
        return "HikariCP";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        Gauge.read(pool.state(HikariPool.array(METRICS.keySet())), METRICS, values);
        pool.settings().pool().ifPresent(size -> values.put(Metric.POOL_MAX, (double) size));
        return values;
    }
}
