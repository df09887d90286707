package dev.poolfit.model.metered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.replay.WaitGoal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without bursts the queue is Erlang's. */
class BurstyQueueTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

    /** The share that waits: one server its load; two 2ρ²÷(1+ρ) with ρ = a÷2; five with 4 erlangs as tables give it. */
    @ParameterizedTest
    @CsvSource({"1, 0.8, 0.8", "2, 1, 0.333333", "5, 4, 0.554113"})
    void without_bursts_the_share_that_waits_is_of_erlangs_formula(int connections, double load, double share) {
        assertThat(new BurstyQueue(load, 0.02, 1).waiting(connections)).isCloseTo(share, within(1e-5));
    }

    @Test
    void the_waits_of_a_single_server_are_as_textbooks_have_them() {
        assertThat(new BurstyQueue(0.8, 0.02, 1).late(1, 0.1)).isCloseTo(0.8 * Math.exp(-1), within(1e-9));
        assertThat(new BurstyQueue(10, 0.1, 1).late(9, 1)).isEqualTo(1);
    }

    @Test
    void what_is_needed_meets_the_goal_and_one_less_does_not() {
        var queue = new BurstyQueue(10, 0.1, 1);

        int needed = queue.needed(GOAL);
        assertThat(queue.late(needed, 0.001)).isLessThanOrEqualTo(0.01);
        assertThat(queue.late(needed - 1, 0.001)).isGreaterThan(0.01);
    }

    /** Four times the variance needs twice as much beyond the load: 19 of 10 erlangs become 28. */
    @Test
    void bursts_need_more_by_the_square_root_of_their_peakedness() {
        assertThat(new BurstyQueue(10, 0.1, 1).needed(GOAL)).isEqualTo(19);
        assertThat(new BurstyQueue(10, 0.1, 4).needed(GOAL)).isEqualTo(28);
    }
}
