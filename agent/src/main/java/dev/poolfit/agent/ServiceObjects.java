package dev.poolfit.agent;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;

/**
 * Finds the service's connection pools and web servers by what its threads run, so that it needs no MBeans of its own:
 * a scheduled executor holds the housekeeper of a HikariCP pool, whose outer object is the pool; Tomcat's acceptor and
 * poller belong to the endpoint that has the worker threads; each of Jetty's threads runs a part of their pool, and the
 * name of one that accepts ends in its connector's address; XNIO's own threads know their worker, and their selectors
 * the sockets. A pool that starts at its first use has no housekeeper before.
 */
final class ServiceObjects {
    private static final String POOL = "com.zaxxer.hikari.pool.HikariPool";
    private static final String TOMCAT = "org.apache.tomcat.util.net.";
    private static final String JETTY = "org.eclipse.jetty.util.thread.QueuedThreadPool";
    private static final String XNIO = "org.xnio.nio.WorkerThread";
    private static final Pattern ACCEPTOR = Pattern.compile("-acceptor-\\d+@.*\\{\\S*:(\\d+)}");

    private static final int ATTEMPTS = 100;

    private final Reflection reflection;
    private final Set<Object> pools = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> endpoints = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Jetty's pools of threads with the ports that they answer; who answers none is a client. */
    private final Map<Object, Set<Integer>> jetties = new IdentityHashMap<>();

    private final Map<Object, Set<Integer>> undertows = new IdentityHashMap<>();

    private ServiceObjects(Reflection reflection) {
        this.reflection = reflection;
    }

    /** Looks at all live threads once. */
    static ServiceObjects find(Reflection reflection) {
        ServiceObjects found = new ServiceObjects(reflection);
        for (Thread thread : threads()) {
            found.look(thread);
        }
        return found;
    }

    /** Returns objects of HikariCP's class HikariPool. */
    Set<Object> pools() {
        return pools;
    }

    /**
     * Returns the pool of a name.
     *
     * @throws JMException if there is none, or if HikariCP's inside is not as known
     */
    Object pool(String name) throws JMException {
        for (Object pool : pools) {
            try {
                if (name.equals(reflection.call(reflection.field(pool, "config"), "getPoolName"))) {
                    return pool;
                }
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                throw HikariVersion.unlike(pool, unlike);
            }
        }
        throw new JMException("there is no pool " + name);
    }

    /** Returns Tomcat's objects of class AbstractEndpoint. */
    Set<Object> endpoints() {
        return endpoints;
    }

    /** Returns the worker threads of each web server. */
    List<Workers> workers() {
        List<Workers> all = new ArrayList<>();
        endpoints.forEach(endpoint -> all.add(new TomcatWorkers(reflection, endpoint)));
        jetties.forEach((pool, ports) -> all.add(new JettyWorkers(reflection, pool, ports)));
        boolean virtual = !undertows.isEmpty() && new SpringContexts(reflection).virtualThreads();
        undertows.forEach((worker, ports) -> {
            try {
                all.add(new UndertowWorkers(reflection, worker, ports, virtual));
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                // Another XNIO than those that are known.
            }
        });
        return all;
    }

    /** Returns all threads without their stacks, which would halt all threads of the service. */
    static Thread[] threads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        int count = root.enumerate(threads, true);
        while (count == threads.length) {
            threads = new Thread[2 * count];
            count = root.enumerate(threads, true);
        }
        return java.util.Arrays.copyOf(threads, count);
    }

    private void look(Thread thread) {
        if (thread.getClass().getName().equals(XNIO)) {
            xnio(thread);
            return;
        }
        Object task = reflection.task(thread);
        if (task == null) {
            return;
        }
        String type = task.getClass().getName();
        if (type.equals("java.util.concurrent.ThreadPoolExecutor$Worker")) {
            Object executor = reflection.outer(task);
            if (executor instanceof ScheduledThreadPoolExecutor) {
                ((ScheduledThreadPoolExecutor) executor).getQueue().forEach(this::scheduled);
            }
        } else if (type.startsWith(TOMCAT)) {
            Object endpoint = reflection.field(task, "endpoint", "this$0");
            if (endpoint != null && endpoint.getClass().getName().startsWith(TOMCAT)) {
                endpoints.add(endpoint);
            }
        } else if (type.startsWith(JETTY)) {
            Matcher acceptor = ACCEPTOR.matcher(thread.getName());
            if (acceptor.find()) {
                add(jetties, reflection.outer(task), Integer.parseInt(acceptor.group(1)));
            }
        }
    }

    private void xnio(Thread thread) {
        Object selector = reflection.field(thread, "selector");
        if (!(selector instanceof Selector)) {
            return;
        }
        for (SelectionKey key : keys((Selector) selector)) {
            if (key.channel() instanceof ServerSocketChannel) {
                int port = ((ServerSocketChannel) key.channel()).socket().getLocalPort();
                try {
                    add(undertows, reflection.call(thread, "getWorker"), port);
                } catch (ReflectiveOperationException unlike) {
                    return;
                }
            }
        }
    }

    /** Copies a selector's keys, which may change meanwhile. */
    private static List<SelectionKey> keys(Selector selector) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return new ArrayList<>(selector.keys());
            } catch (ConcurrentModificationException again) {
                Thread.onSpinWait();
            }
        }
        return List.of();
    }

    private static void add(Map<Object, Set<Integer>> servers, Object server, int port) {
        if (server != null && port > 0) {
            servers.computeIfAbsent(server, unknown -> new TreeSet<>()).add(port);
        }
    }

    private void scheduled(Object future) {
        Object task = reflection.field(reflection.field(future, "callable"), "task");
        if (task != null && task.getClass().getName().startsWith(POOL + "$")) {
            Object pool = reflection.outer(task);
            if (pool != null && pool.getClass().getName().equals(POOL)) {
                pools.add(pool);
            }
        }
    }
}
