package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limiter keeps its limit and its counts with borrowers and pools that are not as most are. */
class LimitedBorrowersIT {
    private static final int USERS = 10;
    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    /** A virtual thread waits for a connection as any other thread does, and none of them is limited itself. */
    @Test
    void virtual_threads_use_no_more_connections_than_the_limit_says() throws Exception {
        Optional<Path> jdk = ShopProcess.newestJdk();
        assumeThat(jdk).as("a JDK from 21 on").isPresent();
        try (ServiceProcess process =
                ServiceProcess.start(jdk.orElseThrow(), List.of(), "-Dserver=virtual", "-Dhold=10", "-Dpool=8")) {
            keepsItsLimit(process, 8);
        }
    }

    /** A pool that creates connections as they are wanted: one that is added beyond the limit is kept back. */
    @Test
    void a_pool_that_grows_meanwhile_keeps_the_limit() throws Exception {
        try (ServiceProcess process = ServiceProcess.start("-Dhold=10", "-Dpool=8", "-DminimumIdle=1")) {
            keepsItsLimit(process, 0);
        }
    }

    /** @param idle connections that the pool has once nobody borrows; 0 where that is not known */
    private static void keepsItsLimit(ServiceProcess process, int idle) throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        var stopped = new AtomicBoolean();
        try (RunningService service = process.attach()) {
            List<Future<Integer>> served = IntStream.range(0, USERS)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                limiter.schedule(List.of(2), List.of(), HOUR);
                awaitSwitch(limiter);
                Patience.await().until(() -> active(process) <= 2);
                for (int i = 0; i < 200; i++) {
                    assertThat(active(process)).isLessThanOrEqualTo(2);
                }
                limiter.schedule(List.of(4), List.of(), HOUR);
                Patience.await().until(() -> active(process) == 4);
                for (int i = 0; i < 200; i++) {
                    assertThat(active(process)).isLessThanOrEqualTo(4);
                }
            }
            Patience.await().until(() -> active(process) > 4);
            stopped.set(true);
            for (Future<Integer> each : served) {
                assertThat(each.get()).isPositive();
            }
            Patience.await().until(() -> active(process) == 0 && (idle == 0 || number(process, "/idle") == idle));
        } finally {
            stopped.set(true);
            users.shutdownNow();
        }
    }

    /** Fewer may be in use by chance before the limit holds. */
    private static void awaitSwitch(BorrowLimiter limiter) {
        Patience.await().until(() -> !limiter.take().orElseThrow().switches().isEmpty());
    }

    private static int active(ServiceProcess process) throws Exception {
        return number(process, "/active");
    }

    private static int number(ServiceProcess process, String page) throws Exception {
        return Integer.parseInt(process.get(page).strip());
    }

    @Test
    void a_borrower_that_is_interrupted_has_ended_in_vain() throws Exception {
        try (ServiceProcess process = ServiceProcess.start("-Dpool=1", "-DconnectionTimeout=600000");
                RunningService service = process.attach()) {
            ExecutorService holder = Executors.newSingleThreadExecutor();
            holder.submit(() -> process.get("/hold"));
            Patience.await().until(() -> active(process) == 1);
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                var slots = new ArrayList<BorrowCounts.Slot>();
                for (int i = 0; i < 5; i++) {
                    process.get("/interrupted");
                }
                long until = read(limiter, slots).now() + 1;
                Patience.await().until(() -> read(limiter, slots).now() > until);
                assertThat(sum(slots, BorrowCounts.Slot::asked)).isEqualTo(5);
                assertThat(sum(slots, BorrowCounts.Slot::timeouts)).isEqualTo(5);
                assertThat(sum(slots, BorrowCounts.Slot::borrowed)).isZero();
            } finally {
                process.release();
                holder.shutdown();
            }
            Patience.await().until(() -> number(process, "/idle") == 1);
        }
    }

    private static BorrowCounts read(BorrowLimiter limiter, List<BorrowCounts.Slot> slots) {
        BorrowCounts counts = limiter.take().orElseThrow();
        slots.addAll(counts.slots());
        return counts;
    }

    private static long sum(List<BorrowCounts.Slot> slots, ToLongFunction<BorrowCounts.Slot> figure) {
        return slots.stream().mapToLong(figure).sum();
    }

    @Test
    void a_pool_that_has_not_started_cannot_be_limited_before_it_has() throws Exception {
        try (ServiceProcess process = ServiceProcess.start("-Dlazy=true", "-Dpool=3", "-Dhold=1")) {
            assertThatThrownBy(() -> {
                        try (RunningService service = process.attach()) {
                            service.limitBorrows(Patience.LIMIT).close();
                        }
                    })
                    .isInstanceOf(EnvironmentFailure.class);
            process.get("/use");
            try (RunningService service = process.attach();
                    BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                limiter.schedule(List.of(1), List.of(), HOUR);
                process.get("/use");
                assertThat(limiter.take()).isPresent();
            }
            Patience.await().until(() -> number(process, "/idle") == 3);
        }
    }
}
