package dev.poolfit.agent;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The values of this moment: connections of one pool, threads of one connector. Keeps sums and peaks of them. */
final class Gauges {
    private static final String[] CONTENTION = {"ActiveConnections", "ThreadsAwaitingConnection"};
    private static final String[] CONTENTION_KEYS = {"active", "pending"};
    private static final String[] SIZE = {"IdleConnections", "TotalConnections"};
    private static final String[] SIZE_KEYS = {"idle", "total"};
    private static final String[] TOMCAT = {"currentThreadsBusy", "currentThreadCount"};
    private static final String[] TOMCAT_KEYS = {"busy", "current"};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName pool;
    private final ObjectName tomcat;
    private final Map<String, Tally> tallies = new HashMap<>();

    /** @param tomcat may be null */
    Gauges(ObjectName pool, ObjectName tomcat) {
        this.pool = pool;
        this.tomcat = tomcat;
    }

    /** Looks at what changes from one moment to the next. */
    void sample() {
        sample(pool, CONTENTION, CONTENTION_KEYS);
    }

    /** Looks at what costs more to tell than it changes: Tomcat locks its threads to count them. */
    void sampleRarely() {
        sample(pool, SIZE, SIZE_KEYS);
        if (tomcat != null) {
            sample(tomcat, TOMCAT, TOMCAT_KEYS);
        }
    }

    private void sample(ObjectName name, String[] attributes, String[] keys) {
        try {
            for (Attribute attribute : server.getAttributes(name, attributes).asList()) {
                for (int i = 0; i < attributes.length; i++) {
                    if (attributes[i].equals(attribute.getName()) && attribute.getValue() instanceof Number) {
                        tallies.computeIfAbsent(keys[i], key -> new Tally())
                                .add(((Number) attribute.getValue()).doubleValue());
                    }
                }
            }
        } catch (JMException gone) {
            // The pool or the connector was closed: there is nothing to count at the moment.
        }
    }

    /** Moves means, the peak of the waiting threads and the latest totals into a map, and starts anew. */
    void drainTo(Map<String, Double> into) {
        tallies.forEach((key, tally) -> {
            into.put(key, key.equals("total") || key.equals("current") ? tally.latest() : tally.mean());
            if (key.equals("pending")) {
                into.put("pendingPeak", tally.peak());
            }
            if (key.equals("active")) {
                into.put("samples", (double) tally.count());
            }
        });
        tallies.clear();
    }
}
