package dev.poolfit.verdict.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.replay.WaitGoal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each borrow counts in its minute, and a connection in each minute in which it is in use. */
class TrafficRecordTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final long BEGIN = 5_000_000_000_000L;

    private final TrafficRecord record = new TrafficRecord(GOAL, BEGIN);

    private static long at(double seconds) {
        return BEGIN + (long) (seconds * 1e9);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void borrow(double seconds, long waitedMs, long heldMs) {
        record.add(new Borrow(at(seconds), millis(waitedMs), heldMs < 0 ? -1 : millis(heldMs), "GET /a"));
    }

    @Test
    void borrows_are_told_by_the_minute_in_which_they_were_asked_for() {
        borrow(1, 0, 10);
        borrow(2, 20, 30);
        borrow(61, 0, 10);

        RecordedTraffic traffic = record.end(at(90), List.of());

        assertThat(traffic.seconds()).isCloseTo(90, within(1e-9));
        assertThat(traffic.minutes()).hasSize(2);
        TrafficMinute first = traffic.minutes().get(0);
        assertThat(first.borrows()).isEqualTo(2);
        assertThat(first.holdMs()).isEqualTo(20);
        assertThat(first.waitMs()).isEqualTo(10);
        assertThat(first.lateShare()).isEqualTo(0.5);
        assertThat(traffic.minutes().get(1).seconds()).isCloseTo(30, within(1e-9));
        assertThat(traffic.borrows()).isEqualTo(3);
    }

    @Test
    void a_borrow_that_waited_over_the_end_of_its_minute_is_needed_in_the_next_one() {
        borrow(59, 5_000, 40_000);
        record.add(new Borrow(at(59), millis(30_000), -1, "GET /a"));
        borrow(61, 0, 10);

        RecordedTraffic traffic = record.end(at(120), List.of());

        assertThat(traffic.minutes().get(1).needed()).isEqualTo(2);
    }

    @Test
    void a_connection_that_is_held_over_minutes_is_needed_in_each() {
        borrow(30, 0, 150_000);
        for (int second = 0; second < 240; second++) {
            borrow(second, 0, 10);
        }

        RecordedTraffic traffic = record.end(at(240), List.of());

        assertThat(traffic.minutes().stream().map(TrafficMinute::needed)).containsExactly(2, 2, 2, 1);
        assertThat(traffic.minutes().get(1).inUse()).isCloseTo(1.01, within(0.001));
        assertThat(traffic.minutes().get(1).borrows()).isEqualTo(60);
    }

    @Test
    void a_connection_that_is_still_held_counts_before_it_is_given_back() {
        for (int second = 1; second <= 200; second++) {
            borrow(second - 0.5, 0, 10);
            List<Borrow> held = second < 30
                    ? List.of()
                    : List.of(new Borrow(at(30), 0, millis(1000L * (second - 30)), "GET /slow"));
            record.look(at(second), held, 0);
        }

        RecordedTraffic traffic = record.end(at(200), List.of(new Borrow(at(30), 0, millis(170_000), "GET /slow")));

        assertThat(traffic.minutes().stream().map(TrafficMinute::needed)).containsExactly(2, 2, 2, 2);
        assertThat(traffic.minutes().get(0).borrows()).isEqualTo(61);
        assertThat(traffic.borrows()).isEqualTo(201);
    }

    @Test
    void a_borrow_that_ends_after_its_minute_was_ended_is_not_counted_twice() {
        Borrow slow = new Borrow(at(30), 0, millis(125_000), "GET /slow");
        record.look(at(155), List.of(slow), 0);
        record.add(new Borrow(at(30), 0, millis(130_000), "GET /slow"));

        RecordedTraffic traffic = record.end(at(160), List.of());

        assertThat(traffic.borrows()).isEqualTo(1);
        assertThat(traffic.minutes().stream().mapToDouble(TrafficMinute::inUse).toArray())
                .containsExactly(new double[] {0.5, 1, 1}, within(1e-6));
    }

    @Test
    void connections_that_were_handed_out_before_the_recording_are_needed_as_long_as_they_stay_out() {
        for (int second = 0; second < 60; second++) {
            borrow(second, 0, 10);
            record.look(at(second + 0.5), List.of(), second == 20 ? 2 : 5);
        }

        RecordedTraffic traffic = record.end(at(60), List.of());

        assertThat(traffic.minutes().get(0).needed()).isEqualTo(3);
    }

    @Test
    void who_waited_in_vain_would_have_held_a_connection_as_long_as_others() {
        for (int i = 0; i < 600; i++) {
            borrow(i / 10.0, 0, 50);
        }
        for (int i = 0; i < 600; i++) {
            borrow(i / 10.0, 30_000, -1);
        }

        RecordedTraffic traffic = record.end(at(60), List.of());

        assertThat(traffic.timeouts()).isEqualTo(600);
        assertThat(traffic.minutes().get(0).inUse()).isCloseTo(1, within(0.01));
        assertThat(traffic.minutes().get(0).needed()).isEqualTo(2);
    }

    @Test
    void all_borrows_are_kept_of_three_minutes_alone_those_that_need_the_most() {
        for (int minute = 0; minute < 100; minute++) {
            int burst = minute == 40 ? 30 : minute == 41 ? 20 : minute == 7 ? 25 : 3;
            for (int i = 0; i < 60 * burst; i++) {
                borrow(minute * 60 + i / burst, 0, 50);
            }
            record.look(at(60 * (minute + 1)), List.of(), 0);
        }

        RecordedTraffic traffic = record.end(at(6000), List.of());

        assertThat(traffic.minutes()).hasSize(100);
        assertThat(traffic.neediest().stream().map(each -> each.minute().needed()))
                .containsExactly(30, 25, 20);
        assertThat(traffic.neediest().get(0).minute().second()).isEqualTo(2400);
        assertThat(traffic.neediest().get(0).routes()).containsOnlyKeys("GET /a");
    }

    @Test
    void minutes_without_a_borrow_are_told_as_such() {
        borrow(1, 0, 10);
        record.look(at(300), List.of(), 0);

        RecordedTraffic traffic = record.end(at(300), List.of());

        assertThat(traffic.minutes()).hasSize(5);
        assertThat(traffic.minutes().get(3)).isEqualTo(new TrafficMinute(180, 60, 0, 0, 0, 0, 0, 0, 0, 0));
    }
}
