package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Below the floor a pool can stand still, from it on it cannot: shown by all states that threads can get into. */
class NestedConnectionsTest {
    private static NestedConnections of(int each, int threads) {
        return new NestedConnections("POST /orders", each, 3, OptionalInt.of(threads));
    }

    /** The examples of HikariCP's wiki. */
    @ParameterizedTest
    @CsvSource({"3, 4, 10", "8, 3, 17", "200, 2, 201"})
    void the_published_examples_come_out(int threads, int each, long floor) {
        assertThat(of(each, threads).floor()).hasValue(floor);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "4, 2", "2, 3", "3, 3", "3, 4"})
    void a_pool_can_stand_still_below_the_floor_and_not_from_it_on(int threads, int each) {
        NestedConnections nested = of(each, threads);
        for (int pool = 1; pool <= nested.floor().orElseThrow() + 2; pool++) {
            boolean stands = standsStill(threads, each, pool);

            assertThat(stands)
                    .as("%d threads, %d connections each, pool %d", threads, each, pool)
                    .isEqualTo(pool < nested.floor().orElseThrow());
            assertThat(stands).isEqualTo(threads > nested.mostThreads(pool));
            assertThat(stands).isEqualTo(threads >= nested.possibleFrom(pool));
        }
    }

    @Test
    void without_a_limit_of_threads_no_pool_is_large_enough() {
        assertThat(new NestedConnections("POST /orders", 2, 3, OptionalInt.empty()).floor())
                .isEmpty();
    }

    @Test
    void one_connection_each_is_not_nested() {
        assertThatThrownBy(() -> of(1, 20)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Walks through all states: how many connections each thread holds. */
    private static boolean standsStill(int threads, int each, int pool) {
        var queue = new ArrayDeque<List<Integer>>();
        Set<List<Integer>> seen = new HashSet<>();
        queue.add(Arrays.asList(new Integer[threads]).stream().map(any -> 0).toList());
        while (!queue.isEmpty()) {
            List<Integer> state = queue.poll();
            if (!seen.add(state)) {
                continue;
            }
            int used = state.stream().mapToInt(held -> held).sum();
            boolean moves = false;
            for (int thread = 0; thread < threads; thread++) {
                int held = state.get(thread);
                // A thread that has all gives them back; another one takes the next where there is one.
                int next = held == each ? 0 : used < pool ? held + 1 : held;
                if (next != held) {
                    moves = true;
                    Integer[] changed = state.toArray(Integer[]::new);
                    changed[thread] = next;
                    queue.add(List.of(changed));
                }
            }
            if (!moves) {
                return true;
            }
        }
        return false;
    }

    @Test
    void no_pool_is_made_smaller_than_the_floor_nor_one_that_can_stand_still_already() {
        assertThat(of(2, 20).isSafe(21)).isTrue();
        assertThat(of(2, 20).least(30)).isEqualTo(21);
        assertThat(of(2, 20).isSafe(20)).isFalse();
        assertThat(of(2, 20).least(20)).isEqualTo(20);
        var unlimited = new NestedConnections("POST /orders", 2, 3, OptionalInt.empty());
        assertThat(unlimited.isSafe(10_000)).isFalse();
        assertThat(unlimited.least(30)).isEqualTo(30);
    }
}
