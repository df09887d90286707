package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands before the metrics tracker of a HikariCP pool, and hands on all that it is told. */
final class HoldTracker implements InvocationHandler {
    private static final String FACTORY = "com.zaxxer.hikari.metrics.MetricsTrackerFactory";
    private static final String TRACKER = "com.zaxxer.hikari.metrics.IMetricsTracker";

    private final Holds holds;
    /** The tracker that was there, or null. */
    private final Object next;

    private HoldTracker(Holds holds, Object next) {
        this.holds = holds;
        this.next = next;
    }

    /** What takes it out again. */
    interface Removal {
        void run();
    }

    /**
     * Puts it before the tracker that the pool has.
     *
     * @throws ReflectiveOperationException if HikariCP's inside is not as known
     */
    static Removal put(Reflection reflection, Object pool, Holds holds) throws ReflectiveOperationException {
        Object before = reflection.field(pool, "metricsTracker");
        if (before == null) {
            throw new NoSuchFieldException("metricsTracker");
        }
        ClassLoader loader = pool.getClass().getClassLoader();
        HoldTracker handler = new HoldTracker(holds, reflection.field(before, "tracker"));
        Object tracker =
                Proxy.newProxyInstance(loader, new Class<?>[] {Class.forName(TRACKER, false, loader)}, handler);
        Object factory = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {Class.forName(FACTORY, false, loader)},
                (proxy, method, arguments) -> method.getName().equals("create") ? tracker : null);
        reflection.call(pool, "setMetricsTrackerFactory", factory);
        Object mine = reflection.field(pool, "metricsTracker");
        return () -> {
            if (reflection.field(pool, "metricsTracker") == mine) {
                reflection.set(pool, "metricsTracker", before);
            }
        };
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class) {
            return name.equals("equals")
                    ? (Object) (proxy == arguments[0])
                    : name.equals("hashCode") ? (Object) System.identityHashCode(this) : "HoldTracker";
        }
        try {
            if (name.equals("recordConnectionAcquiredNanos")) {
                holds.borrowed((Long) arguments[0]);
            } else if (name.equals("recordConnectionUsageMillis")) {
                holds.returned((Long) arguments[0]);
            } else if (name.equals("recordConnectionTimeout")) {
                holds.timedOut();
            }
        } catch (RuntimeException | LinkageError failed) {
            holds.failed();
        }
        try {
            return next == null ? null : method.invoke(next, arguments);
        } catch (InvocationTargetException own) {
            throw own.getCause();
        }
    }
}
