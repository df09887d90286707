package dev.poolfit.agent;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.regex.Pattern;

/**
 * Finds the service's executors by the threads that they have. Those of servers, of connection pools and of the JDK are none that the
 * service's work waits for; of those that run tasks at given times it cannot be told what waits.
 */
final class ThreadQueues {
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";
    /** Owners of executors, by the class of the executor or of what makes its threads. */
    private static final String[] OTHERS = {
        "org.apache.tomcat.",
        "org.apache.catalina.",
        "com.zaxxer.",
        "jdk.",
        "sun.",
        "com.sun.",
        "org.eclipse.jetty.",
        "io.undertow.",
        "org.xnio.",
        "org.jboss.threads."
    };

    private static final Pattern NUMBER = Pattern.compile("[-_ #]*\\d+$");

    private final Reflection reflection;
    private final Map<Object, WorkQueue> known = new LinkedHashMap<>();

    ThreadQueues(Reflection reflection) {
        this.reflection = reflection;
    }

    /** Looks at all live threads, without their stacks, and returns the executors that there are. */
    Collection<WorkQueue> find() {
        known.values().forEach(each -> each.threads.clear());
        for (Thread thread : ServiceObjects.threads()) {
            Object owner = owner(thread);
            if (owner != null) {
                WorkQueue queue = known.get(owner);
                if (queue == null) {
                    queue = queue(owner, thread);
                    known.put(owner, queue);
                }
                queue.threads.add(thread);
            }
        }
        known.values().removeIf(each -> each.threads.isEmpty());
        return known.values();
    }

    private Object owner(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread) {
            return ((ForkJoinWorkerThread) thread).getPool();
        }
        Object task = reflection.task(thread);
        if (task == null || !task.getClass().getName().equals(WORKER)) {
            return null;
        }
        Object executor = reflection.outer(task);
        return executor instanceof ThreadPoolExecutor
                        && !(executor instanceof ScheduledThreadPoolExecutor)
                        && !Code.in(OTHERS, executor.getClass().getName())
                        && !Code.in(
                                OTHERS,
                                ((ThreadPoolExecutor) executor)
                                        .getThreadFactory()
                                        .getClass()
                                        .getName())
                ? executor
                : null;
    }

    /**
     * Returns the queue of an executor.
     *
     * @param owner a ForkJoinPool or a ThreadPoolExecutor
     * @param thread one of its threads
     */
    static WorkQueue queue(Object owner, Thread thread) {
        String name = NUMBER.matcher(thread.getName()).replaceFirst("");
        if (owner instanceof ForkJoinPool) {
            boolean carries = thread.getClass().getName().equals(CARRIER);
            return new ForkJoin(carries ? "carriers" : "fork-join", name, (ForkJoinPool) owner);
        }
        return new Executor(name, (ThreadPoolExecutor) owner);
    }

    private static final class Executor extends WorkQueue {
        private final ThreadPoolExecutor executor;

        Executor(String name, ThreadPoolExecutor executor) {
            super("executor", name);
            this.executor = executor;
        }

        /** It has no more threads than its core before its queue is full. */
        @Override
        int[] read() {
            int waiting = executor.getQueue().size();
            int size = executor.getQueue().remainingCapacity() > 0
                    ? Math.max(1, executor.getCorePoolSize())
                    : executor.getMaximumPoolSize();
            int active = executor.getActiveCount();
            return new int[] {Math.max(size, active), active, waiting};
        }
    }

    private static final class ForkJoin extends WorkQueue {
        private final ForkJoinPool pool;

        ForkJoin(String kind, String name, ForkJoinPool pool) {
            super(kind, name);
            this.pool = pool;
        }

        @Override
        int[] read() {
            long waiting = pool.getQueuedSubmissionCount() + pool.getQueuedTaskCount();
            return new int[] {
                pool.getParallelism(), pool.getActiveThreadCount(), (int) Math.min(Integer.MAX_VALUE, waiting)
            };
        }
    }
}
