package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the pools of connections that clients of other services have: Apache HttpClient 4 and 5 by host, blocking and asynchronous, Commons
 * Pool 2 (Jedis, Lettuce), OkHttp's dispatcher of asynchronous calls, Reactor Netty and R2DBC. Lettuce without a pool and the JDK's client
 * have no limit of their own that work waits for.
 */
final class ClientQueues {
    private static final String HTTP = "http-client";
    private static final String OBJECTS = "object-pool";
    private static final List<String> APACHE =
            List.of(".PoolingHttpClientConnectionManager", ".PoolingAsyncClientConnectionManager");
    private static final String R2DBC = "io.r2dbc.pool.ConnectionPool";
    private static final int MOST_ROUTES = 16;

    private final Reflection reflection;
    private List<Object> found = List.of();

    ClientQueues(Reflection reflection) {
        this.reflection = reflection;
    }

    /**
     * Looks for them once; clients that are made later are not found.
     *
     * @param beans that have them, or lead to them
     */
    void find(List<Object> beans) {
        found = new BeanWalk(reflection).find(beans, object -> {
            String type = object.getClass().getName();
            return APACHE.stream().anyMatch(type::endsWith)
                    || type.equals("okhttp3.Dispatcher")
                    || type.equals(R2DBC)
                    || Reflection.isA(object, "reactor.netty.resources.PooledConnectionProvider")
                    || Reflection.isA(object, "org.apache.commons.pool2.impl.GenericObjectPool");
        });
    }

    /** Returns those that there are now; what cannot be read is left out. */
    List<WorkQueue> present() {
        List<WorkQueue> queues = new ArrayList<>();
        for (Object each : found) {
            try {
                add(each, queues);
            } catch (ReflectiveOperationException | RuntimeException unlike) {
                // Another version than those that are known.
            }
        }
        return queues;
    }

    private void add(Object pool, List<WorkQueue> into) throws ReflectiveOperationException {
        String type = pool.getClass().getName();
        if (APACHE.stream().anyMatch(type::endsWith)) {
            apache(pool, into);
        } else if (type.equals("okhttp3.Dispatcher")) {
            int running = count(pool, "runningCallsCount");
            int waiting = count(pool, "queuedCallsCount");
            // Calls wait for the limit of their host before that of all.
            into.add(new Seen(HTTP, "OkHttp", waiting > 0 ? running : count(pool, "getMaxRequests"), running, waiting));
        } else if (type.startsWith("reactor.netty.")) {
            for (Object each : ((Map<?, ?>) reflection.field(pool, "channelPools")).values()) {
                into.add(reactor(HTTP, "Reactor Netty", reflection.call(each, "metrics")));
            }
        } else if (type.equals(R2DBC)) {
            Optional<?> metrics = (Optional<?>) reflection.call(pool, "getMetrics");
            if (metrics.isPresent()) {
                into.add(reactor(OBJECTS, "R2DBC", metrics.get()));
            }
        } else {
            into.add(new Seen(
                    OBJECTS,
                    type.substring(type.lastIndexOf('.') + 1),
                    limit(count(pool, "getMaxTotal")),
                    count(pool, "getNumActive"),
                    count(pool, "getNumWaiters")));
        }
    }

    private void apache(Object manager, List<WorkQueue> into) throws ReflectiveOperationException {
        Collection<?> routes = (Collection<?>) reflection.call(manager, "getRoutes");
        Object total = reflection.call(manager, "getTotalStats");
        boolean full = count(total, "getLeased") >= count(total, "getMax");
        List<Seen> seen = new ArrayList<>();
        for (Object route : routes) {
            Object stats = reflection.call(manager, "getStats", route);
            String host = String.valueOf(reflection.call(route, "getTargetHost"));
            int leased = count(stats, "getLeased");
            seen.add(new Seen(HTTP, host, full ? leased : count(stats, "getMax"), leased, count(stats, "getPending")));
        }
        seen.stream()
                .sorted(Comparator.comparingInt((Seen each) -> -each.read[2]).thenComparingInt(each -> -each.read[1]))
                .limit(MOST_ROUTES)
                .forEach(into::add);
    }

    private WorkQueue reactor(String kind, String name, Object metrics) throws ReflectiveOperationException {
        return new Seen(
                kind,
                name,
                count(metrics, "getMaxAllocatedSize"),
                count(metrics, "acquiredSize"),
                count(metrics, "pendingAcquireSize"));
    }

    /** Returns the limit that a number stands for; below 0 there is none. */
    private static int limit(int most) {
        return most < 0 ? Integer.MAX_VALUE : most;
    }

    private int count(Object of, String getter) throws ReflectiveOperationException {
        return ((Number) reflection.call(of, getter)).intValue();
    }

    /** What was read just now. */
    private static final class Seen extends WorkQueue {
        private final int[] read;

        Seen(String kind, String name, int size, int inUse, int waiting) {
            super(kind, name);
            read = new int[] {size, inUse, waiting};
        }

        @Override
        int[] read() {
            return read;
        }
    }
}
