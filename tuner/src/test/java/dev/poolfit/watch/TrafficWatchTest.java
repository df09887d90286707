package dev.poolfit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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

        RecordedTraffic traffic = watch.end();

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

        RecordedTraffic traffic = watch.end();

        assertThat(traffic.seconds()).isLessThanOrEqualTo(4);
        assertThat(traffic.minutes()).hasSize(1);
        assertThat(traffic.borrows()).isEqualTo(3);
    }
}
