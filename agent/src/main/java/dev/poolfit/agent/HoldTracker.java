package dev.poolfit.agent;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands before HikariCP's metrics of a pool's connections, and hands on all of them. HikariCP tells them with the
 * pool's own entry, so that no clock decides which connection was given back.
 */
final class HoldTracker implements InvocationHandler {
    private static final String CLOCK = "com.zaxxer.hikari.util.ClockSource";

    /** The state of an entry that HikariCP has taken out of its pool, as its ConcurrentBag has it. */
    private static final int REMOVED = -1;

    private final BorrowWatch watch;
    private final Method elapsed;

    private final Object next;
    /** The methods of {@link #next}, open to call. */
    private final Map<Method, Method> methods = new HashMap<>();

    /**
     * @param elapsed a static method: nanoseconds since a time of HikariCP's own clock
     * @param type of {@code next}, as HikariCP knows it
     */
    HoldTracker(Reflection reflection, BorrowWatch watch, Method elapsed, Object next, Class<?> type)
            throws NoSuchMethodException {
        this.watch = watch;
        this.elapsed = elapsed;
        this.next = next;
        for (Method each : type.getMethods()) {
            reflection.open(each, type);
            methods.put(each, each);
        }
        require("recordBorrowStats", 2);
        require("recordBorrowTimeoutStats", 1);
        require("recordConnectionUsage", 1);
    }

    private void require(String name, int parameters) throws NoSuchMethodException {
        if (methods.keySet().stream()
                .noneMatch(each -> each.getName().equals(name) && each.getParameterCount() == parameters)) {
            throw new NoSuchMethodException(name);
        }
    }

    /** Takes the tracker out again. */
    interface Removal {
        void run();
    }

    /**
     * Puts it before the pool's delegate of metrics trackers.
     *
     * @throws ReflectiveOperationException if HikariCP's inside is not as known
     */
    static Removal put(Reflection reflection, Object pool, BorrowWatch watch) throws ReflectiveOperationException {
        Object before = reflection.field(pool, "metricsTracker");
        if (before == null || before.getClass().getInterfaces().length == 0) {
            throw new NoSuchFieldException("metricsTracker");
        }
        Class<?> type = before.getClass().getInterfaces()[0];
        Method elapsed = Class.forName(CLOCK, false, type.getClassLoader()).getMethod("elapsedNanos", long.class);
        HoldTracker handler = new HoldTracker(reflection, watch, elapsed, before, type);
        Object mine = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
        reflection.set(pool, "metricsTracker", mine);
        return () -> {
            if (reflection.field(pool, "metricsTracker") == mine) {
                reflection.set(pool, "metricsTracker", before);
            }
        };
    }

    /** Returns whether HikariCP has closed an entry's connection, which nobody gives back then. */
    static boolean isClosed(Reflection reflection, Object entry) {
        try {
            return (Integer) reflection.call(entry, "getState") == REMOVED;
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return false;
        }
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
            if (name.equals("recordBorrowStats")) {
                watch.borrowed(arguments[0], (Long) elapsed.invoke(null, arguments[1]));
            } else if (name.equals("recordConnectionUsage")) {
                watch.returned(arguments[0]);
            } else if (name.equals("recordBorrowTimeoutStats")) {
                watch.timedOut((Long) elapsed.invoke(null, arguments[0]));
            }
        } catch (Throwable ours) { // the service must not notice
            watch.failed();
        }
        try {
            return methods.getOrDefault(method, method).invoke(next, arguments);
        } catch (InvocationTargetException own) {
            throw own.getCause();
        }
    }
}
