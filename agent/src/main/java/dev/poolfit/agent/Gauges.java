package dev.poolfit.agent;

import dev.poolfit.wire.SampleKey;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Reads the connections of one pool and the threads of one connector; keeps sums and peaks of them. */
final class Gauges {
    private static final String[] CONTENTION = {"ActiveConnections", "ThreadsAwaitingConnection"};
    private static final String[] CONTENTION_KEYS = {SampleKey.ACTIVE, SampleKey.PENDING};
    private static final String[] IDLE = {"IdleConnections"};
    private static final String[] IDLE_KEYS = {SampleKey.IDLE};
    private static final String[] WORKERS = {"currentThreadsBusy"};
    private static final String[] WORKER_KEYS = {SampleKey.BUSY};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName pool;
    private final ObjectName settings;
    private final ObjectName connector;
    private final Map<String, Tally> tallies = new HashMap<>();

    /**
     * @param pool its name
     * @param connector the MBean of the worker threads; may be null
     */
    Gauges(String pool, ObjectName connector) throws JMException {
        this.pool = new ObjectName("com.zaxxer.hikari:type=Pool (" + pool + ")");
        this.settings = new ObjectName("com.zaxxer.hikari:type=PoolConfig (" + pool + ")");
        this.connector = connector;
    }

    /** Reads what changes from one moment to the next. */
    void sample() {
        sample(pool, CONTENTION, CONTENTION_KEYS);
    }

    /** Reads what costs more to read than it changes: servers lock their threads to count them. */
    void sampleRarely() {
        sample(pool, IDLE, IDLE_KEYS);
        if (connector != null) {
            sample(connector, WORKERS, WORKER_KEYS);
        }
    }

    private void sample(ObjectName name, String[] attributes, String[] keys) {
        for (int i = 0; i < attributes.length; i++) {
            // One at a time costs less than a list of them.
            Number value = number(name, attributes[i]);
            if (value != null) {
                tally(keys[i]).add(value.doubleValue());
            }
        }
    }

    /** Returns null if it is no number, or if the pool or the connector was closed. */
    private Number number(ObjectName name, String attribute) {
        try {
            Object value = server.getAttribute(name, attribute);
            return value instanceof Number ? (Number) value : null;
        } catch (JMException gone) {
            return null;
        }
    }

    /** Adds the sizes of the pool and the connector, and their limits. */
    void sizesInto(Map<String, Double> into) {
        size(pool, "TotalConnections", SampleKey.TOTAL, into);
        size(settings, "MaximumPoolSize", SampleKey.TOTAL_MAX, into);
        if (connector != null) {
            size(connector, "currentThreadCount", SampleKey.CURRENT, into);
            size(connector, "maxThreads", SampleKey.CURRENT_MAX, into);
        }
    }

    private void size(ObjectName name, String attribute, String key, Map<String, Double> into) {
        Number value = number(name, attribute);
        if (value != null) {
            into.put(key, value.doubleValue());
        }
    }

    private Tally tally(String key) {
        Tally tally = tallies.get(key);
        if (tally == null) {
            tally = new Tally();
            tallies.put(key, tally);
        }
        return tally;
    }

    /** Moves means, and the peak of the waiting threads, into a map, and starts anew. */
    void drainTo(Map<String, Double> into) {
        tallies.forEach((key, tally) -> {
            into.put(key, tally.mean());
            if (key.equals(SampleKey.PENDING)) {
                into.put(SampleKey.PENDING_PEAK, tally.peak());
            }
            if (key.equals(SampleKey.ACTIVE)) {
                into.put(SampleKey.LOOKS, (double) tally.count());
            }
        });
        tallies.clear();
    }
}
