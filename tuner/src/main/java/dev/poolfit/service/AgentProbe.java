package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The pool and the worker threads as the agent in the service saw them: means and peaks of fifty looks a second. */
final class AgentProbe implements Probe {
    private static final Map<String, Metric> METRICS = Map.of(
            "active", Metric.POOL_ACTIVE,
            "idle", Metric.POOL_IDLE,
            "pending", Metric.POOL_PENDING,
            "pendingPeak", Metric.POOL_PENDING_PEAK,
            "total", Metric.POOL_TOTAL,
            "busy", Metric.THREADS_BUSY,
            "current", Metric.THREADS_CURRENT);

    private final SamplingAgent agent;
    private final HikariPool pool;
    private final Optional<TomcatThreads> tomcat;
    private final PoolTotals totals;

    AgentProbe(SamplingAgent agent, HikariPool pool, Optional<TomcatThreads> tomcat, LongSupplier nanoseconds) {
        this.agent = agent;
        this.pool = pool;
        this.tomcat = tomcat;
        this.totals = new PoolTotals(nanoseconds);
    }

    @Override
    public String name() {
        return "HikariCP and Tomcat";
    }

    @Override
    public Subject subject() {
        return Subject.SERVICE;
    }

    @Override
    public Map<Metric, Double> read() {
        var values = new EnumMap<Metric, Double>(Metric.class);
        Map<String, Double> seen = agent.take();
        Gauge.read(seen, METRICS, values);
        totals.read(seen, values);
        pool.settings().pool().ifPresent(size -> values.put(Metric.POOL_MAX, (double) size));
        tomcat.map(TomcatThreads::settings)
                .ifPresent(settings ->
                        settings.threads().ifPresent(threads -> values.put(Metric.THREADS_MAX, (double) threads)));
        return values;
    }

    @Override
    public void close() {
        agent.stop();
    }
}
