package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limiter in each known HikariCP: what operators do meanwhile does no harm, and nothing of it stays. */
class LimiterVersionsIT {
    private static final String POOL = "com.zaxxer.hikari:type=Pool (main)";
    private static final int USERS = 12;

    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    /** Reads all the time, for who is silent is taken out. */
    private static final class Reader implements AutoCloseable {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final AtomicInteger total = new AtomicInteger();

        Reader(BorrowLimiter limiter) {
            thread.scheduleWithFixedDelay(
                    () -> total.set(limiter.take().orElseThrow().total()), 0, 100, TimeUnit.MILLISECONDS);
        }

        int total() {
            return total.get();
        }

        @Override
        public void close() {
            thread.shutdown();
        }
    }

    /** The class path with another HikariCP before all else. */
    private static String[] with(String version) throws Exception {
        Path present = Path.of(HikariDataSource.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = present.getParent().resolveSibling(Path.of(version, "HikariCP-" + version + ".jar"));
        assumeThat(Files.exists(jar)).as(jar + " is there").isTrue();
        return new String[] {
            "-cp",
            jar + File.pathSeparator + System.getProperty("java.class.path"),
            "-Dhold=5",
            "-Dpool=8",
            "-DconnectionTimeout=30000"
        };
    }

    private static int number(ServiceProcess process, String page) throws Exception {
        return Integer.parseInt(process.get(page));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4.5", "4.0.3", "5.1.0", "6.3.3", "7.0.2"})
    void what_operators_do_meanwhile_does_no_harm_and_nothing_stays(String version) throws Exception {
        var stopped = new AtomicBoolean();
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        try (ServiceProcess process = ServiceProcess.start(with(version))) {
            String before = process.get("/inside");
            List<Future<Integer>> served = IntStream.range(0, USERS)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            assertThat(process.pool()).isEqualTo(8);
            try (RunningService service = process.attach()) {
                try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT);
                        var reader = new Reader(limiter)) {
                    limiter.schedule(List.of(2), List.of(), HOUR);
                    awaitLimit(process, 2);

                    process.call(POOL, "softEvictConnections", Map.of());
                    Patience.await().until(() -> reader.total() == 8 && number(process, "/opened") >= 16);
                    awaitLimit(process, 2);

                    process.resize(11);
                    Patience.await().until(() -> reader.total() == 11);
                    awaitLimit(process, 2);

                    limiter.schedule(List.of(4), List.of(), HOUR);
                    awaitLimit(process, 4);
                }
                assertThat(process.get("/inside")).isEqualTo(before);
                stopped.set(true);
                for (Future<Integer> each : served) {
                    assertThat(each.get()).isPositive();
                }
                Patience.await().until(() -> number(process, "/idle") == 11);
            }
            Patience.await()
                    .untilAsserted(() -> assertThat(process.classesOfAgent())
                            .as("but for the entry, which the JVM keeps in its class path")
                            .containsOnly("dev.poolfit.agent.AgentLoader"));
        } finally {
            stopped.set(true);
            users.shutdown();
        }
    }

    /** Waits until as many as the limit says are in circulation, all of them in use at some time. */
    private static void awaitLimit(ServiceProcess process, int limit) {
        Patience.await().until(() -> number(process, "/active") == limit && number(process, "/idle") == 0);
    }

    @Test
    void a_pool_with_another_bag_is_refused_and_left_as_it_is() throws Exception {
        try (ServiceProcess process = ServiceProcess.start("-Dpool=3");
                RunningService service = process.attach()) {
            process.get("/own");
            String before = process.get("/inside");
            assertThatThrownBy(() -> service.limitBorrows(Patience.LIMIT))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("did not take Poolfit's limiter");
            assertThat(process.get("/inside")).isEqualTo(before);
            assertThat(process.get("/use")).isEqualTo("ok");
            assertThat(process.beans("dev.poolfit:type=Limiter")).isEmpty();
        }
    }

    @Test
    void a_pool_that_is_closed_ends_it() throws Exception {
        try (ServiceProcess process = ServiceProcess.start("-Dpool=3");
                RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            limiter.schedule(List.of(1), List.of(), HOUR);
            process.get("/reopen");
            Patience.await().until(() -> limiter.take().isEmpty());
            assertThat(process.get("/use")).isEqualTo("ok");
            Patience.await().until(() -> number(process, "/idle") == 3);
        }
    }
}
