package dev.poolfit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.verdict.sizing.TrafficMinute;
import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whatever a service tells, and however often it is started again, the recording is one, and as long as it was. */
class TrafficWatchTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

    private final Deque<RecordedHolds> answers = new ArrayDeque<>();
    private final HoldRecorder recorder = new HoldRecorder() {
        @Override
        public void watchStatements() {}

        @Override
        public RecordedHolds take() {
            return answers.remove();
        }

        @Override
        public void close() {}
    };

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    private static long[] row(long since, long waited, long held, long name) {
        long[] row = new long[HoldColumn.COUNT];
        row[HoldColumn.SINCE] = since;
        row[HoldColumn.WAITED] = waited;
        row[HoldColumn.HELD] = held;
        row[HoldColumn.NAME] = name;
        return row;
    }

    private void answer(long now, long before, long firstName, long[] row, String... names) {
        answers.add(RecordedHolds.of(Map.of(
                RecordKey.NOW, now,
                RecordKey.HOLDS, row,
                RecordKey.BEFORE, before,
                RecordKey.FIRST_NAME, firstName,
                RecordKey.NAMES, names)));
    }

    @Test
    void a_service_that_was_started_again_has_another_clock_and_other_numbers_of_names() {
        answer(seconds(1_000), 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        answer(seconds(1_001), 0, 0, row(seconds(1_000.5), 0, seconds(0.1), 0), "GET /a");
        watch.look(seconds(1));
        answer(seconds(5), 0, 0, new long[0]);
        watch.again(recorder, seconds(50));
        answer(seconds(6), 0, 0, row(seconds(5.5), 0, seconds(0.2), 0), "GET /b");
        watch.look(seconds(51));

        RecordedTraffic traffic = watch.end(OptionalInt.empty());

        assertThat(traffic.seconds()).isCloseTo(51, within(1e-9));
        assertThat(traffic.borrows()).isEqualTo(2);
        assertThat(traffic.neediest().get(0).routes()).containsOnlyKeys("GET /a", "GET /b");
    }

    @Test
    void figures_that_cannot_be_make_the_recording_neither_longer_nor_larger() {
        answer(0, 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        answer(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, row(Long.MAX_VALUE, Long.MIN_VALUE, 5, -7));
        watch.look(seconds(1));
        answer(Long.MIN_VALUE, -5, 0, row(Long.MIN_VALUE / 2, Long.MAX_VALUE, Long.MAX_VALUE, 1_000_000));
        watch.look(seconds(2));
        answer(seconds(3), 0, 0, row(seconds(2), TimeUnit.DAYS.toNanos(20_000), seconds(1e6), 0));
        watch.look(seconds(3));

        RecordedTraffic traffic = watch.end(OptionalInt.empty());

        assertThat(traffic.seconds()).isLessThanOrEqualTo(4);
        assertThat(traffic.minutes()).hasSize(1);
        assertThat(traffic.borrows()).isEqualTo(3);
    }

    /** Ten borrows, one after the other, of 80 ms each, end within a second by the service's clock. */
    private static long[] second(double end) {
        long[] rows = new long[0];
        for (int i = 10; i > 0; i--) {
            rows = LongStream.concat(
                            LongStream.of(rows), LongStream.of(row(seconds(end - 0.1 * i), 0, seconds(0.08), 0)))
                    .toArray();
        }
        return rows;
    }

    /** Looks each second, at {@code from} + 1 to {@code from} + 30 s by this machine, while the service is so far ahead. */
    private void look(TrafficWatch watch, int from, double ahead) {
        for (int at = from + 1; at <= from + 30; at++) {
            answer(seconds(at + ahead), 0, 0, second(at + ahead), "GET /a");
            watch.look(seconds(at));
        }
    }

    private static void isAsTheTrafficWas(RecordedTraffic traffic, int borrows) {
        TrafficMinute minute = traffic.minutes().get(0);
        assertThat(traffic.seconds()).isCloseTo(60, within(2.0));
        assertThat(minute.holdMs()).isCloseTo(80, within(1e-6));
        assertThat(minute.inUse()).isCloseTo(0.8, within(0.05));
        assertThat(minute.peak()).isEqualTo(1);
        assertThat(traffic.borrows()).isEqualTo(borrows);
    }

    @Test
    void this_machine_slept_for_an_hour_and_holds_are_as_long_as_before() {
        answer(0, 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        look(watch, 0, 0);
        look(watch, 30, 3_600);

        isAsTheTrafficWas(watch.end(OptionalInt.empty()), 600);
    }

    @Test
    void the_service_stood_still_for_an_hour_and_holds_are_as_long_as_before() {
        answer(seconds(4_000), 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        look(watch, 0, 4_000);
        look(watch, 30, 400);

        isAsTheTrafficWas(watch.end(OptionalInt.empty()), 600);
    }

    @Test
    void what_ended_while_this_machine_slept_is_not_put_into_the_time_before() {
        answer(0, 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        look(watch, 0, 0);
        answer(
                seconds(50),
                0,
                0,
                LongStream.rangeClosed(31, 50)
                        .mapToObj(end -> second(end))
                        .flatMapToLong(Arrays::stream)
                        .toArray());
        watch.look(seconds(31));
        look(watch, 31, 19);

        // Of the twenty seconds the last one alone, which was the time between two looks.
        isAsTheTrafficWas(watch.end(OptionalInt.empty()), 610);
    }

    @Test
    void clocks_that_drift_apart_cut_no_hold() {
        answer(0, 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        for (int at = 1; at <= 60; at++) {
            double service = 1.07 * at;
            answer(seconds(service), 0, 0, row(seconds(service - 0.4), 0, seconds(0.4), 0), "GET /a");
            watch.look(seconds(at));
        }

        assertThat(watch.end(OptionalInt.empty()).minutes().get(0).holdMs()).isCloseTo(400, within(1e-6));
    }

    @Test
    void requests_that_hold_two_connections_at_once_are_told() {
        assertThat(nested("POST /orders")).contains(new NestedConnections("POST /orders", 2, 1, OptionalInt.of(8)));
    }

    @Test
    void the_threads_of_what_serves_no_route_are_not_those_of_the_server() {
        assertThat(nested("(other)")).contains(new NestedConnections("(other)", 2, 1, OptionalInt.empty()));
    }

    /** Six requests, each with a connection from before in its hands when it takes another. */
    private Optional<NestedConnections> nested(String name) {
        answer(0, 0, 0, new long[0]);
        var watch = new TrafficWatch(recorder, GOAL);
        long[] rows = new long[0];
        for (int i = 0; i < 6; i++) {
            for (int inner = 0; inner < 2; inner++) {
                long[] row = row(seconds(0.1 * i + 0.01 * inner), 0, seconds(0.05 - 0.02 * inner), 0);
                row[HoldColumn.REQUEST] = 70 + i;
                rows = LongStream.concat(LongStream.of(rows), LongStream.of(row))
                        .toArray();
            }
        }
        answer(seconds(1), 0, 0, rows, name);
        watch.look(seconds(1));

        return watch.end(OptionalInt.of(8)).nested();
    }
}
