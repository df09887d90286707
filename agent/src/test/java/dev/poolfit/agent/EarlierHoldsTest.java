package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.pool.HikariProxyCall;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who works with a connection from before the record is found in two looks, and nobody else. */
@Timeout(60)
class EarlierHoldsTest {
    private final CountDownLatch answer = new CountDownLatch(1);
    private final Thread works = new Thread(() -> HikariProxyCall.execute(answer));
    private final Thread other = new Thread(this::await);
    private final EarlierHolds earlier = new EarlierHolds();

    private void await() {
        try {
            answer.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @BeforeEach
    void start() {
        works.start();
        other.start();
        while (works.getState() != Thread.State.WAITING || other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        answer.countDown();
        works.join();
        other.join();
    }

    private Set<Thread> found(int seconds, int before, Set<Thread> known) {
        return earlier.find(earlier.began() + TimeUnit.SECONDS.toNanos(seconds), before, () -> known)
                .keySet();
    }

    @Test
    void a_thread_within_the_pools_proxies_is_told_after_two_looks() {
        assertThat(found(1, 1, Set.of())).as("the record is young").isEmpty();
        assertThat(found(4, 1, Set.of())).as("seen once").isEmpty();
        assertThat(found(8, 1, Set.of())).as("too soon for another look").isEmpty();
        assertThat(found(10, 1, Set.of())).containsExactly(works);
        assertThat(found(11, -1, Set.of()))
                .as("how many were handed out before is not known for a moment")
                .containsExactly(works);
        assertThat(found(12, 0, Set.of()))
                .as("another one was given back while they were counted")
                .containsExactly(works);
        assertThat(found(16, 1, Set.of())).containsExactly(works);
        assertThat(found(17, 0, Set.of())).containsExactly(works);
        assertThat(found(22, 0, Set.of())).as("it was given back").isEmpty();
    }

    @Test
    void one_whose_connection_is_known_is_another() {
        assertThat(found(4, 1, Set.of())).isEmpty();
        assertThat(found(10, 1, Set.of(works))).isEmpty();
    }

    @Test
    void without_such_connections_nobody_is_looked_for() {
        assertThat(found(4, 0, Set.of())).isEmpty();
        assertThat(found(10, 0, Set.of())).isEmpty();
        assertThat(found(16, 0, Set.of())).isEmpty();
    }
}
