package dev.poolfit.agent;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The task threads of an XNIO worker, on which Undertow runs requests. Undertow has one number for all of them and for
 * those that are kept, so both change with it.
 */
final class UndertowWorkers extends Workers {
    private static final Map<String, String> GETTERS = Map.of(
            MOST, "getMaxWorkerPoolSize",
            BUSY, "getBusyWorkerThreadCount",
            COUNT, "getWorkerPoolSize");

    private final int[] ports;
    private final int keptAtFirst;
    private final int mostAtFirst;
    private final boolean virtual;
    private final SurplusThreads surplus;

    /** @param virtual whether requests run on virtual threads instead, which have no maximum */
    UndertowWorkers(Reflection reflection, Object worker, Set<Integer> ports, boolean virtual)
            throws ReflectiveOperationException {
        super(reflection, worker, GETTERS);
        this.ports = ports.stream().mapToInt(Integer::intValue).toArray();
        this.virtual = virtual;
        this.keptAtFirst = kept();
        this.mostAtFirst = (Integer) super.get(MOST);
        this.surplus = new SurplusThreads(this::beyond, (Executor) worker);
    }

    @Override
    String server() {
        return "undertow";
    }

    @Override
    String name() throws ReflectiveOperationException {
        return (String) reflection.call(target, "getName");
    }

    @Override
    int[] ports() {
        return ports.clone();
    }

    @Override
    Object get(String attribute) throws ReflectiveOperationException {
        int value = (Integer) super.get(attribute);
        switch (attribute) {
            case BUSY:
                return Math.max(0, (value < 0 ? working() : value) - surplus.count());
            case COUNT:
                return Math.max(0, value - surplus.count());
            default:
                return virtual ? -1 : value;
        }
    }

    /** Counts the threads that work. XNIO parks the others; it counts only if a system property says so. */
    private int working() throws ReflectiveOperationException {
        Object executor = reflection.field(reflection.field(target, "taskPool"), "executor");
        if (executor == null) {
            return 0;
        }
        int working = 0;
        for (Thread thread : (Thread[]) reflection.call(executor, "getRunningThreads")) {
            working += LockSupport.getBlocker(thread) == executor ? 0 : 1;
        }
        return working;
    }

    private int kept() throws ReflectiveOperationException {
        return (Integer) reflection.call(target, "getCoreWorkerPoolSize");
    }

    /** Sets the maximum; an executor of the JDK takes none below the threads that it keeps. */
    @Override
    void set(String attribute, int value) throws ReflectiveOperationException {
        Object pool = reflection.field(target, "taskPool");
        if (pool == null || !attribute.equals(MOST)) {
            throw new ReflectiveOperationException("another XNIO than those that are known");
        }
        int keep = keptAtFirst == mostAtFirst ? value : Math.min(keptAtFirst, value);
        if (keep < kept()) {
            reflection.call(pool, "setCorePoolSize", keep);
        }
        reflection.call(pool, "setMaximumPoolSize", value);
        reflection.call(pool, "setCorePoolSize", keep);
        surplus.fit();
    }

    private int beyond() {
        try {
            return (Boolean) reflection.call(target, "isShutdown")
                    ? 0
                    : (Integer) super.get(COUNT) - (Integer) super.get(MOST);
        } catch (ReflectiveOperationException unlike) {
            return 0;
        }
    }

    @Override
    void close() {
        surplus.close();
    }
}
