package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tomcat's real worker threads, of which fewer run requests than there are. */
class LimitedQueueTest {
    private static final int THREADS = 10;
    private static final int MANY = 500;

    private final TaskQueue original = new TaskQueue();
    private final Set<Thread> created = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor workers =
            new ThreadPoolExecutor(THREADS, 2 * THREADS, 60, TimeUnit.SECONDS, original, this::thread);
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger ended = new AtomicInteger();
    private final LimitedQueue queue = new LimitedQueue(original, workers, each -> {
        nanos.addAndGet(each);
        ended.incrementAndGet();
    });

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((worker, planned) -> {});
        created.add(thread);
        return thread;
    }

    @BeforeEach
    void exchange() throws ReflectiveOperationException {
        original.setParent(workers);
        put(queue);
    }

    @AfterEach
    void end() {
        workers.shutdownNow();
    }

    /** Puts a queue into the executor as {@link LimitedWorkers} does: idle workers come anew. */
    private void put(TaskQueue one) throws ReflectiveOperationException {
        Field field = ThreadPoolExecutor.class.getDeclaredField("workQueue");
        field.setAccessible(true);
        field.set(workers, one);
        workers.setKeepAliveTime(59, TimeUnit.SECONDS);
        workers.setKeepAliveTime(60, TimeUnit.SECONDS);
    }

    private void work() {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        Thread.yield();
        running.decrementAndGet();
    }

    private List<Future<?>> submit(int number) {
        var all = new ArrayList<Future<?>>();
        for (int i = 0; i < number; i++) {
            all.add(workers.submit(this::work));
        }
        return all;
    }

    private static void await(List<Future<?>> all) throws Exception {
        for (Future<?> each : all) {
            each.get();
        }
    }

    /** Runs requests that begin and then wait for the gate. */
    private Semaphore begun(int number, CountDownLatch gate) {
        var begun = new Semaphore(0);
        for (int i = 0; i < number; i++) {
            workers.execute(() -> {
                begun.release();
                try {
                    gate.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        return begun;
    }

    /** Waits until all workers have asked the original queue for a request: one that asks later is bound by the next limit. */
    private void becomeKnown() throws Exception {
        queue.accept(Integer.MAX_VALUE);
        var gate = new CountDownLatch(1);
        Semaphore begun = begun(THREADS, gate);
        begun.acquire(THREADS);
        gate.countDown();
        Field idle = LimitedQueue.class.getDeclaredField("idle");
        idle.setAccessible(true);
        while (idle.getInt(queue) < THREADS) {
            Thread.onSpinWait();
        }
    }

    @Test
    void never_more_than_the_limit_run_at_once_however_many_are_idle() throws Exception {
        becomeKnown();
        for (int limit = 1; limit <= 4; limit++) {
            queue.accept(limit);
            most.set(0);
            await(submit(MANY));
            assertThat(most.get()).isBetween(1, limit);
        }
        assertThat(created).hasSize(THREADS);
        assertThat(workers.getPoolSize()).isEqualTo(THREADS);
    }

    @Test
    void requests_run_in_the_order_in_which_they_came() throws Exception {
        becomeKnown();
        queue.accept(1);
        var order = Collections.synchronizedList(new ArrayList<Integer>());
        var expected = new ArrayList<Integer>();
        var all = new ArrayList<Future<?>>();
        var gate = new CountDownLatch(1);
        begun(1, gate).acquire();
        for (int i = 0; i < MANY; i++) {
            int number = i;
            expected.add(i);
            all.add(workers.submit(() -> order.add(number)));
            if (i < THREADS - 1) {
                becomeLeft(i + 1);
            }
        }
        gate.countDown();
        await(all);
        assertThat(order).isEqualTo(expected);
    }

    /** Waits until idle workers have taken all requests from the original queue, and left them. */
    private void becomeLeft(int number) {
        while (!original.isEmpty() || queue.size() < number) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_higher_limit_lets_waiting_requests_run_at_once() throws Exception {
        becomeKnown();
        queue.accept(1);
        var gate = new CountDownLatch(1);
        Semaphore begun = begun(THREADS, gate);
        begun.acquire();
        assertThat(begun.tryAcquire()).isFalse();
        queue.accept(4);
        begun.acquire(3);
        assertThat(workers.getActiveCount()).isEqualTo(4);
        queue.accept(Integer.MAX_VALUE);
        begun.acquire(THREADS - 4);
        gate.countDown();
    }

    @Test
    void no_thread_is_created_for_what_waits() throws Exception {
        becomeKnown();
        queue.accept(2);
        var gate = new CountDownLatch(1);
        begun(3 * THREADS, gate).acquire(2);
        assertThat(workers.getPoolSize()).isEqualTo(THREADS);
        gate.countDown();
    }

    @Test
    void a_worker_that_dies_with_its_request_makes_room() throws Exception {
        becomeKnown();
        queue.accept(1);
        workers.execute(() -> {
            throw new AssertionError("planned");
        });
        await(submit(MANY));
        assertThat(most.get()).isEqualTo(1);
        assertThat(workers.getPoolSize()).isEqualTo(THREADS);
    }

    @Test
    void what_was_left_comes_back_when_the_executor_is_shut_down_at_once() throws Exception {
        becomeKnown();
        queue.accept(1);
        var gate = new CountDownLatch(1);
        begun(THREADS, gate).acquire();
        becomeLeft(THREADS - 1);
        assertThat(workers.shutdownNow()).hasSize(THREADS - 1);
        for (Thread each : created) {
            each.join();
        }
    }

    @Test
    void an_executor_that_is_shut_down_runs_what_waits_and_ends() throws Exception {
        becomeKnown();
        queue.accept(1);
        List<Future<?>> all = submit(MANY);
        workers.shutdown();
        await(all);
        for (Thread each : created) {
            each.join();
        }
        assertThat(workers.isTerminated()).isTrue();
    }

    @Test
    void closed_it_leaves_nothing_and_the_original_goes_on() throws Exception {
        becomeKnown();
        queue.accept(1);
        var gate = new CountDownLatch(1);
        Semaphore begun = begun(THREADS, gate);
        begun.acquire();
        put(original);
        queue.close();
        begun.acquire(THREADS - 1);
        assertThat(workers.getPoolSize()).isEqualTo(THREADS);
        gate.countDown();
        await(submit(MANY));
        assertThat(queue.size()).isZero();
    }

    @Test
    void the_time_of_each_request_is_told() throws Exception {
        becomeKnown();
        queue.accept(4);
        await(submit(MANY));
        while (ended.get() < MANY) {
            Thread.onSpinWait();
        }
        assertThat(ended.get()).as("those before may be among them").isLessThanOrEqualTo(MANY + THREADS);
        assertThat(nanos.get()).isPositive();
    }

    /** Requests come while the limit changes, and the queue comes and goes: each runs once. */
    @Test
    void none_is_lost_whatever_happens_at_the_same_time() throws Exception {
        var random = new Random(7);
        var all = new ArrayList<Future<?>>();
        for (int round = 0; round < 200; round++) {
            all.addAll(submit(20));
            queue.accept(1 + random.nextInt(2 * THREADS));
            if (random.nextInt(4) == 0) {
                put(original);
                queue.close();
                all.addAll(submit(20));
                put(queue);
            }
        }
        await(all);
        becomeKnown();
        queue.accept(3);
        most.set(0);
        await(submit(MANY));
        assertThat(most.get()).isBetween(1, 3);
        assertThat(queue.size()).isZero();
    }
}
