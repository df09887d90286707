package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executors are found by their threads, with how full they are. */
class ThreadQueuesTest {
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<ExecutorService> running = new ArrayList<>();
    private final List<Thread> made = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() throws Exception {
        end.countDown();
        for (ExecutorService each : running) {
            each.shutdown();
            assertThat(each.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private <T extends ExecutorService> T fill(T executor, int threads, int tasks) throws Exception {
        running.add(executor);
        CountDownLatch begun = new CountDownLatch(threads);
        for (int i = 0; i < tasks; i++) {
            executor.execute(() -> {
                begun.countDown();
                try {
                    end.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        begun.await();
        return executor;
    }

    /** What the executor's first thread leads to. */
    private WorkQueue queue(ExecutorService executor) {
        return ThreadQueues.queue(executor, made.get(0));
    }

    private Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        made.add(thread);
        return thread;
    }

    @Test
    void an_executor_whose_queue_has_no_end_is_full_with_its_core() throws Exception {
        WorkQueue found = queue(fill(
                new ThreadPoolExecutor(
                        2, 50, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> thread(task, "endless-1")),
                2,
                7));

        assertThat(found.kind).isEqualTo("executor");
        assertThat(found.name).isEqualTo("endless");
        assertThat(found.read()).containsExactly(2, 2, 5);
    }

    @Test
    void an_executor_whose_queue_is_full_has_its_most_threads() throws Exception {
        WorkQueue found = queue(fill(
                new ThreadPoolExecutor(
                        1, 3, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(2), task -> thread(task, "bounded#7")),
                3,
                5));

        assertThat(found.name).isEqualTo("bounded");
        assertThat(found.read()).containsExactly(3, 3, 2);
    }

    @Test
    void a_fork_join_pool_is_full_with_its_parallelism() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(
                2,
                own -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(own);
                    thread.setName("forks-" + thread.getPoolIndex());
                    made.add(thread);
                    return thread;
                },
                null,
                true);

        WorkQueue found = queue(fill(pool, 2, 6));

        assertThat(found.kind).isEqualTo("fork-join");
        assertThat(found.name).isEqualTo("forks");
        assertThat(found.read()).containsExactly(2, 2, 4);
    }
}
