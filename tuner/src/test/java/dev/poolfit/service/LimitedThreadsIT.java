package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worker threads of real services run fewer requests at once than there are threads, and nothing else changes. */
class LimitedThreadsIT {
    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    @TempDir
    private Path folder = Path.of("");

    /** What Tomcat has: the class of its queue, its worker threads, those that run a request. */
    private record Workers(String queue, int threads, int busy) {
        static Workers of(ServiceProcess process) throws Exception {
            String[] told = process.get("/queue").strip().split(" ", -1);
            return new Workers(told[0], Integer.parseInt(told[1]), Integer.parseInt(told[2]));
        }
    }

    @Test
    void no_more_run_requests_than_the_limit_says_and_no_thread_is_created_or_ended() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(10);
        var stopped = new AtomicBoolean();
        var served = new AtomicInteger();
        try (ServiceProcess process = ServiceProcess.start("-Dhold=10", "-Dpool=8");
                RunningService service = process.attach()) {
            List<Future<Integer>> all = IntStream.range(0, 10)
                    .mapToObj(user -> users.submit(() -> works(process, stopped, served)))
                    .toList();
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT);
                    var reader = new LimiterReader(limiter)) {
                limiter.schedule(List.of(8), List.of(20), HOUR);
                // Those that ran before have ended, and the queue knows all workers.
                Patience.await().until(() -> served.get() > 300);
                limiter.schedule(List.of(8), List.of(2), HOUR);
                Patience.await().until(() -> Workers.of(process).busy() <= 2);
                int threads = Workers.of(process).threads();
                for (int i = 0; i < 100; i++) {
                    Workers now = Workers.of(process);
                    assertThat(now.queue()).endsWith("LimitedQueue");
                    assertThat(now.busy()).isBetween(1, 2);
                    assertThat(now.threads()).isEqualTo(threads);
                }
                assertThat(service.effective().threads()).hasValue(20);
                assertThat(reader.workers()).isEqualTo(threads);
                assertThat(reader.busyMs()).isPositive();
            }
            assertThat(Workers.of(process).queue()).isEqualTo("org.apache.tomcat.util.threads.TaskQueue");
            Patience.await().until(() -> Workers.of(process).busy() > 2);
            stopped.set(true);
            for (Future<Integer> each : all) {
                assertThat(each.get()).as("none failed").isPositive();
            }
        } finally {
            stopped.set(true);
            users.shutdownNow();
        }
    }

    private static int works(ServiceProcess process, AtomicBoolean stopped, AtomicInteger served) throws IOException {
        while (!stopped.get()) {
            process.get("/work");
            served.incrementAndGet();
        }
        return served.get();
    }

    /** Tomcat 9 and 11: its maximum stays, and as many as the limit says are in it. */
    @ParameterizedTest
    @CsvSource({"boot2, jetty|undertow|webflux|netty", "boot4, jetty"})
    void old_and_new_versions_take_the_limit(String version, String leftOut) throws Exception {
        int port = Ports.free();
        try (SupervisedProcess process = start(version, leftOut, port);
                RunningService service = ShopProcess.open(port);
                var crowd = new Crowd(port)) {
            int most = service.found().threads().orElseThrow();
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT);
                    var reader = new LimiterReader(limiter)) {
                limiter.schedule(List.of(10), List.of(most), HOUR);
                Patience.await().until(() -> crowd.most(200) > 9);
                limiter.schedule(List.of(10), List.of(6), HOUR);
                Patience.await().until(() -> crowd.most(200) <= 6);
                assertThat(crowd.most(500)).as("never more again").isBetween(1, 6);
                assertThat(service.effective().threads()).hasValue(most);
                limiter.schedule(List.of(10), List.of(9), HOUR);
                Patience.await().until(() -> crowd.most(200) > 6);
                assertThat(crowd.most(500)).isBetween(7, 9);
                assertThat(reader.workers()).isPositive();
            }
            Patience.await().until(() -> crowd.most(200) > 9);
            assertThat(process.isAlive()).isTrue();
        }
    }

    @Test
    void of_another_server_it_is_told_that_threads_cannot_be_limited() throws Exception {
        int port = Ports.free();
        try (SupervisedProcess process = start("boot4", "tomcat", port);
                RunningService service = ShopProcess.open(port);
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            assertThat(limiter.take().orElseThrow().workers()).isNegative();
            assertThat(process.isAlive()).isTrue();
        }
    }

    private SupervisedProcess start(String version, String leftOut, int port) throws Exception {
        SupervisedProcess process =
                ShopProcess.start(folder, Path.of(System.getProperty("java.home")), version, leftOut, port);
        Patience.await()
                .until(() -> !process.isAlive() || ShopProcess.item(port).contains("H2"));
        return process;
    }
}
