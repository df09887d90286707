package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limiter in a real service gives each setting its turn, counts, and leaves the pool as it was. */
class LimiterIT {
    private static final String BAG = "com.zaxxer.hikari.util.ConcurrentBag";

    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    private ServiceProcess process;

    @BeforeEach
    void start() throws IOException {
        process = ServiceProcess.start("-Dhold=10", "-Dpool=8");
    }

    @AfterEach
    void stop() {
        process.close();
    }

    private String bag() throws Exception {
        return process.get("/bag").strip();
    }

    /** The mean number of connections in use, by slot; a hold is told of all its slots once it has ended. */
    private static Map<Long, Double> inUse(List<BorrowCounts.Slot> slots) {
        return slots.stream()
                .collect(Collectors.groupingBy(
                        BorrowCounts.Slot::number, Collectors.summingDouble(slot -> slot.heldMs() / 5)));
    }

    private static BorrowCounts take(BorrowLimiter limiter, List<BorrowCounts.Slot> slots) {
        BorrowCounts counts = limiter.take().orElseThrow();
        slots.addAll(counts.slots());
        return counts;
    }

    @Test
    void once_no_more_than_the_limit_are_in_use_there_are_never_more() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(10);
        var stopped = new AtomicBoolean();
        try (RunningService service = process.attach()) {
            List<Future<Integer>> served = IntStream.range(0, 10)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                assertThat(bag()).endsWith("LimitedBag");
                limiter.schedule(List.of(2), List.of(), HOUR);
                Patience.await().until(() -> {
                    limiter.take();
                    return Integer.parseInt(process.get("/active").strip()) <= 2;
                });
                long from = limiter.take().orElseThrow().now();
                var slots = new ArrayList<BorrowCounts.Slot>();
                Patience.await().until(() -> take(limiter, slots).now() > from + 200);
                assertThat(inUse(slots).entrySet())
                        .filteredOn(each -> each.getKey() > from)
                        .isNotEmpty()
                        .allSatisfy(each -> assertThat(each.getValue()).isLessThan(2.05));
                assertThat(slots.stream().mapToLong(BorrowCounts.Slot::timeouts).sum())
                        .isZero();
            }
            assertThat(bag()).isEqualTo(BAG);
            stopped.set(true);
            for (Future<Integer> each : served) {
                assertThat(each.get()).isPositive();
            }
            Patience.await().until(() -> process.get("/idle").strip().equals("8"));
        } finally {
            stopped.set(true);
            users.shutdownNow();
        }
    }

    @Test
    void a_schedule_gives_each_limit_its_period_and_ends_with_all() throws Exception {
        try (RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            var switches = new ArrayList<BorrowCounts.Switch>();
            limiter.schedule(List.of(2, 6, 3), List.of(), 20);
            Patience.await().until(() -> {
                BorrowCounts counts = limiter.take().orElseThrow();
                switches.addAll(counts.switches());
                return counts.periodsLeft() == 0;
            });
            assertThat(switches).extracting(BorrowCounts.Switch::limit).containsExactly(2, 6, 3);
            assertThat(switches).extracting(BorrowCounts.Switch::period).containsExactly(0, 1, 2);
            long first = switches.get(0).slot();
            assertThat(switches).extracting(BorrowCounts.Switch::slot).containsExactly(first, first + 20, first + 40);
            Patience.await().until(() -> {
                limiter.take();
                return process.get("/idle").strip().equals("8");
            });
        }
    }

    @Test
    void every_borrow_is_counted() throws Exception {
        try (RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            var slots = new ArrayList<BorrowCounts.Slot>();
            for (int i = 0; i < 30; i++) {
                take(limiter, slots);
                process.get("/use");
            }
            long until = take(limiter, slots).now() + 1;
            Patience.await().until(() -> take(limiter, slots).now() > until);
            assertThat(slots.stream().mapToLong(BorrowCounts.Slot::borrowed).sum())
                    .isEqualTo(30);
            assertThat(slots.stream().mapToLong(BorrowCounts.Slot::returned).sum())
                    .isEqualTo(30);
            assertThat(slots.stream().mapToDouble(BorrowCounts.Slot::share).sum())
                    .isCloseTo(30, within(1e-3));
        }
    }

    @Test
    void a_silent_tuner_is_gone_within_a_second_and_the_pool_has_its_own_bag() throws Exception {
        try (RunningService service = process.attach();
                BorrowLimiter limiter = service.limitBorrows(BorrowLimiter.SILENCE)) {
            limiter.schedule(List.of(1), List.of(), HOUR);
            Patience.await().until(() -> bag().equals(BAG));
            assertThat(limiter.take()).isEmpty();
            assertThat(process.get("/idle").strip()).isEqualTo("8");
        }
    }

    @Test
    void a_second_run_is_refused() throws Exception {
        try (RunningService service = process.attach();
                RunningService other = process.attach();
                BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
            limiter.take();
            assertThatThrownBy(() -> other.limitBorrows(Patience.LIMIT))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("another run of Poolfit limits");
        }
    }
}
