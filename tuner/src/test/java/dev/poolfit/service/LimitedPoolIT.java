package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Under the limiter, connections age and waits end in vain as in a pool of that size. */
class LimitedPoolIT {
    private static final String POOL = "com.zaxxer.hikari:type=Pool (main)";
    private static final int CONNECTIONS = 8;
    private static final int USERS = 12;

    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    private static int number(ServiceProcess process, String page) throws Exception {
        return Integer.parseInt(process.get(page));
    }

    private static List<String> entries(ServiceProcess process) throws Exception {
        return List.of(process.get("/entries").split(" ", -1));
    }

    @Test
    void connections_that_are_kept_back_beyond_their_lifetime_are_replaced_and_the_limit_holds() throws Exception {
        var stopped = new AtomicBoolean();
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        try (ServiceProcess process =
                        ServiceProcess.start("-Dhold=5", "-Dpool=" + CONNECTIONS, "-DconnectionTimeout=30000");
                RunningService service = process.attach()) {
            List<Future<Integer>> served = IntStream.range(0, USERS)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            process.lifetime(Duration.ofMillis(500));
            process.call(POOL, "softEvictConnections", Map.of());
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                limiter.schedule(List.of(2), List.of(), HOUR);
                List<String> before = entries(process);
                assertThat(before).isNotEmpty();
                // Two are in use: the others are replaced though nobody borrows them.
                Patience.await()
                        .until(() -> limiter.take().orElseThrow().total() == CONNECTIONS
                                && Collections.disjoint(before, entries(process)));
                Patience.await().until(() -> {
                    limiter.take();
                    return number(process, "/active") == 2 && number(process, "/idle") == 0;
                });
            }
            stopped.set(true);
            for (Future<Integer> each : served) {
                assertThat(each.get()).isPositive();
            }
            Patience.await().until(() -> number(process, "/idle") == CONNECTIONS);
        } finally {
            stopped.set(true);
            users.shutdown();
        }
    }

    private static String refusal(ServiceProcess process) throws Exception {
        var connection = (HttpURLConnection) process.page("/use").toURL().openConnection();
        assertThat(connection.getResponseCode()).isEqualTo(503);
        try (InputStream body = connection.getErrorStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void who_waits_in_vain_at_a_limit_gets_the_pools_own_exception_and_is_counted_by_both() throws Exception {
        try (ServiceProcess process =
                        ServiceProcess.start("-Dpool=" + CONNECTIONS, "-DconnectionTimeout=300", "-DminimumIdle=8");
                RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            limiter.schedule(List.of(1), List.of(), HOUR);
            ExecutorService user = Executors.newSingleThreadExecutor();
            Future<String> holding = user.submit(() -> process.get("/hold"));
            Patience.await().until(() -> {
                limiter.take();
                return number(process, "/active") == 1;
            });
            long counted = 0;
            for (int i = 0; i < 3; i++) {
                assertThat(refusal(process)).contains("main - Connection is not available, request timed out after ");
                counted += timeouts(limiter);
            }
            process.release();
            assertThat(holding.get()).isEqualTo("ok");
            user.shutdown();
            assertThat(process.get("/use")).isEqualTo("ok");
            assertThat(counted + timeouts(limiter)).isEqualTo(3);
            assertThat(number(process, "/timeouts")).isEqualTo(3);
        }
    }

    private static long timeouts(BorrowLimiter limiter) {
        return limiter.take().orElseThrow().slots().stream()
                .mapToLong(BorrowCounts.Slot::timeouts)
                .sum();
    }
}
