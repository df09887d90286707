package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits uses no CPU; whoever computes does, however often it is looked at. */
@Timeout(60)
class StillThreadsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void a_thread_that_waits_is_still_since_it_was_first_seen_so_and_one_that_computes_is_not() throws Exception {
        var end = new CountDownLatch(1);
        Thread waits = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        Thread computes = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
        });
        waits.start();
        computes.start();
        try {
            while (waits.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            var threads = new StillThreads();
            threads.look(Set.of(waits, computes), 0);
            // Beside other programs it may get no core for a while.
            long at = SECOND;
            while (threads.look(Set.of(waits, computes), at).get(computes) > 0) {
                at += SECOND;
            }

            assertThat(threads.look(Set.of(waits, computes), at + SECOND)).containsEntry(waits, at + SECOND);
            threads.look(Set.of(computes), at + 2 * SECOND);
            assertThat(threads.look(Set.of(waits), at + 3 * SECOND))
                    .as("what is not asked for is forgotten")
                    .containsEntry(waits, 0L);
        } finally {
            computes.interrupt();
            end.countDown();
        }
    }
}
