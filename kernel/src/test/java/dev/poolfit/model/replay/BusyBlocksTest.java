package dev.poolfit.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drawn traffic is like the recorded one, and more of it is several at once. */
class BusyBlocksTest {
    private static final int MINUTE = 60_000_000;

    private static BorrowSequence steady(long seed) {
        var random = new SplittableRandom(seed);
        var builder = new BorrowSequence.Builder();
        for (int i = 0; i < 12_000; i++) {
            builder.add(random.nextInt(MINUTE), 5_000 + random.nextInt(10_000));
        }
        return builder.build(MINUTE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 1.5, 2, 3})
    void so_many_times_the_traffic_has_so_many_times_the_load(double times) {
        BorrowSequence recorded = steady(1);

        BorrowSequence drawn = new BusyBlocks(List.of(recorded)).draw(times, new SplittableRandom(2));

        assertThat(drawn.length()).isEqualTo(MINUTE);
        assertThat(drawn.offeredLoad()).isCloseTo(times * recorded.offeredLoad(), within(0.05 * times));
    }

    @Test
    void a_connection_that_is_held_all_the_time_is_held_all_the_time_in_what_is_drawn() {
        var builder = new BorrowSequence.Builder().add(0, MINUTE);
        for (int at = 0; at < MINUTE; at += 100_000) {
            builder.add(at, 1_000);
        }

        BorrowSequence drawn = new BusyBlocks(List.of(builder.build(MINUTE))).draw(1, new SplittableRandom(3));

        assertThat(drawn.offeredLoad()).isCloseTo(1.01, within(0.001));
        assertThat(new PoolReplay(drawn, new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30))).needed())
                .hasValue(2);
    }

    @Test
    void bursts_stay_together() {
        var builder = new BorrowSequence.Builder();
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 20; i++) {
                builder.add(second * 1_000_000L + i, 10_000);
            }
        }

        List<Integer> needed = new BusyBlocks(List.of(builder.build(MINUTE)))
                .needed(
                        1,
                        40,
                        Contention.NONE,
                        new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30)),
                        new SplittableRandom(4));

        assertThat(needed).allMatch(size -> size == 20);
    }

    @Test
    void the_same_seed_draws_the_same() {
        var blocks = new BusyBlocks(List.of(steady(5), steady(6)));
        var goal = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

        assertThat(blocks.needed(2, 40, Contention.NONE, goal, new SplittableRandom(7)))
                .isEqualTo(blocks.needed(2, 40, Contention.NONE, goal, new SplittableRandom(7)));
    }

    /** 12,000 borrows a minute: 30,000 take 150 s. */
    @Test
    void a_curve_of_few_borrows_is_of_a_longer_stretch() {
        BorrowSequence recorded = steady(1);
        var blocks = new BusyBlocks(List.of(recorded));

        assertThat(blocks.drawLong(1, new SplittableRandom(2)).length()).isEqualTo(150_000_000);
        BorrowSequence twice = blocks.drawLong(2, new SplittableRandom(2));
        assertThat(twice.length()).isEqualTo(75_000_000);
        assertThat(twice.offeredLoad()).isCloseTo(2 * recorded.offeredLoad(), within(0.05));
    }
}
