package dev.poolfit.agent;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Publishes the service's pools and connectors as MBeans, changes their settings, and puts them back by itself when it
 * has heard nothing of a tuner for 60 s: it was killed then, or its connection is broken.
 */
public final class Keeper implements KeeperMBean, Runnable {
    /** HikariPool.POOL_SHUTDOWN. */
    static final int SHUTDOWN = 2;

    private static final long BETWEEN_LOOKS = TimeUnit.SECONDS.toNanos(1);
    /** The time after which it gives up a value that the service refuses to take back. */
    private static final long LONGEST_TRYING = TimeUnit.SECONDS.toNanos(60);

    /** The last sign of life of each tuner that is here, by {@link System#nanoTime}. */
    private static final Map<String, Long> HEARD = new ConcurrentHashMap<>();

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Reflection reflection;
    private final long silence;
    private final Map<String, Object> pools = new HashMap<>();
    /** The object that each published MBean stands for. */
    private final Map<ObjectName, Object> published = new LinkedHashMap<>();

    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private volatile boolean running = true;

    private Keeper(Reflection reflection, long silenceSeconds) {
        this.reflection = reflection;
        this.silence = TimeUnit.SECONDS.toNanos(silenceSeconds);
    }

    /**
     * Begins keeping for a tuner, or lets it join.
     *
     * @param silenceSeconds after which a silent tuner is lost; that of the first tuner holds for all
     */
    static synchronized void start(Instrumentation instrumentation, String tuner, long silenceSeconds)
            throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName(AgentBean.KEEPER);
        if (server.isRegistered(name)) {
            AgentOperation.JOIN.on(server, tuner);
            return;
        }
        Keeper keeper = new Keeper(new Reflection(instrumentation), silenceSeconds);
        keeper.join(tuner);
        server.registerMBean(keeper, name);
        Thread thread = new Thread(keeper, "poolfit-keeper");
        thread.setDaemon(true);
        thread.start();
    }

    /** Notes that a tuner lives; one that has left is not here again by that. */
    static void hear(String tuner) {
        HEARD.computeIfPresent(tuner, (here, before) -> System.nanoTime());
    }

    @Override
    public synchronized void join(String tuner) {
        HEARD.put(tuner, System.nanoTime());
        publish();
    }

    @Override
    public synchronized int publish() {
        ServiceObjects objects = ServiceObjects.find(reflection);
        dropClosed();
        pools.clear();
        for (Object pool : objects.pools()) {
            try {
                Object config = reflection.field(pool, "config");
                String name = (String) reflection.call(config, "getPoolName");
                pools.put(name, pool);
                register(pool, config, new ObjectName("com.zaxxer.hikari:type=PoolConfig (" + name + ")"));
                register(pool, pool, new ObjectName("com.zaxxer.hikari:type=Pool (" + name + ")"));
            } catch (ReflectiveOperationException | JMException | RuntimeException unlike) {
                // Another HikariCP than those that are known; its pool is not published.
            }
        }
        for (Workers workers : objects.workers()) {
            try {
                String name = ObjectName.quote(workers.name());
                if (server.queryNames(new ObjectName("*:type=ThreadPool,name=" + name), null)
                        .isEmpty()) {
                    ConnectorBean bean = new ConnectorBean(workers);
                    register(bean, bean, new ObjectName(AgentBean.THREAD_POOL + name));
                }
            } catch (ReflectiveOperationException | JMException | RuntimeException unlike) {
                // Another server than those that are known; its threads are not published.
            }
        }
        return pools.size();
    }

    private void register(Object target, Object bean, ObjectName name) throws JMException {
        if (!server.isRegistered(name)) {
            server.registerMBean(bean, name);
            published.put(name, target);
        }
    }

    /** Removes the MBeans of closed pools, as HikariCP removes its own: a closed pool would take settings that nobody uses. */
    private void dropClosed() {
        for (Map.Entry<ObjectName, Object> each : new ArrayList<>(published.entrySet())) {
            if (Integer.valueOf(SHUTDOWN).equals(reflection.field(each.getValue(), "poolState"))) {
                unregister(each.getKey());
                published.remove(each.getKey());
            }
        }
    }

    @Override
    public synchronized Map<String, Object> describe() {
        return new Description(reflection)
                .of(pools, ServiceObjects.find(reflection).workers());
    }

    @Override
    public Map<String, Double> limits() {
        return ControlGroup.own().limits();
    }

    @Override
    public synchronized void change(String tuner, ObjectName bean, String attribute, Object value) throws JMException {
        hear(tuner);
        if (!HEARD.containsKey(tuner)) {
            throw new JMException("this tuner has left");
        }
        String key = bean + " " + attribute;
        Kept one = kept.get(key);
        if (one == null) {
            one = new Kept(server, bean, attribute);
            kept.put(key, one);
        }
        one.change(tuner, value);
    }

    @Override
    public synchronized boolean evict(String pool, int size) {
        try {
            Object target = pools.get(pool);
            return target != null && new Surplus(reflection, target).evict(size);
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            return false;
        }
    }

    @Override
    public void stay(String tuner) {
        hear(tuner);
    }

    @Override
    public synchronized void leave(String tuner) {
        kept.values().removeIf(one -> one.leave(tuner));
        if (HEARD.remove(tuner) != null && HEARD.isEmpty()) {
            end();
        }
    }

    @Override
    public synchronized void lose(String tuner) {
        restore(tuner);
        drop(tuner);
    }

    private void drop(String tuner) {
        dropClaim(tuner);
        leave(tuner);
    }

    @Override
    public void run() {
        while (running) {
            try {
                loseSilent();
            } catch (Throwable ours) { // the watch must go on
                // The next look, a second later, may succeed.
            }
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }

    private synchronized void loseSilent() {
        long now = System.nanoTime();
        HEARD.forEach((tuner, heard) -> {
            long beyond = now - heard - silence;
            if (beyond > 0 && (restore(tuner) || beyond > LONGEST_TRYING)) {
                drop(tuner);
            }
        });
        dropClosed();
    }

    @Override
    public synchronized void loseAll() {
        new ArrayList<>(HEARD.keySet()).forEach(this::lose);
    }

    /** Removes the claim of a tuner that is lost; a queue that nobody is in goes with it. */
    private void dropClaim(String tuner) {
        try {
            ObjectName claim = new ObjectName(AgentBean.CLAIM);
            if (server.isRegistered(claim)) {
                server.invoke(claim, "removeNotifications", new Object[] {"poolfit-" + tuner}, new String[] {
                    String.class.getName()
                });
                if (Integer.valueOf(0).equals(server.getAttribute(claim, "NbNotifications"))) {
                    server.unregisterMBean(claim);
                }
            }
        } catch (JMException none) {
            // It has left before, or it was not there.
        }
    }

    private void end() {
        running = false;
        new ArrayList<>(published.keySet()).forEach(this::unregister);
        published.values().stream()
                .filter(ConnectorBean.class::isInstance)
                .map(ConnectorBean.class::cast)
                .forEach(ConnectorBean::close);
        try {
            unregister(new ObjectName(AgentBean.KEEPER));
        } catch (JMException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Puts back what nobody else changes now. Does it twice, since Tomcat takes no more spare threads than threads:
     * what is refused at first is taken afterwards.
     *
     * @return whether the service refused nothing in the end
     */
    private boolean restore(String tuner) {
        boolean restored = false;
        boolean refused = false;
        for (int round = 0; round < 2; round++) {
            refused = false;
            for (Kept one : kept.values()) {
                try {
                    restored |= one.isOnlyOf(tuner) && one.putBack();
                } catch (JMException | RuntimeException refusal) {
                    refused = true;
                }
            }
        }
        if (restored) {
            pools.forEach(this::evictSurplus);
        }
        return !refused;
    }

    private void evictSurplus(String name, Object pool) {
        try {
            Object config = reflection.field(pool, "config");
            new Surplus(reflection, pool).evict((Integer) reflection.call(config, "getMaximumPoolSize"));
        } catch (ReflectiveOperationException | RuntimeException unlike) {
            // Its connections end by their own lifetime.
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (JMException gone) {
            // Somebody else removed it: that is what was wanted.
        }
    }
}
