package dev.poolfit.agent;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import dev.poolfit.wire.RecordKey;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Records who holds the connections of a pool: each hold by the pool's own metrics, and the stacks of holders by
 * looking at some of them up to fifty times a second, as far as the service can afford it. It stops when nobody has
 * read it for 20 s.
 */
public final class Recorder implements RecorderMBean, Runnable {
    private static final String OPEN_IN_VIEW = "org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor";
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(20);
    /** The time after which other connections are watched. */
    private static final long TURN = TimeUnit.MILLISECONDS.toNanos(200);
    /** The holds a second up to which the statements of all are watched. */
    private static final double WATCHED = 50;

    /** The time without a connection that is given back after which all may wait for each other. */
    private static final long STANDSTILL = TimeUnit.MILLISECONDS.toNanos(1_900);

    private static final int UNREAD = Integer.MIN_VALUE;

    private final String tuner;
    private final Names names = new Names();
    private final Holds holds;
    private final HoldSamples samples;
    private final OpenHolds open;
    private final AsyncRequests asynchronous;
    private final Reflection reflection;
    private final Object pool;
    private final long openInView;
    private final StatementWatch statements;
    private final SuspendedTransactions suspended;
    private final QueueWatch queues;
    private final int pools;
    /** The time since which no connection was given back, as far as the answers say. */
    private long standing = System.nanoTime();

    private long asked;
    private HoldTracker.Removal removal = () -> {};
    private volatile long heard = System.nanoTime();
    private volatile boolean running = true;
    private volatile boolean watching;
    private volatile long thread;
    private int peak;
    private int before = Integer.MAX_VALUE;
    private boolean opening;
    private int waiting;
    private long looks;
    /** Holds a second, smoothed. */
    private double rate;
    /** Connections that are held, smoothed. */
    private double held;

    private long namesTold;

    private Recorder(String tuner, Reflection reflection, Object pool, ServiceObjects service, Class<?>[] loaded) {
        this.tuner = tuner;
        this.reflection = reflection;
        this.pool = pool;
        Stacks stacks = new Stacks(names);
        Callers callers = new Callers(names, stacks, loaded);
        Tasks tasks = new Tasks(reflection);
        this.holds = new Holds(callers, tasks);
        long found = 0;
        for (Class<?> type : loaded) {
            if (type.getName().equals(OPEN_IN_VIEW)) {
                found = 1;
            }
        }
        openInView = found;
        Attendance attendance = new Attendance(new SpringRequests(reflection, loaded), tasks, found > 0);
        samples = new HoldSamples(stacks, callers, holds, attendance);
        pools = service.pools().size();
        open = new OpenHolds(stacks, callers, holds, attendance, pools == 1);
        asynchronous = new AsyncRequests(reflection, service.endpoints());
        statements = new StatementWatch(reflection, pool, holds, names);
        suspended = new SuspendedTransactions(stacks);
        queues = new QueueWatch(names, stacks, reflection);
    }

    /**
     * Begins to record, or begins anew.
     *
     * @param tuner who reads it, as the keeper knows it
     * @param name of the pool
     * @throws JMException if there is no such pool, or if HikariCP's inside is not as known
     */
    static synchronized void start(Instrumentation instrumentation, String tuner, String name) throws JMException {
        stopPresent();
        Reflection reflection = new Reflection(instrumentation);
        ServiceObjects service = ServiceObjects.find(reflection);
        Object pool = service.pool(name);
        Recorder recorder = new Recorder(tuner, reflection, pool, service, instrumentation.getAllLoadedClasses());
        try {
            recorder.removal = HoldTracker.put(reflection, pool, recorder.holds);
        } catch (ReflectiveOperationException unlike) {
            throw HikariVersion.unlike(pool, unlike);
        }
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(recorder, new ObjectName(AgentBean.RECORDER));
        } catch (JMException | RuntimeException refused) {
            recorder.stop();
            throw refused;
        }
        Thread thread = new Thread(recorder, "poolfit-recorder");
        recorder.thread = thread.getId();
        thread.setDaemon(true);
        thread.start();
    }

    /** Stops whoever records now. */
    static void stopPresent() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        if (server.isRegistered(new ObjectName(AgentBean.RECORDER))) {
            AgentOperation.STOP_RECORDING.on(server);
        }
    }

    @Override
    public void run() {
        try {
            long turned = System.nanoTime();
            long cleared = turned;
            while (running) {
                long now = System.nanoTime();
                if (now - turned >= TURN) {
                    double share = share(now - turned);
                    if (share > 0) {
                        statements.cover(share);
                    }
                    turned = now;
                }
                if (now - cleared >= TimeUnit.SECONDS.toNanos(1)) {
                    holds.forget(entry -> HoldTracker.isClosed(reflection, entry));
                    cleared = now;
                }
                look(now);
                if (now - heard > SILENCE) {
                    stop();
                }
                LockSupport.parkNanos(PERIOD);
            }
        } finally {
            stop();
        }
    }

    /** Returns the share of the connections whose statements are to be watched, 0 to 1, after so many nanoseconds. */
    private double share(long nanos) {
        rate += (holds.drainEnded() * (double) TimeUnit.SECONDS.toNanos(1) / nanos - rate) / 5;
        // Only by its statements it is known which thread uses a connection that another one got.
        return holds.handedOn() ? 1 : watching ? WATCHED / Math.max(WATCHED, rate) : 0;
    }

    private void look(long now) {
        List<Hold> all = holds.all();
        int threads = count("getThreadsAwaitingConnection");
        int inUse = count("getActiveConnections");
        int active = Math.max(all.size(), inUse);
        held += (all.size() - held) / 16;
        boolean growing = threads > 0 && count("getTotalConnections") < count("getMaximumPoolSize", "config");
        // By Little's law.
        samples.look(now, held / Math.max(1, rate), threads > 0);
        queues.look(now);
        synchronized (names) {
            peak = Math.max(peak, active);
            before = Math.min(before, active - all.size());
            opening |= growing;
            waiting = Math.max(waiting, threads);
            looks++;
        }
    }

    private int count(String getter) {
        return count(pool, getter);
    }

    private int count(String getter, String field) {
        return count(reflection.field(pool, field), getter);
    }

    /** Returns {@value #UNREAD} if it cannot be read. */
    private int count(Object of, String getter) {
        try {
            return (Integer) reflection.call(of, getter);
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return UNREAD;
        }
    }

    @Override
    public Map<String, Object> take() {
        heard = System.nanoTime();
        Keeper.hear(tuner);
        Map<String, Object> taken = new HashMap<>();
        Period ended = holds.drain();
        taken.put(RecordKey.NOW, heard);
        long[] rows = ended.holds.rows();
        taken.put(RecordKey.HOLDS, rows);
        taken.put(RecordKey.STATEMENTS, ended.sent.rows());
        taken.put(RecordKey.DROPPED, (long) ended.holds.dropped());
        taken.put(RecordKey.FAILURES, holds.failures());
        standing = rows.length == 0 ? standing : heard;
        boolean stands = heard - standing >= STANDSTILL;
        int least;
        synchronized (names) {
            least = before == Integer.MAX_VALUE ? -1 : before;
        }
        open.into(taken, heard, stands, least);
        taken.put(RecordKey.POOLS, (long) pools);
        if (stands && pools == 1 && count("getThreadsAwaitingConnection") > 0 && heard - asked >= STANDSTILL) {
            suspended.into(taken);
            asked = heard;
        }
        taken.put(RecordKey.ASYNCHRONOUS, openInView > 0 ? asynchronous.routes() : new String[0]);
        taken.put(RecordKey.SAMPLES, samples.drain());
        queues.into(taken);
        taken.put(
                RecordKey.CPU_NANOS,
                Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread)));
        taken.put(RecordKey.OPEN_IN_VIEW, openInView);
        synchronized (names) {
            taken.put(RecordKey.PEAK, (long) peak);
            taken.put(RecordKey.WAITING, (long) waiting);
            taken.put(RecordKey.LOOKS, looks);
            taken.put(RecordKey.BEFORE, before == Integer.MAX_VALUE ? 0L : (long) before);
            taken.put(RecordKey.OPENING, opening ? 1L : 0L);
            before = Integer.MAX_VALUE;
            opening = false;
            peak = 0;
            waiting = 0;
            looks = 0;
        }
        // After all that may have given a name.
        String[] fresh = names.drain();
        taken.put(RecordKey.NAMES, fresh);
        taken.put(RecordKey.FIRST_NAME, namesTold);
        namesTold += fresh.length;
        return taken;
    }

    @Override
    public void watchStatements() {
        watching = true;
    }

    @Override
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        try {
            statements.uncover();
        } finally {
            removal.run();
            Code.forget();
        }
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(AgentBean.RECORDER));
        } catch (JMException gone) {
            // Somebody else removed it: that is what was wanted.
        }
    }
}
