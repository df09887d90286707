package dev.poolfit.agent;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Jetty's QueuedThreadPool. Its acceptors, its selectors and the threads that it reserves for them count among its threads,
 * so it takes no maximum that leaves none for requests.
 */
final class JettyWorkers extends Workers {
    private static final Map<String, String> GETTERS = Map.of(
            MOST, "getMaxThreads",
            SPARE, "getMinThreads",
            BUSY, "getBusyThreads",
            COUNT, "getThreads");
    private static final String IDLE_TIMEOUT = "_idleTimeout";
    private static final long LONGEST_SHRINK = TimeUnit.SECONDS.toNanos(1);
    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(5);

    private final int[] ports;
    private final SurplusThreads surplus;

    JettyWorkers(Reflection reflection, Object pool, Set<Integer> ports) {
        super(reflection, pool, GETTERS);
        this.ports = ports.stream().mapToInt(Integer::intValue).toArray();
        this.surplus = new SurplusThreads(this::beyond, (Executor) pool);
    }

    @Override
    String server() {
        return "jetty";
    }

    @Override
    String name() throws ReflectiveOperationException {
        return (String) reflection.call(target, "getName");
    }

    @Override
    int[] ports() {
        return ports.clone();
    }

    /** Returns one more than are leased to Jetty itself. */
    @Override
    int least() throws ReflectiveOperationException {
        Object budget = reflection.call(target, "getThreadPoolBudget");
        return budget == null ? 1 : (Integer) reflection.call(budget, "getLeasedThreads") + 1;
    }

    @Override
    Object get(String attribute) throws ReflectiveOperationException {
        Object value = super.get(attribute);
        switch (attribute) {
            case BUSY:
            case COUNT:
                return Math.max(0, (Integer) value - surplus.count());
            case MOST:
                return virtual() ? -1 : value;
            default:
                return value;
        }
    }

    /** Returns whether requests run on virtual threads, which have no maximum; possible from Jetty 12 on. */
    private boolean virtual() {
        try {
            return reflection.call(target, "getVirtualThreadsExecutor") != null;
        } catch (ReflectiveOperationException older) {
            return false;
        }
    }

    /** Refuses a minimum above the maximum, which Jetty would raise. */
    @Override
    void set(String attribute, int value) throws ReflectiveOperationException {
        if (attribute.equals(SPARE)) {
            int most = count(MOST);
            if (value > most) {
                throw new ReflectiveOperationException("Jetty has " + most + " threads at most");
            }
            reflection.call(target, "setMinThreads", value);
        } else {
            reflection.call(target, "setMaxThreads", value);
            surplus.fit();
        }
    }

    private int beyond() {
        try {
            return (Integer) super.get(COUNT) - (Integer) super.get(MOST);
        } catch (ReflectiveOperationException unlike) {
            return 0;
        }
    }

    /** Lets surplus threads go. Jetty lets one go in its idle timeout, a minute: it is told a shorter one meanwhile. */
    @Override
    void close() {
        int still = beyond();
        surplus.close();
        Object timeout = reflection.field(target, IDLE_TIMEOUT);
        if (still <= 0 || !(timeout instanceof Integer)) {
            return;
        }
        long end = System.nanoTime() + LONGEST_SHRINK;
        reflection.set(target, IDLE_TIMEOUT, 1);
        try {
            while (beyond() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(BETWEEN_LOOKS);
            }
        } finally {
            reflection.set(target, IDLE_TIMEOUT, timeout);
        }
    }
}
