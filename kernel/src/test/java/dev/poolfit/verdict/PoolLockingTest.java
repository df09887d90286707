package dev.poolfit.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Workload;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.search.Questions;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A search keeps to settings at which no deadlock is possible. */
class PoolLockingTest {
    private static final Map<Knob, IntRange> POOLS = Map.of(Knob.POOL, new IntRange(2, 40));
    private static final Map<Knob, IntRange> BOTH =
            Map.of(Knob.POOL, new IntRange(2, 40), Knob.THREADS, new IntRange(10, 200));

    private static final Settings FOUND = Settings.NONE.with(Knob.POOL, 10);

    private static PoolLocking locking(Map<Knob, IntRange> ranges, Settings found, int each, OptionalInt threads) {
        return new PoolLocking(
                Questions.of(
                        new SearchSpace(ranges),
                        Goal.HIGHEST,
                        new Workload.Closed(60, 0),
                        found,
                        Duration.ofMinutes(2),
                        1),
                new NestedConnections("POST /orders", each, 7, threads));
    }

    private static PoolLocking locking(Map<Knob, IntRange> ranges, int threads, int each) {
        return locking(ranges, Settings.ofPoolAndThreads(10, threads), each, OptionalInt.of(threads));
    }

    private static IntRange range(PoolLocking locking, Knob knob) {
        return locking.bounded().space().of(knob).orElseThrow();
    }

    @Test
    void no_pool_below_the_floor_is_left() {
        PoolLocking locking = locking(POOLS, 20, 2);

        assertThat(range(locking, Knob.POOL)).isEqualTo(new IntRange(21, 40));
        assertThat(locking.unavoidable()).isFalse();
        assertThat(locking.bounds()).isTrue();
    }

    @Test
    void where_the_largest_pool_is_too_small_for_the_threads_none_may_be_recommended() {
        PoolLocking locking = locking(POOLS, 200, 2);

        assertThat(locking.unavoidable()).isTrue();
        assertThat(range(locking, Knob.POOL))
                .as("none below the initial one is tried")
                .isEqualTo(new IntRange(10, 40));
    }

    @Test
    void where_threads_are_tuned_there_are_as_many_as_the_largest_pool_can_serve() {
        PoolLocking locking = locking(BOTH, 200, 3);

        assertThat(locking.unavoidable()).isFalse();
        assertThat(range(locking, Knob.THREADS)).isEqualTo(new IntRange(10, 19));
        assertThat(range(locking, Knob.POOL)).isEqualTo(new IntRange(39, 40));
    }

    @Test
    void as_many_threads_as_there_are_need_no_more() {
        PoolLocking locking = locking(BOTH, 12, 2);

        assertThat(range(locking, Knob.THREADS)).isEqualTo(new IntRange(10, 12));
        assertThat(range(locking, Knob.POOL)).isEqualTo(new IntRange(13, 40));
    }

    @Test
    void where_the_range_has_more_threads_than_there_are_they_are_as_few_as_it_allows() {
        PoolLocking locking =
                locking(Map.of(Knob.POOL, new IntRange(10, 120), Knob.THREADS, new IntRange(20, 100)), 10, 2);

        assertThat(locking.unavoidable()).isFalse();
        assertThat(range(locking, Knob.THREADS)).isEqualTo(new IntRange(20, 20));
        assertThat(range(locking, Knob.POOL)).isEqualTo(new IntRange(21, 120));
    }

    @Test
    void without_a_limit_of_threads_there_are_as_many_requests_as_users() {
        PoolLocking few = locking(Map.of(Knob.POOL, new IntRange(2, 80)), FOUND, 2, OptionalInt.empty());
        PoolLocking many = locking(POOLS, FOUND, 2, OptionalInt.empty());

        assertThat(few.unavoidable()).isFalse();
        assertThat(range(few, Knob.POOL)).as("60 users").isEqualTo(new IntRange(61, 80));
        assertThat(few.forbids(FOUND.with(Knob.POOL, 60))).isTrue();
        assertThat(few.forbids(FOUND.with(Knob.POOL, 61))).isFalse();
        assertThat(many.unavoidable()).isTrue();
        assertThat(many.bounds()).isTrue();
    }

    @Test
    void under_open_load_nothing_limits_the_requests() {
        SearchProblem closed = locking(POOLS, FOUND, 2, OptionalInt.empty()).problem();
        Load load = closed.load();
        var open = new Load(
                new Load.Open(new Rate(10)), Duration.ZERO, load.requests(), load.timeout(), load.allowedHosts());
        var problem = new SearchProblem(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(2, 1000))),
                closed.goal(),
                open,
                FOUND,
                OptionalInt.empty(),
                closed.budget(),
                1);

        assertThat(new PoolLocking(problem, new NestedConnections("POST /orders", 2, 7, OptionalInt.empty()))
                        .unavoidable())
                .isTrue();
    }

    @Test
    void a_range_above_the_floor_stays_as_it_is() {
        assertThat(locking(Map.of(Knob.POOL, new IntRange(30, 40)), 20, 2).bounds())
                .isFalse();
    }
}
