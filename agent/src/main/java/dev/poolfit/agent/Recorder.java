package dev.poolfit.agent;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Records who holds the connections of a pool: each hold by the pool's own metrics, and the stacks of holders by looking at
 * some of them up to fifty times a second, as far as the service can afford it. It takes itself out when nobody has asked it for a while.
 */
public final class Recorder implements RecorderMBean, Runnable {
    private static final String NAME = "dev.poolfit:type=Recorder";
    private static final String OPEN_IN_VIEW = "org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor";
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(20);
    /** So often other connections are watched. */
    private static final long TURN = TimeUnit.MILLISECONDS.toNanos(200);
    /** Stacks at each look, most of whose cost does not depend on their number; more holders than that share them. */
    private static final int MOST_STACKS = 16;
    /** Where holds are short: one that ends while stacks are read does not count. */
    private static final int LEAST_STACKS = 2;
    /** For each stack a hold has to last so many seconds. */
    private static final double STACK_SECONDS = 0.001;
    /** Holds a second whose statements are watched: all where they are few. */
    private static final double WATCHED = 50;

    private final Names names = new Names();
    private final Stacks stacks = new Stacks(names);
    private final Callers callers;
    private final Holds holds;
    private final Reflection reflection;
    private final Object pool;
    private final Random random = new Random(1);
    private final Map<Long, long[]> samples = new HashMap<>();
    private final List<Unnamed> unnamed = new ArrayList<>();
    private final long openInView;
    private final StatementWatch statements;
    private final StackReader reader = new StackReader();
    private HoldTracker.Removal removal = () -> {};
    private volatile long heard = System.nanoTime();
    private volatile boolean running = true;
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
    /** When stacks were read last. */
    private long looked;

    private long namesTold;
    /** The fewest holds of the last second that were open without a connection in use. */
    private int lost = Integer.MAX_VALUE;

    /** What was seen of a hold before it was known whose it is. */
    private static final class Unnamed {
        final Hold hold;
        final int stack;
        final boolean waited;
        final long micros;
        final long seen = System.nanoTime();

        Unnamed(Hold hold, int stack, boolean waited, long micros) {
            this.hold = hold;
            this.stack = stack;
            this.waited = waited;
            this.micros = micros;
        }
    }

    private Recorder(Reflection reflection, Object pool, Class<?>[] loaded) {
        this.reflection = reflection;
        this.pool = pool;
        this.callers = new Callers(names, stacks, loaded);
        this.holds = new Holds(callers);
        long found = 0;
        for (Class<?> type : loaded) {
            if (type.getName().equals(OPEN_IN_VIEW)) {
                found = 1;
            }
        }
        openInView = found;
        statements = new StatementWatch(reflection, pool, holds, names);
    }

    /**
     * Begins to record, or begins anew.
     *
     * @param name of the pool
     * @throws JMException if there is no such pool, or if HikariCP's inside is not as known
     */
    static synchronized void start(Instrumentation instrumentation, String name) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName bean = new ObjectName(NAME);
        if (server.isRegistered(bean)) {
            server.invoke(bean, "stop", new Object[0], new String[0]);
        }
        Reflection reflection = new Reflection(instrumentation);
        for (Object pool : ServiceObjects.find(reflection).pools()) {
            try {
                Object config = reflection.field(pool, "config");
                if (name.equals(reflection.call(config, "getPoolName"))) {
                    Recorder recorder = new Recorder(reflection, pool, instrumentation.getAllLoadedClasses());
                    recorder.removal = HoldTracker.put(reflection, pool, recorder.holds);
                    try {
                        server.registerMBean(recorder, bean);
                    } catch (JMException | RuntimeException refused) {
                        recorder.stop();
                        throw refused;
                    }
                    Thread thread = new Thread(recorder, "poolfit-recorder");
                    recorder.thread = thread.getId();
                    thread.setDaemon(true);
                    thread.start();
                    return;
                }
            } catch (ReflectiveOperationException unlike) {
                throw new JMException("the inside of HikariCP"
                        + HikariVersion.of(pool).map(version -> " " + version).orElse("")
                        + " is not as known: " + unlike.getMessage());
            }
        }
        throw new JMException("there is no pool " + name);
    }

    @Override
    public void run() {
        try {
            looked = System.nanoTime();
            long turned = looked;
            long cleared = looked;
            while (running) {
                long now = System.nanoTime();
                if (now - turned >= TURN) {
                    statements.cover(share(now - turned));
                    turned = now;
                }
                if (now - cleared >= TimeUnit.SECONDS.toNanos(1)) {
                    holds.forgetOldest(lost, cleared);
                    lost = Integer.MAX_VALUE;
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

    /** Of the connections: those whose statements are to be watched, after so many nanoseconds more. */
    private double share(long nanos) {
        rate += (holds.drainEnded() * (double) TimeUnit.SECONDS.toNanos(1) / nanos - rate) / 5;
        // Only by its statements it is known which thread uses a connection that another one got.
        return holds.handedOn() ? 1 : WATCHED / Math.max(WATCHED, rate);
    }

    private void look(long now) {
        unnamed.removeIf(this::addIfNamed);
        List<Hold> all = holds.all();
        int threads = count("getThreadsAwaitingConnection");
        int inUse = count("getActiveConnections");
        // Of a hold the tracker is told before its connection is free again, so that no more are open than are in use.
        lost = Math.min(lost, inUse < 0 ? 0 : all.size() - inUse);
        int active = Math.max(all.size(), inUse);
        held += (all.size() - held) / 16;
        boolean growing = threads > 0 && count("getTotalConnections") < count("getMaximumPoolSize", "config");
        // Where nobody holds one just now the next look comes soon: only shares are made of what is seen.
        List<Hold> shown = now - looked >= reader.pause() ? holds.shown() : List.of();
        if (!shown.isEmpty()) {
            lookAtStacks(shown, TimeUnit.NANOSECONDS.toMicros(now - looked), threads > 0);
            looked = now;
            reader.took(System.nanoTime() - now);
        }
        synchronized (samples) {
            peak = Math.max(peak, active);
            before = Math.min(before, active - all.size());
            opening |= growing;
            waiting = Math.max(waiting, threads);
            looks++;
        }
    }

    private void lookAtStacks(List<Hold> shown, long micros, boolean othersWait) {
        Collections.shuffle(shown, random);
        // By Little's law a hold lasts held/rate seconds.
        int stacksAtOnce =
                (int) Math.max(LEAST_STACKS, Math.min(MOST_STACKS, held / Math.max(1, rate) / STACK_SECONDS));
        List<Hold> chosen = shown.subList(0, Math.min(stacksAtOnce, shown.size()));
        Map<Thread, StackReader.Seen> seen =
                reader.read(chosen.stream().map(Hold::worker).collect(Collectors.toSet()));
        for (Hold hold : chosen) {
            StackReader.Seen now = seen.get(hold.worker());
            if (now == null
                    || now.stack.length == 0
                    || Code.kind(now.stack, now.state).equals(Code.IDLE)) {
                // It was not given back by the request that got it, or was handed on, and its thread does something
                // else.
                hold.left |= holds.has(hold) && System.nanoTime() - hold.since > TimeUnit.SECONDS.toNanos(1);
            } else if (holds.has(hold)) {
                int number = stacks.number(now.stack, now.state);
                callers.method(hold, now.stack);
                unnamed.add(new Unnamed(hold, number, othersWait, micros * shown.size() / chosen.size()));
            }
        }
    }

    /** Adds it to what was seen of its name. A hold has one at its end at the latest, a leak after a second. */
    private boolean addIfNamed(Unnamed some) {
        boolean late = System.nanoTime() - some.seen > TimeUnit.SECONDS.toNanos(1);
        if (late) {
            callers.kind(some.hold);
        }
        boolean named = late || some.hold.name != Names.OTHER || !holds.has(some.hold);
        if (named) {
            long key = (long) some.hold.name << 33 | (long) some.stack << 1 | (some.waited ? 1 : 0);
            synchronized (samples) {
                samples.computeIfAbsent(key, unseen -> new long[1])[0] += some.micros;
            }
        }
        return named;
    }

    private int count(String getter) {
        return count(pool, getter);
    }

    private int count(String getter, String field) {
        return count(reflection.field(pool, field), getter);
    }

    /** −1 if it cannot be read. */
    private int count(Object of, String getter) {
        try {
            return (Integer) reflection.call(of, getter);
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return -1;
        }
    }

    @Override
    public Map<String, Object> take() {
        heard = System.nanoTime();
        Keeper.hear();
        Map<String, Object> taken = new HashMap<>();
        HoldRecord done = holds.drain();
        taken.put("now", heard);
        taken.put("holds", done.rows());
        taken.put("statements", holds.drainSent().rows());
        taken.put("dropped", (long) done.dropped());
        taken.put("failures", holds.failures());
        taken.put("open", open());
        taken.put("cpuNanos", Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread)));
        taken.put("openInView", openInView);
        synchronized (samples) {
            long[] rows = new long[4 * samples.size()];
            int at = 0;
            for (Map.Entry<Long, long[]> each : samples.entrySet()) {
                rows[at++] = each.getKey() >>> 33;
                rows[at++] = each.getKey() >>> 1 & 0xFFFF_FFFFL;
                rows[at++] = each.getKey() & 1;
                rows[at++] = each.getValue()[0];
            }
            taken.put("samples", rows);
            taken.put("peak", (long) peak);
            taken.put("waiting", (long) waiting);
            taken.put("looks", looks);
            taken.put("before", before == Integer.MAX_VALUE ? 0L : (long) before);
            taken.put("opening", opening ? 1L : 0L);
            before = Integer.MAX_VALUE;
            opening = false;
            samples.clear();
            peak = 0;
            waiting = 0;
            looks = 0;
        }
        // After all that may have given a name.
        String[] fresh = names.drain();
        taken.put("names", fresh);
        taken.put("firstName", namesTold);
        namesTold += fresh.length;
        return taken;
    }

    private long[] open() {
        List<Hold> all = holds.all();
        long[] rows = new long[all.size() * VALUES];
        int at = 0;
        for (Hold hold : all) {
            int stack = callers.borrowed(hold);
            rows[at++] = hold.since;
            rows[at++] = hold.waited;
            rows[at++] = heard - hold.since;
            rows[at++] = holds.name(hold, heard);
            rows[at++] = stack;
            rows[at++] = hold.depth();
            rows[at++] = hold.watched ? 1 : 0;
        }
        return rows;
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
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
        } catch (JMException gone) {
            // Somebody else removed it: that is what was wanted.
        }
    }
}
