package dev.poolfit.agent;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * The service's connection pools and connectors, found by what its threads run, so that it needs no MBeans of its own: a
 * scheduled executor holds the housekeeper of a HikariCP pool, whose outer object is the pool; Tomcat's acceptor and poller
 * belong to the endpoint that has the worker threads. A pool that starts at its first use has no housekeeper before.
 */
final class ServiceObjects {
    private static final String POOL = "com.zaxxer.hikari.pool.HikariPool";
    private static final String TOMCAT = "org.apache.tomcat.util.net.";

    private final Reflection reflection;
    private final Set<Object> pools = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> endpoints = Collections.newSetFromMap(new IdentityHashMap<>());

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

    /** Objects of HikariCP's class HikariPool. */
    Set<Object> pools() {
        return pools;
    }

    /** Objects of Tomcat's class AbstractEndpoint. */
    Set<Object> endpoints() {
        return endpoints;
    }

    /** Without their stacks, which would take the service a halt of all its threads. */
    private static Thread[] threads() {
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
        // Since JDK 19 a thread keeps its task in a holder.
        Object holder = reflection.field(thread, "holder");
        Object task = holder == null ? reflection.field(thread, "target") : reflection.field(holder, "task");
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
