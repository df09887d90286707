package dev.poolfit.verdict.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.metered.MeteredInstance;
import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.metered.MeteredPool;
import dev.poolfit.metered.Sampling;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.fleet.SimulatedPool.Case;
import dev.poolfit.verdict.sizing.SizingAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Counters that are read each 15 s say about what a recording of each borrow says. */
class PoolSizingTest {
    private static final Sampling READ = new Sampling(15, 60);
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int FIRST = Integer.getInteger("poolfit.fleet.first", 1);
    private static final int CASES = Integer.getInteger("poolfit.fleet.cases", 30);

    @Test
    void counters_need_what_a_replay_of_each_borrow_needs() {
        var told = new ArrayList<String>();
        int right = 0;
        for (int seed = FIRST; seed < FIRST + CASES; seed++) {
            Case what = Case.drawn(seed);
            var pool = new SimulatedPool(what, seed);
            int replayed = pool.recorded(GOAL).neediest().get(0).minute().needed();
            PoolSizing sized = PoolSizing.of(pool.metered(), GOAL, 1);
            int off = sized.need().connections() - replayed;
            right += Math.abs(off) <= Math.max(1, 0.15 * replayed) ? 1 : 0;
            told.add(what + ": replay " + replayed + ", counters " + sized.need() + ", peakedness "
                    + sized.peakedness());
        }

        assertThat(right).as("%s", String.join("\n", told)).isGreaterThanOrEqualTo(CASES * 9 / 10);
    }

    /** Ten connections in use in the mean, as far as the counters tell; each reading saw {@code seen}. */
    private static MeteredMinute minute(int begin, double counted, int maximum, int seen, double timeouts) {
        return new MeteredMinute(
                begin, 100, counted, 0, timeouts, maximum, Collections.nCopies(4, seen), seen >= maximum ? 4 : 0);
    }

    private static MeteredPool pool(int maximum, int seen, double timeouts) {
        var minutes = new ArrayList<MeteredMinute>();
        for (int i = 0; i < 10; i++) {
            minutes.add(minute(60 * i, 9.95, maximum, i % 2 == 0 ? seen : Math.max(0, 20 - seen), timeouts));
        }
        return new MeteredPool(
                "shop",
                "main",
                4,
                maximum,
                OptionalInt.empty(),
                READ,
                List.of(new MeteredInstance("a", minutes)),
                MeteredPool.Aside.NONE);
    }

    @Test
    void the_instances_give_back_what_none_of_them_needs() {
        PoolSizing sized = PoolSizing.of(pool(50, 13, 0), GOAL, 1);

        assertThat(sized.answer()).isEqualTo(SizingAnswer.GIVE_BACK);
        assertThat(sized.busiest().inUse()).isEqualTo(10);
        assertThat(sized.peakedness()).isEqualTo(0.9);
        assertThat(sized.need().connections()).isBetween(17, 19);
        assertThat(sized.givenBack()).isEqualTo(4 * (50 - sized.recommended()));
    }

    @Test
    void twice_the_traffic_needs_more_but_not_twice_as_much() {
        PoolSizing once = PoolSizing.of(pool(50, 13, 0), GOAL, 1);
        PoolSizing twice = PoolSizing.of(pool(50, 13, 0), GOAL, 2);

        assertThat(twice.recommended()).isGreaterThan(once.recommended()).isLessThan(2 * once.recommended());
    }

    @Test
    void a_pool_that_was_full_gets_a_lower_bound() {
        PoolSizing sized = PoolSizing.of(pool(10, 10, 0.5), GOAL, 1);

        assertThat(sized.answer()).isEqualTo(SizingAnswer.AT_LEAST);
        assertThat(sized.givenBack()).isZero();
        assertThat(sized.recommended()).isGreaterThan(10);
    }

    /** The counter of holds tells of an hour's hold at its end: all of it in one minute. */
    @Test
    void a_hold_of_an_hour_is_not_taken_for_sixty_connections() {
        MeteredMinute minute = minute(0, 60, 100, 3, 0);

        assertThat(minute.inUse()).isEqualTo(3);
        assertThat(minute(0, 60, 20, 20, 0).inUse()).isEqualTo(20);
    }

    @Test
    void nor_where_the_pool_is_as_small_as_hikaricps_own() {
        assertThat(minute(0, 61, 10, 3, 0).inUse()).isEqualTo(3);
        assertThat(minute(0, 61, 5, 1, 0).inUse()).isEqualTo(1);
    }

    @Test
    void connections_that_never_come_back_are_in_use() {
        assertThat(minute(0, 0, 10, 2, 0).inUse()).isEqualTo(2);
    }

    /** The size was raised afterwards, or the database refused more. */
    @Test
    void a_pool_that_was_short_in_its_busy_minutes_gives_nothing_back_though_it_has_more() {
        PoolSizing sized = PoolSizing.of(pool(50, 13, 0.1), GOAL, 1);

        assertThat(sized.answer()).isEqualTo(SizingAnswer.AT_LEAST);
        assertThat(sized.need().high()).isLessThan(50);
        assertThat(sized.recommended()).isEqualTo(51);
    }

    @Test
    void one_without_a_free_connection_needs_at_least_what_it_has_unless_less_traffic_is_asked_for() {
        MeteredPool once = pool(50, 13, 0);
        var exhausted = new MeteredPool(
                once.service(),
                once.pool(),
                4,
                50,
                OptionalInt.empty(),
                READ,
                once.instances(),
                new MeteredPool.Aside(Double.NaN, 1));

        assertThat(PoolSizing.of(exhausted, GOAL, 1).recommended()).isEqualTo(50);
        assertThat(PoolSizing.of(exhausted, GOAL, 0.5).recommended()).isLessThan(50);
    }

    @Test
    void what_was_never_seen_in_use_is_not_taken_for_calm() {
        var minutes = new ArrayList<MeteredMinute>();
        for (int i = 0; i < 10; i++) {
            minutes.add(new MeteredMinute(60 * i, 100, 9.95, 0, 0, 50, List.of(), 0));
        }
        var pool = new MeteredPool(
                "shop",
                "main",
                1,
                50,
                OptionalInt.empty(),
                READ,
                List.of(new MeteredInstance("a", minutes)),
                MeteredPool.Aside.NONE);

        assertThat(PoolSizing.of(pool, GOAL, 1).answer().decided()).isFalse();
    }

    @Test
    void without_traffic_nothing_is_recommended() {
        PoolSizing sized = PoolSizing.of(
                new MeteredPool("shop", "main", 2, 10, OptionalInt.empty(), READ, List.of(), MeteredPool.Aside.NONE),
                GOAL,
                1);

        assertThat(sized.answer()).isEqualTo(SizingAnswer.NO_TRAFFIC);
        assertThat(sized.givenBack()).isZero();
    }
}
