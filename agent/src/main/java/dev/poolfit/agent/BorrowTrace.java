package dev.poolfit.agent;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Records each borrow of a pool, when, its wait and its hold, and the route that it was for: what {@link Recorder} does without
 * stacks and statements, at a fraction of its cost. It tells {@link RecordKey#NOW}, {@link RecordKey#HOLDS},
 * {@link RecordKey#OPEN}, {@link RecordKey#BEFORE}, {@link RecordKey#NAMES} and what was dropped or failed.
 */
final class BorrowTrace implements RecorderMBean, BorrowWatch, Runnable {
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(50);
    /** The looks after which it is asked which connections were closed. */
    private static final int RARELY = 20;

    private final String tuner;
    private final Reflection reflection;
    private final Object pool;
    private final ServedRequests served;
    private final Names names = new Names();
    private final Map<Object, Hold> held = new ConcurrentHashMap<>();
    private final PresentPeriod present = new PresentPeriod();
    private final LongAdder failures = new LongAdder();
    private final ObjectName bean;
    private HoldTracker.Removal removal = () -> {};
    private volatile long heard = System.nanoTime();
    private volatile boolean running = true;
    private long namesTold;
    /** The least number of connections in use that nobody knows the borrow of, since it was told. */
    private int before = Integer.MAX_VALUE;

    private BorrowTrace(String tuner, Reflection reflection, Object pool, Class<?>[] loaded) throws JMException {
        this.tuner = tuner;
        this.reflection = reflection;
        this.pool = pool;
        served = new ServedRequests(loaded);
        bean = new ObjectName(AgentBean.RECORDER);
    }

    /**
     * Begins to record, or begins anew.
     *
     * @param tuner who reads it, as the keeper knows it
     * @param name of the pool
     * @throws JMException if there is no such pool, or if HikariCP's inside is not as known
     */
    static synchronized void start(Instrumentation instrumentation, String tuner, String name) throws JMException {
        Recorder.stopPresent();
        Reflection reflection = new Reflection(instrumentation);
        Object pool = ServiceObjects.find(reflection).pool(name);
        BorrowTrace trace = new BorrowTrace(tuner, reflection, pool, instrumentation.getAllLoadedClasses());
        try {
            trace.removal = HoldTracker.put(reflection, pool, trace);
        } catch (ReflectiveOperationException unlike) {
            throw HikariVersion.unlike(pool, unlike);
        }
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new StandardMBean(trace, RecorderMBean.class), trace.bean);
        } catch (JMException | RuntimeException refused) {
            trace.stop();
            throw refused;
        }
        Thread thread = new Thread(trace, "poolfit-recorder");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            for (int look = 1; running && System.nanoTime() - heard <= SILENCE; look++) {
                if (look % RARELY == 0) {
                    held.keySet().removeIf(entry -> HoldTracker.isClosed(reflection, entry));
                }
                look();
                LockSupport.parkNanos(PERIOD);
            }
        } finally {
            stop();
        }
    }

    /** What is on its way from the pool to its borrower, or back, is in use and not held: that passes, so the least counts. */
    private synchronized void look() {
        int active = active();
        before = Math.min(before, Math.max(0, active - held.size()));
    }

    @Override
    public void borrowed(Object entry, long waited) {
        held.put(entry, new Hold(entry, Thread.currentThread(), System.nanoTime(), waited, null));
    }

    @Override
    public void returned(Object entry) {
        Hold hold = held.remove(entry);
        if (hold != null) {
            end(hold, System.nanoTime() - hold.since);
        }
    }

    @Override
    public void timedOut(long waited) {
        end(new Hold(null, Thread.currentThread(), System.nanoTime(), waited, null), -1);
    }

    @Override
    public void failed() {
        failures.increment();
    }

    private void end(Hold hold, long took) {
        String route = served.route();
        if (route != null) {
            hold.name = names.number(route);
        }
        // Whoever gives back what another thread got may serve another request by now.
        hold.request = hold.thread == Thread.currentThread() ? (int) hold.thread.getId() : 0;
        Period now = present.enter();
        try {
            now.holds.add(hold, took);
        } finally {
            now.leave();
        }
    }

    @Override
    public synchronized Map<String, Object> take() {
        heard = System.nanoTime();
        Keeper.hear(tuner);
        Period ended = present.drain();
        look();
        List<Hold> open = new ArrayList<>(held.values());
        long now = System.nanoTime();
        Map<String, Object> taken = new HashMap<>();
        taken.put(RecordKey.NOW, now);
        taken.put(RecordKey.HOLDS, ended.holds.rows());
        taken.put(RecordKey.OPEN, rows(open, now));
        taken.put(RecordKey.BEFORE, (long) before);
        before = Integer.MAX_VALUE;
        taken.put(RecordKey.DROPPED, (long) ended.holds.dropped());
        taken.put(RecordKey.FAILURES, failures.sum());
        String[] fresh = names.drain();
        taken.put(RecordKey.NAMES, fresh);
        taken.put(RecordKey.FIRST_NAME, namesTold);
        namesTold += fresh.length;
        return taken;
    }

    private static long[] rows(List<Hold> open, long now) {
        long[] rows = new long[open.size() * HoldColumn.COUNT];
        for (int i = 0; i < open.size(); i++) {
            Hold hold = open.get(i);
            rows[i * HoldColumn.COUNT + HoldColumn.SINCE] = hold.since;
            rows[i * HoldColumn.COUNT + HoldColumn.WAITED] = hold.waited;
            rows[i * HoldColumn.COUNT + HoldColumn.HELD] = Math.max(0, now - hold.since);
            rows[i * HoldColumn.COUNT + HoldColumn.REQUEST] = (int) hold.thread.getId();
        }
        return rows;
    }

    private int active() {
        try {
            return (Integer) reflection.call(pool, "getActiveConnections");
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return 0;
        }
    }

    /** It records borrows alone. */
    @Override
    public void watchStatements() {}

    @Override
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        removal.run();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean);
        } catch (JMException gone) {
            // Somebody else removed it: that is what was wanted.
        }
    }
}
