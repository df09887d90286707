package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Two connections, for which a thread waits for 30 s at most. */
class ConnectionPoolTest {
    private static final double TIMEOUT = 30;

    private static ConnectionPool pool(double barging) {
        return new ConnectionPool(2, TIMEOUT, barging, 10, RandomSource.XO_RO_SHI_RO_128_PP.create(1));
    }

    /** Both connections are taken by 0 and 1, and 2 and 3 wait. */
    private static ConnectionPool full(double barging) {
        ConnectionPool pool = pool(barging);
        assertThat(pool.acquire(0, 0)).isTrue();
        assertThat(pool.acquire(0, 1)).isTrue();
        assertThat(pool.acquire(1, 2)).isFalse();
        assertThat(pool.acquire(2, 3)).isFalse();
        return pool;
    }

    @Test
    void who_waits_first_is_served_first_where_nobody_barges() {
        ConnectionPool pool = full(0);
        assertThat(pool.release(5)).isEqualTo(2);
        assertThat(pool.acquire(5, 4)).isFalse();
        assertThat(pool.release(6)).isEqualTo(3);
        assertThat(pool.release(7)).isEqualTo(4);
        assertThat(pool.release(8)).isEqualTo(Line.NOBODY);
        assertThat(pool.acquire(9, 5)).isTrue();
    }

    /** Thread 4 comes at the moment at which 2 gets its connection, and goes before 3. */
    @Test
    void who_comes_at_a_release_may_overtake_those_who_wait() {
        ConnectionPool pool = full(1);
        assertThat(pool.acquire(4, 5)).isFalse();
        assertThat(pool.release(5)).isEqualTo(2);
        assertThat(pool.acquire(5, 4)).isFalse();
        assertThat(pool.release(6)).isEqualTo(4);
        // 3 was woken for nothing and is at the tail now.
        assertThat(pool.release(7)).isEqualTo(5);
        assertThat(pool.release(8)).isEqualTo(3);
    }

    @Test
    void who_comes_at_no_release_overtakes_nobody() {
        ConnectionPool pool = full(1);
        assertThat(pool.release(5)).isEqualTo(2);
        assertThat(pool.release(6)).isEqualTo(3);
    }

    @Test
    void each_gives_up_when_its_own_time_is_over() {
        ConnectionPool pool = full(0);
        assertThat(pool.nextAt).isEqualTo(1 + TIMEOUT);
        assertThat(pool.giveUp(31)).isEqualTo(2);
        assertThat(pool.nextAt).isEqualTo(2 + TIMEOUT);
        assertThat(pool.asked(3)).isEqualTo(2);
        assertThat(pool.release(31.5)).isEqualTo(3);
        assertThat(pool.nextAt).isInfinite();
    }

    @Test
    void connections_in_use_and_threads_that_wait_add_up_over_time() {
        ConnectionPool pool = full(0);
        pool.release(5);
        assertThat(pool.pending.area(5)).isEqualTo(4 + 3);
        assertThat(pool.active.area(5)).isEqualTo(10);
        pool.release(6);
        pool.release(7);
        assertThat(pool.active.area(8)).isEqualTo(2 * 7 + 1);
        assertThat(pool.pending.area(8)).isEqualTo(4 + 4);
    }
}
