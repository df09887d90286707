package dev.poolfit.verdict.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.model.replay.WaitGoal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The answer is the size that the neediest minute needs, with its interval, and what the pool has beside it. */
class SizingTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

    /** Poisson traffic of 200 borrows a second with holds of 20 ms: four in use in the mean. */
    private static RecordedTraffic traffic(int minutes, long waited) {
        var record = new TrafficRecord(GOAL, 0);
        var random = new SplittableRandom(1);
        double at = 0;
        while (at < 60.0 * minutes) {
            at += -Math.log(1 - random.nextDouble()) / 200;
            record.add(
                    new Borrow((long) (at * 1e9), waited, (long) (-2e7 * Math.log(1 - random.nextDouble())), "GET /a"));
        }
        return record.end((long) (60e9 * minutes), List.of());
    }

    @Test
    void a_pool_that_is_too_large_gives_back_what_the_upper_end_of_the_interval_does_not_need() {
        Sizing sizing = Sizing.of(traffic(2, 0), GOAL, 30, 1);

        Need need = sizing.need();
        assertThat(sizing.answer()).isEqualTo(SizingAnswer.GIVE_BACK);
        assertThat(need.low()).isLessThanOrEqualTo(need.connections());
        assertThat(need.high()).isGreaterThanOrEqualTo(need.connections());
        // Erlang: with 4 in use in the mean, 1.9 % wait for more than 1 ms with 9 connections, and 0.7 % with 10.
        assertThat(need.connections()).isBetween(9, 11);
        assertThat(need.high()).isLessThanOrEqualTo(12);
        assertThat(sizing.curve().stream().map(ReplayedWaits::connections)).contains(30, need.high());
    }

    @Test
    void a_pool_is_right_at_the_upper_end_and_too_small_below_it() {
        RecordedTraffic traffic = traffic(2, 0);
        int high = Sizing.of(traffic, GOAL, 30, 1).need().high();

        assertThat(Sizing.of(traffic, GOAL, high, 1).answer()).isEqualTo(SizingAnswer.FITS);
        assertThat(Sizing.of(traffic, GOAL, high - 1, 1).answer()).isEqualTo(SizingAnswer.RAISE);
    }

    @Test
    void where_many_waited_the_answer_is_a_lower_bound() {
        Sizing sizing = Sizing.of(traffic(1, 20_000_000), GOAL, 4, 1);

        assertThat(sizing.answer()).isEqualTo(SizingAnswer.AT_LEAST);
        assertThat(sizing.answer().decided()).isFalse();
        assertThat(sizing.need().high()).isGreaterThan(4);
    }

    /** A job opens twelve connections at once in a minute in which nobody else comes. */
    @Test
    void a_quiet_minute_that_needs_the_most_decides_where_others_are_busy() {
        var record = new TrafficRecord(GOAL, 0);
        for (int i = 0; i < 6_000; i++) {
            record.add(new Borrow(i * 10_000_000L, 0, 15_000_000, "GET /a"));
        }
        for (int i = 0; i < 40; i++) {
            record.add(new Borrow((i < 12 ? 70 : 70 + i) * 1_000_000_000L, 0, 15_000_000, "job"));
        }

        Sizing sizing = Sizing.of(record.end(120_000_000_000L, List.of()), GOAL, 30, 1);
        assertThat(sizing.neediest().borrows()).isEqualTo(40);
        assertThat(sizing.answer()).isEqualTo(SizingAnswer.GIVE_BACK);
        assertThat(sizing.recommended()).isEqualTo(12);
    }

    /** Twenty users ask two connections of 20 ms at once, and again when they were answered. */
    @Test
    void a_pool_whose_connections_are_all_in_use_is_not_told_to_fit() {
        var record = new TrafficRecord(GOAL, 0);
        for (int turn = 0; turn < 300; turn++) {
            for (int user = 0; user < 20; user++) {
                record.add(new Borrow(turn * 200_000_000L, user / 2 * 20_000_000L, 20_000_000, "GET /a"));
            }
        }

        Sizing sizing = Sizing.of(record.end(60_000_000_000L, List.of()), GOAL, 2, 1);

        assertThat(sizing.answer()).isEqualTo(SizingAnswer.AT_LEAST);
        assertThat(sizing.need().high()).isEqualTo(20);
    }

    @Test
    void waits_that_the_size_does_not_explain_change_no_answer() {
        assertThat(Sizing.of(traffic(1, 20_000_000), GOAL, 30, 1).answer()).isEqualTo(SizingAnswer.GIVE_BACK);
    }

    @Test
    void more_traffic_needs_more_but_less_than_in_proportion() {
        Sizing sizing = Sizing.of(traffic(2, 0), GOAL, 30, 2);

        assertThat(sizing.needs().stream().map(Need::times)).containsExactly(1.0, 1.5, 2.0, 3.0);
        assertThat(sizing.needs().stream().map(Need::connections)).isSorted();
        int once = sizing.needs().get(0).connections();
        assertThat(sizing.need().connections()).isGreaterThan(once).isLessThan(2 * once);
    }

    @Test
    void the_multiple_that_is_asked_for_is_answered() {
        Sizing sizing = Sizing.of(traffic(1, 0), GOAL, 30, 1.25);

        assertThat(sizing.need().times()).isEqualTo(1.25);
        assertThat(sizing.needs()).hasSize(5);
    }

    @Test
    void nothing_borrowed_and_few_borrows_give_no_size() {
        var record = new TrafficRecord(GOAL, 0);
        assertThat(Sizing.of(record.end(60_000_000_000L, List.of()), GOAL, 10, 1)
                        .answer())
                .isEqualTo(SizingAnswer.NO_TRAFFIC);

        var few = new TrafficRecord(GOAL, 0);
        few.add(new Borrow(1_000_000, 0, 5_000_000, ""));
        assertThat(Sizing.of(few.end(60_000_000_000L, List.of()), GOAL, 10, 1).answer())
                .isEqualTo(SizingAnswer.TOO_FEW_BORROWS);
    }

    /** All connections are lost before the recording: {@code waiting} a second ask, and wait for 30 s in vain. */
    private static RecordedTraffic dry(int waiting) {
        var record = new TrafficRecord(GOAL, 0);
        for (int second = 0; second < 90; second++) {
            for (int i = 0; second >= 30 && i < waiting; i++) {
                record.add(new Borrow((second - 30) * 1_000_000_000L, 30_000_000_000L, -1, "GET /a"));
            }
            record.look(second * 1_000_000_000L, List.of(), 10);
        }
        return record.end(90_000_000_000L, List.of());
    }

    @Test
    void a_pool_that_handed_out_nothing_is_dry_however_many_asked() {
        for (int waiting : List.of(20, 3)) {
            Sizing sizing = Sizing.of(dry(waiting), GOAL, 10, 1);

            assertThat(sizing.answer()).isEqualTo(SizingAnswer.DRY);
            assertThat(sizing.answer().decided()).isFalse();
            assertThat(sizing.allowsFewer()).isFalse();
            assertThat(sizing.drySeconds()).isEqualTo(90);
            assertThat(sizing.traffic().timeouts()).isEqualTo(60L * waiting);
            // Each waits for 30 s, and so many come a second; the pool's ten are all in use.
            assertThat(sizing.neediest().peak()).isEqualTo(10 + 30 * waiting);
        }
    }

    /** The recording ends before the first wait does. */
    @Test
    void nor_need_a_wait_have_ended_where_all_connections_were_out_all_the_time() {
        assertThat(Sizing.of(dry(0), GOAL, 10, 1).answer()).isEqualTo(SizingAnswer.DRY);
        assertThat(Sizing.of(dry(0), GOAL, 11, 1).answer()).isEqualTo(SizingAnswer.NO_TRAFFIC);
    }

    @Test
    void one_that_was_dry_before_it_was_started_again_does_not_fit() {
        var record = new TrafficRecord(GOAL, 0);
        for (int i = 0; i < 1_000; i++) {
            record.add(new Borrow(i * 50_000_000L, 30_000_000_000L, -1, "GET /a"));
            record.add(new Borrow(60_000_000_000L + i * 50_000_000L, 0, 10_000_000, "GET /a"));
        }
        for (int second = 0; second < 60; second++) {
            record.look(second * 1_000_000_000L, List.of(), 10);
        }

        Sizing sizing = Sizing.of(record.end(120_000_000_000L, List.of()), GOAL, 10, 1);

        assertThat(sizing.answer()).isEqualTo(SizingAnswer.DRY);
        assertThat(sizing.drySeconds()).isEqualTo(60);
    }

    @Test
    void few_borrows_of_which_some_waited_in_vain_say_that_a_pool_is_short() {
        var record = new TrafficRecord(GOAL, 0);
        record.add(new Borrow(0, 0, 59_000_000_000L, "GET /slow"));
        for (int i = 0; i < 20; i++) {
            record.add(new Borrow(1_000_000_000L + i, 30_000_000_000L, -1, "GET /a"));
        }

        assertThat(Sizing.of(record.end(60_000_000_000L, List.of()), GOAL, 1, 1).answer())
                .isEqualTo(SizingAnswer.AT_LEAST);
    }

    @Test
    void the_same_recording_gives_the_same_answer() {
        Sizing first = Sizing.of(traffic(1, 0), GOAL, 30, 1);
        Sizing second = Sizing.of(traffic(1, 0), GOAL, 30, 1);

        assertThat(first.needs()).isEqualTo(second.needs());
        assertThat(first.curve()).isEqualTo(second.curve());
    }

    @Test
    void more_traffic_has_its_own_waits_which_agree_with_what_it_needs() {
        Sizing sizing = Sizing.of(traffic(2, 0), GOAL, 30, 1);

        assertThat(sizing.curves().stream().map(WaitCurve::times)).containsExactly(1.0, 1.5, 2.0, 3.0);
        for (Need need : sizing.needs()) {
            WaitCurve curve = sizing.curve(need.times()).orElseThrow();
            assertThat(curve.at(need.high()).orElseThrow().lateShare())
                    .as("at ×%s", need.times())
                    .isLessThan(0.015);
            assertThat(curve.waits().get(0).lateShare()).isGreaterThan(0.3);
        }
        assertThat(sizing.curve(2).orElseThrow().at(30).orElseThrow().inUse())
                .isCloseTo(
                        2 * sizing.curve(1).orElseThrow().at(30).orElseThrow().inUse(), within(0.5));
    }

    private static RecordedTraffic nesting(OptionalInt threads) {
        return traffic(2, 0).with(Optional.of(new NestedConnections("POST /orders", 2, 1, threads)));
    }

    @Test
    void no_size_is_recommended_at_which_requests_can_wait_for_each_other_for_good() {
        Sizing sizing = Sizing.of(nesting(OptionalInt.of(20)), GOAL, 30, 1);

        assertThat(sizing.need().high()).isLessThanOrEqualTo(12);
        assertThat(sizing.answer()).isEqualTo(SizingAnswer.GIVE_BACK);
        assertThat(sizing.recommended()).isEqualTo(21);
        assertThat(sizing.keptForNested()).isTrue();
        assertThat(sizing.waits(21)).isPresent();
        assertThat(Sizing.of(nesting(OptionalInt.of(5)), GOAL, 30, 1).keptForNested())
                .as("the traffic needs more than 6")
                .isFalse();
    }

    /** Two hundred threads, or nobody knows how many: the pool is not made smaller than it is. */
    @Test
    void a_pool_in_which_they_can_already_is_not_made_smaller() {
        for (OptionalInt threads : List.of(OptionalInt.of(200), OptionalInt.empty())) {
            Sizing sizing = Sizing.of(nesting(threads), GOAL, 30, 1);

            assertThat(sizing.answer()).isEqualTo(SizingAnswer.FITS);
            assertThat(sizing.recommended()).isEqualTo(30);
            assertThat(sizing.least()).isEqualTo(30);
        }
        Sizing small = Sizing.of(nesting(OptionalInt.of(200)), GOAL, 5, 1);
        assertThat(small.answer()).isEqualTo(SizingAnswer.RAISE);
        assertThat(small.recommended()).isEqualTo(small.need().high());
    }
}
