package dev.poolfit.agent;

import dev.poolfit.wire.SampleKey;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Reads the pool's running totals that Micrometer keeps: waits and holds with their times in milliseconds, and
 * timeouts.
 *
 * <p>They are read by reflection, since Micrometer's classes are the service's own and may be absent; and from within,
 * since a request for the metrics page would wait in the same queue as the load.
 */
final class PoolTimers {
    private static final String PREFIX = "io.micrometer.core.instrument.";
    private static final String[][] TIMERS = {
        {"acquire", SampleKey.ACQUIRE_COUNT, SampleKey.ACQUIRE_MS}, {"usage", SampleKey.USAGE_COUNT, SampleKey.USAGE_MS}
    };

    private final List<Class<?>> roots;
    private final String pool;
    private final Map<String, Object> meters = new HashMap<>();

    private PoolTimers(List<Class<?>> roots, String pool) {
        this.roots = roots;
        this.pool = pool;
    }

    static PoolTimers find(Class<?>[] loaded, String pool) {
        List<Class<?>> roots = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (type.getName().equals(PREFIX + "Metrics")) {
                roots.add(type);
            }
        }
        return new PoolTimers(roots, pool);
    }

    void readInto(Map<String, Double> values) {
        for (Class<?> root : roots) {
            try {
                read(root, values);
            } catch (ReflectiveOperationException | RuntimeException unreadable) {
                meters.clear();
            }
        }
    }

    private void read(Class<?> root, Map<String, Double> values) throws ReflectiveOperationException {
        if (meters.size() < 3) {
            look(root);
        }
        Class<?> timer = type(root, "Timer");
        Method count = timer.getMethod("count");
        Method total = timer.getMethod("totalTime", TimeUnit.class);
        for (String[] each : TIMERS) {
            Object meter = meters.get(each[0]);
            if (timer.isInstance(meter)) {
                values.put(each[1], ((Number) count.invoke(meter)).doubleValue());
                values.put(each[2], ((Number) total.invoke(meter, TimeUnit.MILLISECONDS)).doubleValue());
            }
        }
        Class<?> counter = type(root, "Counter");
        Object timeouts = meters.get("timeout");
        if (counter.isInstance(timeouts)) {
            values.put(SampleKey.TIMEOUTS, ((Number) counter.getMethod("count").invoke(timeouts)).doubleValue());
        }
    }

    private void look(Class<?> root) throws ReflectiveOperationException {
        Object registry = registry(root);
        Class<?> meterType = type(root, "Meter");
        Class<?> idType = type(root, "Meter$Id");
        Class<?> registryType = type(root, "MeterRegistry");
        Method id = meterType.getMethod("getId");
        Method name = idType.getMethod("getName");
        Method tag = idType.getMethod("getTag", String.class);
        for (Object meter : (Collection<?>) registryType.getMethod("getMeters").invoke(registry)) {
            Object identity = id.invoke(meter);
            String full = (String) name.invoke(identity);
            if (full.startsWith("hikaricp.connections.") && pool.equals(tag.invoke(identity, "pool"))) {
                meters.put(full.substring("hikaricp.connections.".length()), meter);
            }
        }
    }

    /** Returns of several registries one whose totals only ever grow; others start anew with each of their steps. */
    private static Object registry(Class<?> root) throws ReflectiveOperationException {
        Object global = root.getField("globalRegistry").get(null);
        Class<?> composite = type(root, "composite.CompositeMeterRegistry");
        Object best = global;
        for (Object registry :
                (Collection<?>) composite.getMethod("getRegistries").invoke(global)) {
            String simple = registry.getClass().getSimpleName();
            if (simple.contains("Prometheus") || simple.contains("Simple")) {
                return registry;
            }
            if (composite.isInstance(registry)) {
                best = registry;
            }
        }
        return best;
    }

    private static Class<?> type(Class<?> root, String name) throws ClassNotFoundException {
        return Class.forName(PREFIX + name, false, root.getClassLoader());
    }
}
