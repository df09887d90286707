package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Points of several processes become the seconds that one process with all of them would have told of. */
class ToolSecondsTest {
    private final List<ClientSecond> reported = new ArrayList<>();
    private final long start = 1_700_000_000_000L;
    private long now = start;

    private void report(ToolSeconds seconds, int upTo) {
        seconds.reportUntil(start + 1_000L * upTo, () -> 0.25);
    }

    @Test
    void percentiles_are_those_of_all_requests_and_not_a_mean_of_percentiles() {
        var three = new ToolSeconds(3, reported::add, () -> now);
        for (int process = 0; process < 3; process++) {
            three.of(process).users(start, 4);
        }
        for (int request = 1; request <= 300; request++) {
            // The slow requests are all in one process: the mean of its 99th percentile and the others' would be far
            // off.
            three.of(request <= 280 ? request % 2 : 2).request(start + request, request * 1_000L, null);
        }
        report(three, 1);
        ClientSecond first = reported.get(0);
        assertThat(first.users()).isEqualTo(12);
        assertThat(first.good()).isEqualTo(300);
        assertThat(first.latency().getValueAtPercentile(99) / 1_000).isEqualTo(297);
        assertThat(first.latency().getValueAtPercentile(50) / 1_000).isEqualTo(150);
        assertThat(first.cpu()).isEqualTo(0.25);
    }

    @Test
    void the_first_second_begins_when_the_last_process_has_begun() {
        var two = new ToolSeconds(2, reported::add, () -> now);
        two.of(0).users(start, 5);
        two.of(0).request(start + 100, 1_000, null);
        assertThat(two.begun()).isFalse();
        report(two, 5);
        assertThat(reported).isEmpty();
        two.of(1).users(start + 400, 5);
        two.of(0).request(start + 500, 1_000, null);
        two.of(1).request(start + 1_450, 1_000, "timeout");
        two.of(1).notStarted(start + 1_450, 3, "not started");
        report(two, 3);
        assertThat(reported).extracting(ClientSecond::good).containsExactly(1L, 0L);
        assertThat(reported).extracting(ClientSecond::failed).containsExactly(0L, 4L);
        assertThat(reported).extracting(ClientSecond::users).containsExactly(10.0, 10.0);
    }

    @Test
    void a_point_that_comes_late_is_counted_in_the_next_second() {
        var one = new ToolSeconds(1, reported::add, () -> now);
        one.of(0).users(start, 1);
        report(one, 1);
        one.of(0).request(start + 900, 1_000, null);
        report(one, 2);
        assertThat(reported).extracting(ClientSecond::good).containsExactly(0L, 1L);
    }

    @Test
    void a_machine_whose_clock_is_off_is_set_right() {
        var one = new ToolSeconds(1, reported::add, () -> now);
        long off = -3_600_000;
        one.of(0).users(start + off, 1);
        one.of(0).request(start + off + 500, 1_000, null);
        one.reportUntil(now + 1_500, () -> 0);
        assertThat(reported).extracting(ClientSecond::good).startsWith(1L);
    }

    @Test
    void a_point_that_is_read_late_is_not_taken_for_one_of_another_clock() {
        var one = new ToolSeconds(1, reported::add, () -> now);
        one.of(0).users(start, 1);
        now += 5_000;
        one.of(0).request(start + 500, 1_000, null);
        one.reportUntil(now, () -> 0);
        assertThat(reported).extracting(ClientSecond::good).startsWith(1L);
        assertThat(one.lastHeard()).isEqualTo(now);
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400_000, -3_600_000, 3_600_000, 86_400_000})
    void a_clock_that_is_set_while_the_tool_runs_moves_no_second(long step) {
        var one = new ToolSeconds(1, reported::add, () -> now);
        one.of(0).users(start, 1);
        for (int second = 0; second < 4; second++) {
            now = start + 1_000L * second + 600;
            one.of(0).request(start + 1_000L * second + 500 + (second < 2 ? 0 : step), 1_000, null);
            one.reportUntil(now - 100, () -> 0);
        }
        report(one, 4);
        assertThat(reported).extracting(ClientSecond::good).containsExactly(1L, 1L, 1L, 1L);
    }

    /** As where the machine, or the tuner alone, was suspended. */
    @Test
    void points_that_came_far_too_late_move_none_that_come_in_time_afterwards() {
        var one = new ToolSeconds(1, reported::add, () -> now);
        one.of(0).users(start, 1);
        now = start + 90_000;
        one.of(0).request(start + 500, 1_000, null);
        now = start + 90_500;
        one.of(0).request(start + 89_500, 1_000, null);
        report(one, 91);
        reported.clear();
        for (int second = 91; second < 94; second++) {
            now = start + 1_000L * second + 600;
            one.of(0).request(start + 1_000L * second + 500, 1_000, null);
        }
        report(one, 94);
        assertThat(reported).extracting(ClientSecond::good).containsExactly(1L, 1L, 1L);
    }
}
