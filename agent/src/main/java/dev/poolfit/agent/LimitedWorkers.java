package dev.poolfit.agent;

import java.lang.reflect.Field;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** The worker threads of a Tomcat, of which fewer run a request at once than there are ({@link LimitedQueue}). */
final class LimitedWorkers implements IntConsumer {
    private static final String THREADS = "org.apache.tomcat.util.threads.";
    private static final String QUEUE = "workQueue";

    private final Reflection reflection;
    private final FinalFields finals;
    private final Object executor;
    private final Field field;
    private final Object original;
    private final Object queue;

    private LimitedWorkers(Reflection reflection, FinalFields finals, Object executor, LongConsumer ran)
            throws ReflectiveOperationException {
        this.reflection = reflection;
        this.finals = finals;
        this.executor = executor;
        original = reflection.field(executor, QUEUE);
        if (original == null || !original.getClass().getName().equals(THREADS + "TaskQueue")) {
            throw new NoSuchFieldException(QUEUE + " of Tomcat's own kind");
        }
        field = declared(executor.getClass());
        queue = LoaderBeside.define(executor.getClass().getClassLoader(), "LimitedQueue")
                .getConstructors()[0]
                .newInstance(original, executor, ran);
    }

    /** Older versions extend the JDK's executor, which has the field. */
    private static Field declared(Class<?> type) throws NoSuchFieldException {
        try {
            return type.getDeclaredField(QUEUE);
        } catch (NoSuchFieldException above) {
            return type.getSuperclass().getDeclaredField(QUEUE);
        }
    }

    /**
     * Finds those of a Tomcat that has threads of its own; nothing where requests run on virtual threads, on an executor of the
     * service, or on another server.
     *
     * @param name of the connector
     * @param ran is told of each request that has ended, with its time on a worker in nanoseconds
     */
    static Optional<LimitedWorkers> find(
            ServiceObjects objects, Reflection reflection, FinalFields finals, String name, LongConsumer ran) {
        for (Object endpoint : objects.endpoints()) {
            try {
                Object executor = reflection.call(endpoint, "getExecutor");
                if (name.equals(reflection.call(endpoint, "getName"))
                        && executor != null
                        && executor.getClass().getName().equals(THREADS + "ThreadPoolExecutor")) {
                    return Optional.of(new LimitedWorkers(reflection, finals, executor, ran));
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError unlike) {
                // Another Tomcat than those that are known.
            }
        }
        return Optional.empty();
    }

    /** Returns how many there are; −1 if that cannot be told. */
    int count() {
        try {
            return (Integer) reflection.call(executor, "getPoolSize");
        } catch (ReflectiveOperationException unlike) {
            return -1;
        }
    }

    /**
     * Puts the queue in the place of Tomcat's.
     *
     * @throws ReflectiveOperationException if somebody else has exchanged it
     */
    void begin() throws ReflectiveOperationException {
        if (!finals.exchange(executor, field, original, queue)) {
            throw new NoSuchFieldException(QUEUE + " that nobody else exchanges");
        }
        comeAnew();
    }

    @Override
    public void accept(int most) {
        ((IntConsumer) queue).accept(most);
    }

    /** Lets all workers run requests, and gives Tomcat its own queue back. */
    void close() {
        try {
            finals.exchange(executor, field, queue, original);
            ((AutoCloseable) queue).close();
            comeAnew();
        } catch (Exception impossible) {
            // The queue stays, without a limit.
            accept(Integer.MAX_VALUE);
        }
    }

    /**
     * Has idle workers ask for a request anew, and so the queue that is there now: a shorter time after which they would end
     * interrupts those, and those alone.
     */
    private void comeAnew() throws ReflectiveOperationException {
        long nanos = (Long) reflection.call(executor, "getKeepAliveTime", TimeUnit.NANOSECONDS);
        if (nanos > 1) {
            reflection.call(executor, "setKeepAliveTime", nanos - 1, TimeUnit.NANOSECONDS);
            reflection.call(executor, "setKeepAliveTime", nanos, TimeUnit.NANOSECONDS);
        }
    }
}
