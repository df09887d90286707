package dev.poolfit.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay serves borrows as a queue with many servers does: by known formulas, by hand, and by a plainer program. */
class PoolReplayTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int MINUTE = 60_000_000;

    private static BorrowSequence sequence(int... askedAndHeld) {
        var builder = new BorrowSequence.Builder();
        for (int i = 0; i < askedAndHeld.length; i += 2) {
            builder.add(askedAndHeld[i], askedAndHeld[i + 1]);
        }
        return builder.build(MINUTE);
    }

    private static int exponential(double mean, RandomGenerator random) {
        return (int) Math.round(-mean * Math.log(1 - random.nextDouble()));
    }

    /** Poisson arrivals, exponential holds of 1 ms. */
    private static BorrowSequence poisson(double perSecond, int borrows, long seed) {
        var random = new SplittableRandom(seed);
        var builder = new BorrowSequence.Builder();
        double at = 0;
        for (int i = 0; i < borrows; i++) {
            at += -1e6 / perSecond * Math.log(1 - random.nextDouble());
            builder.add((long) at, exponential(1_000, random));
        }
        return builder.build((long) at + 1);
    }

    /** The share of arrivals that wait in M/M/c (Erlang 1917), for an offered load in erlang. */
    private static double erlangC(int servers, double load) {
        double term = 1;
        double sum = 0;
        for (int k = 0; k < servers; k++) {
            sum += term;
            term *= load / (k + 1);
        }
        double waiting = term * servers / (servers - load);
        return waiting / (sum + waiting);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 1.4", "4, 3", "8, 6.4", "16, 13"})
    void waits_are_those_of_erlang_for_random_arrivals_and_exponential_holds(int connections, double load) {
        BorrowSequence borrows = poisson(1_000 * load, (int) (800_000 * Math.min(2, load)), 7);

        ReplayedWaits waits =
                new PoolReplay(borrows, new WaitGoal(Duration.ZERO, Duration.ofSeconds(30))).waits(connections);

        double waiting = erlangC(connections, load);
        assertThat(borrows.offeredLoad()).isCloseTo(load, within(0.01 * load));
        assertThat(waits.lateShare()).isCloseTo(waiting, within(0.03 * waiting));
        assertThat(waits.meanMs()).isCloseTo(waiting / (connections - load), within(0.05 * waits.meanMs()));
        // The wait of those who wait is exponential with c - a over the mean hold.
        double p99 = waiting <= 0.01 ? 0 : 1 / (connections - load) * Math.log(waiting / 0.01);
        assertThat(waits.p99Ms()).isCloseTo(p99, within(0.05 * p99));
    }

    @Test
    void who_comes_first_is_served_first_by_the_connection_that_is_free_first() {
        BorrowSequence borrows = sequence(0, 10_000, 1_000, 2_000, 2_000, 5_000, 2_500, 1_000);

        ReplayedWaits waits = new PoolReplay(borrows, GOAL).waits(2);

        // The third waits from 2 to 3 ms, the fourth from 2.5 to 8 ms.
        assertThat(waits).isEqualTo(new ReplayedWaits(2, 4, 1, 6.5 / 4, 5.5, 5.5, 0, 18_000.0 / MINUTE, 2));
    }

    @Test
    void who_waits_beyond_the_timeout_leaves_and_takes_no_connection() {
        var goal = new WaitGoal(Duration.ofMillis(1), Duration.ofMillis(100));
        BorrowSequence borrows = sequence(0, 500_000, 1_000, 50_000, 450_000, 50_000);

        ReplayedWaits waits = new PoolReplay(borrows, goal).waits(1);

        assertThat(waits.timeouts()).isEqualTo(1);
        assertThat(waits.meanMs()).isCloseTo((100 + 50) / 3.0, within(1e-9));
        assertThat(new PoolReplay(borrows, goal).needed()).hasValue(2);
    }

    @Test
    void no_borrow_waits_with_as_many_connections_as_were_in_use_at_once() {
        BorrowSequence borrows = poisson(9_000, 50_000, 3);

        ReplayedWaits waits = new PoolReplay(borrows, GOAL).waits(borrows.peak());

        assertThat(waits.meanMs()).isZero();
        assertThat(new PoolReplay(borrows, GOAL).waits(borrows.peak() - 1).meanMs())
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void the_needed_size_meets_the_goal_and_the_one_below_does_not(long seed) {
        var replay = new PoolReplay(poisson(3_000 * seed, 20_000, seed), GOAL);

        int needed = replay.needed().orElseThrow();

        assertThat(replay.waits(needed).p99Ms()).isLessThanOrEqualTo(1);
        assertThat(replay.waits(needed - 1).p99Ms()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void it_agrees_with_a_plain_priority_queue(long seed) {
        var random = new SplittableRandom(seed);
        BorrowSequence borrows = poisson(7_000, 5_000, seed);
        int connections = 1 + random.nextInt(12);
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < connections; i++) {
            free.add(0L);
        }
        double sum = 0;
        for (int i = 0; i < borrows.size(); i++) {
            long begin = Math.max(free.remove(), borrows.asked(i));
            sum += begin - borrows.asked(i);
            free.add(begin + borrows.held(i));
        }

        assertThat(new PoolReplay(borrows, new WaitGoal(Duration.ZERO, Duration.ofHours(1)))
                        .waits(connections)
                        .meanMs())
                .isCloseTo(sum / borrows.size() / 1000, within(1e-6));
    }

    @Test
    void of_few_borrows_nobody_may_wait() {
        BorrowSequence few = sequence(0, 5_000, 100, 5_000, 200, 5_000);

        assertThat(new PoolReplay(few, GOAL).needed()).hasValue(3);
    }

    @Test
    void nothing_needs_one_connection_and_waits_for_none() {
        var replay = new PoolReplay(sequence(), GOAL);

        assertThat(replay.needed()).hasValue(1);
        assertThat(replay.waits(1)).isEqualTo(new ReplayedWaits(1, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void a_goal_and_a_stretch_have_bounds_that_are_told_with_the_value() {
        assertThatThrownBy(() -> new WaitGoal(Duration.ofMillis(-1), Duration.ofSeconds(1)))
                .hasMessageContaining("PT-0.001S");
        assertThatThrownBy(() -> new WaitGoal(Duration.ZERO, Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> new BorrowSequence.Builder().build(0)).hasMessageContaining("this has 0");
    }

    @Test
    void connections_are_in_use_until_the_stretch_ends() {
        var replay = new PoolReplay(sequence(0, 25_000_000, 0, 50_000_000), GOAL);

        // One after the other: 25 s, then 35 s of the 50 s.
        assertThat(replay.waits(1).inUse()).isEqualTo(1);
        assertThat(replay.waits(2).inUse()).isEqualTo(75.0 / 60);
    }
}
