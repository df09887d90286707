package dev.poolfit.agent;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import dev.poolfit.wire.CountKey;
import dev.poolfit.wire.SwitchColumn;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Compares pool sizes without resizing the pool: it stays at the largest, and returned connections beyond a limit are kept back
 * inside HikariCP's own bag ({@link LimitedBag}), so that another limit holds within a hold. Worker threads are limited in the same
 * schedule ({@link LimitedWorkers}). Its thread switches by its own
 * clock and counts what the pool hands out.
 */
public final class Limiter implements LimiterMBean, Runnable {
    private static final String BAG = "connectionBag";
    /** The longest time between two looks at the silence. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
    /** The slots between a schedule's arrival and its beginning. */
    private static final int LEAD = 2;

    private final String tuner;
    private final long silence;
    private final Reflection reflection;
    private final FinalFields finals;
    private final Object pool;
    private final Field field;
    private final Object original;
    private final Object bag;
    private final Optional<LimitedWorkers> workers;
    private final BorrowCounts counts;
    private final BorrowGuard guard;
    private final ServedTotals served;
    private volatile long heard = System.nanoTime();
    private volatile boolean running = true;
    private volatile Thread thread;
    private int[] limits = {};
    private int[] threads = {};
    private boolean threadsLimited;
    private int slots = 1;
    private long first;
    private int next;
    private long[] switches = {};

    private Limiter(
            Instrumentation instrumentation,
            String tuner,
            long seconds,
            ServiceObjects objects,
            Object pool,
            ObjectName connector)
            throws ReflectiveOperationException {
        this.tuner = tuner;
        silence = TimeUnit.SECONDS.toNanos(seconds);
        reflection = new Reflection(instrumentation);
        this.pool = pool;
        finals = new FinalFields(instrumentation);
        counts = new BorrowCounts(new ServedRequests(instrumentation.getAllLoadedClasses())::route);
        guard = new BorrowGuard(counts);
        served = new ServedTotals(reflection, objects.endpoints());
        field = pool.getClass().getDeclaredField(BAG);
        original = reflection.field(pool, BAG);
        if (!original.getClass().getName().equals("com.zaxxer.hikari.util.ConcurrentBag")) {
            throw new NoSuchFieldException(
                    BAG + " of its own kind, but " + original.getClass().getName());
        }
        Class<?> type = KnownBag.limited(pool.getClass().getClassLoader());
        bag = type.getConstructors()[0].newInstance(
                original, pool, (ObjLongConsumer<Object>) guard, (LongSupplier) guard, (Consumer<Object>) counts);
        for (Field each : (Field[]) type.getMethod("shared").invoke(null)) {
            reflection.open(each, each.getDeclaringClass());
            finals.copy(each, original, bag);
        }
        guard.opens((IntConsumer) bag);
        workers = connector == null
                ? Optional.empty()
                : LimitedWorkers.find(
                        objects, reflection, finals, ObjectName.unquote(connector.getKeyProperty("name")), counts::ran);
    }

    /**
     * Puts a limiter into a pool, in place of one that is there.
     *
     * @param tuner who reads it, as the keeper knows it
     * @param silence the seconds after which it takes itself out when nobody takes, at least 1
     * @param name of the pool
     * @param connector the MBean of the worker threads that may be limited with it; null for none
     * @throws JMException if there is no such pool, or if HikariCP's inside is not as known
     */
    static synchronized void start(
            Instrumentation instrumentation, String tuner, long silence, String name, ObjectName connector)
            throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean = new ObjectName(AgentBean.LIMITER);
        if (server.isRegistered(bean)) {
            AgentOperation.STOP_LIMITING.on(server);
        }
        Reflection reflection = new Reflection(instrumentation);
        ServiceObjects objects = ServiceObjects.find(reflection);
        Object pool = objects.pool(name);
        try {
            new Limiter(instrumentation, tuner, silence, objects, pool, connector).begin(server, bean);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unlike) {
            throw HikariVersion.unlike(pool, unlike);
        }
    }

    /** Nobody can stop it before it has begun. */
    private synchronized void begin(MBeanServer server, ObjectName bean)
            throws JMException, ReflectiveOperationException {
        server.registerMBean(this, bean);
        try {
            if (!finals.exchange(pool, field, original, bag)) {
                throw new NoSuchFieldException(BAG + " that nobody else exchanges");
            }
            Thread own = new Thread(this, "poolfit-limiter");
            own.setDaemon(true);
            thread = own;
            own.start();
        } catch (ReflectiveOperationException | RuntimeException | Error refused) {
            stop();
            throw refused;
        }
    }

    @Override
    public void run() {
        heard = System.nanoTime();
        try {
            while (running) {
                long until = step();
                if (System.nanoTime() - heard > silence
                        || Integer.valueOf(Keeper.SHUTDOWN).equals(reflection.field(pool, "poolState"))) {
                    stop();
                }
                LockSupport.parkNanos(Math.max(1, Math.min(LOOK, until)));
            }
        } finally {
            stop();
        }
    }

    /** Sets the limit that is due; returns the nanoseconds until the next one. */
    private synchronized long step() {
        if (guard.isBroken()) {
            next = limits.length + 1;
        }
        if (!running || next > limits.length) {
            return LOOK;
        }
        long begin = first + (long) next * slots;
        long until = counts.until(begin);
        if (until > 0) {
            return until;
        }
        if (next == limits.length) {
            set(Integer.MAX_VALUE, 0);
            guard.end();
        } else {
            set(limits[next], threads.length == 0 ? 0 : threads[next]);
            int at = switches.length;
            switches = Arrays.copyOf(switches, at + SwitchColumn.COUNT);
            switches[at + SwitchColumn.PERIOD] = next;
            switches[at + SwitchColumn.SLOT] = begin;
            switches[at + SwitchColumn.LIMIT] = limits[next];
            switches[at + SwitchColumn.LATE_MICROS] = -counts.until(begin) / 1000;
        }
        next++;
        return counts.until(begin + slots);
    }

    private void set(int connections, int most) {
        guard.set(connections);
        if (threadsLimited) {
            workers.orElseThrow().accept(most == 0 ? Integer.MAX_VALUE : most);
        }
    }

    @Override
    public synchronized void schedule(int[] byPeriod, int[] threadsByPeriod, int length) {
        if (length < 1 || Arrays.stream(byPeriod).anyMatch(each -> each < 1)) {
            throw new IllegalArgumentException(
                    "a period has at least one slot, and a limit is at least 1, but they are " + length + " and "
                            + Arrays.toString(byPeriod));
        }
        if (threadsByPeriod.length > 0) {
            limitThreads(byPeriod.length, threadsByPeriod);
        }
        heard = System.nanoTime();
        guard.begin();
        limits = byPeriod.clone();
        threads = threadsByPeriod.clone();
        slots = length;
        next = 0;
        switches = new long[0];
        first = counts.slot() + LEAD;
        LockSupport.unpark(thread);
    }

    @Override
    public void guard(long[] agreed) {
        guard.agree(agreed);
    }

    private void limitThreads(int periods, int[] byPeriod) {
        if (byPeriod.length != periods || Arrays.stream(byPeriod).anyMatch(each -> each < 0) || workers.isEmpty()) {
            throw new IllegalArgumentException("threads of a Tomcat are limited, in each of " + periods
                    + " periods, to at least 0 for no limit, but they are " + Arrays.toString(byPeriod));
        }
        if (running && !threadsLimited) {
            try {
                workers.get().begin();
                threadsLimited = true;
            } catch (ReflectiveOperationException unlike) {
                throw new IllegalArgumentException(unlike.getMessage(), unlike);
            }
        }
    }

    @Override
    public synchronized Map<String, Object> take() {
        heard = System.nanoTime();
        Keeper.hear(tuner);
        Map<String, Object> taken = new HashMap<>();
        taken.put(CountKey.NOW, counts.slot());
        taken.put(CountKey.COUNTS, counts.drain());
        taken.put(CountKey.SWITCHES, switches);
        taken.put(CountKey.BREAKS, guard.drain());
        taken.put(CountKey.SERVED, served.totals());
        switches = new long[0];
        taken.put(CountKey.PERIODS_LEFT, Math.max(0L, limits.length - Math.max(0, next - 1L)));
        taken.put(CountKey.TOTAL, total());
        taken.put(CountKey.WORKERS, workers.map(each -> (long) each.count()).orElse(-1L));
        taken.put(CountKey.FAILURES, counts.failures());
        taken.put(
                CountKey.CPU_NANOS,
                Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId())));
        return taken;
    }

    private long total() {
        try {
            return (Integer) reflection.call(pool, "getTotalConnections");
        } catch (ReflectiveOperationException unlike) {
            return -1;
        }
    }

    private void freeThreads() {
        if (threadsLimited) {
            workers.orElseThrow().close();
        }
    }

    @Override
    public synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        try {
            freeThreads();
        } finally {
            try {
                guard.end();
            } finally {
                putBack();
            }
        }
    }

    private void putBack() {
        try {
            finals.exchange(pool, field, bag, original);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(AgentBean.LIMITER));
            } catch (JMException gone) {
                // Somebody else removed it: that is what was wanted.
            }
        }
    }
}
