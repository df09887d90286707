package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.limiter.BorrowCounts;
import dev.poolfit.limiter.BorrowLimiter;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A guard in a real pool opens it, and nobody has to ask for that. */
class LiveGuardIT {
    private static final int USERS = 10;
    /** In slots of 5 ms. */
    private static final int HOUR = 200 * 3600;

    @Test
    void a_borrow_that_waits_for_too_long_opens_the_limiter_by_itself() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        var stopped = new AtomicBoolean();
        try (ServiceProcess process = ServiceProcess.start("-Dhold=50", "-Dpool=8");
                RunningService service = process.attach()) {
            List<Future<Integer>> served = IntStream.range(0, USERS)
                    .mapToObj(user -> users.submit(() -> process.works(stopped)))
                    .toList();
            try (BorrowLimiter limiter = service.limitBorrows(Patience.LIMIT)) {
                var guard = new LiveGuard(Duration.ofMillis(60), 1_000, new Share(1), 1_000, Duration.ofHours(1));
                limiter.guard(guard, Duration.ofMillis(1), guard.cost());
                limiter.schedule(List.of(1), List.of(), HOUR);
                var breaks = new ArrayList<GuardBreak>();
                Patience.await().until(() -> {
                    BorrowCounts counts = limiter.take().orElseThrow();
                    breaks.addAll(counts.breaks());
                    return !breaks.isEmpty();
                });
                assertThat(breaks.get(0).size()).isEqualTo(1);
                assertThat(breaks.get(0).guard()).isEqualTo(GuardBreak.Guard.WAIT);
                assertThat(breaks.get(0).value()).isGreaterThanOrEqualTo(60e6);
                Patience.await()
                        .until(() -> Integer.parseInt(process.get("/active").strip()) > 4);
            }
            stopped.set(true);
            for (Future<Integer> each : served) {
                assertThat(each.get()).isPositive();
            }
        } finally {
            stopped.set(true);
            users.shutdownNow();
        }
    }
}
