package dev.poolfit.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.NoProgress;
import dev.poolfit.trial.VirtualTime;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.wire.HoldColumn;
import dev.poolfit.wire.RecordKey;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A run under live traffic that begins before anybody comes. */
class LiveRecordingTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final long SECOND = 1_000_000_000L;

    private final VirtualTime time = new VirtualTime();

    /** One borrow a second, from this second on. */
    private HoldRecorder recorder(int from) {
        return new HoldRecorder() {
            @Override
            public void watchStatements() {}

            @Override
            public RecordedHolds take() {
                long now = time.nanos();
                long[] row = new long[now < from * SECOND ? 0 : HoldColumn.COUNT];
                if (row.length > 0) {
                    row[HoldColumn.SINCE] = now - SECOND / 2;
                    row[HoldColumn.HELD] = SECOND / 10;
                }
                return RecordedHolds.of(Map.of(
                        RecordKey.NOW,
                        now,
                        RecordKey.HOLDS,
                        row,
                        RecordKey.BEFORE,
                        0L,
                        RecordKey.FIRST_NAME,
                        0L,
                        RecordKey.NAMES,
                        new String[] {"GET /a"}));
            }

            @Override
            public void close() {}
        };
    }

    private RecordedTraffic recorded(LiveRecording recording, int from) throws InterruptedException {
        return recording.of(recorder(from), Duration.ofSeconds(20), GOAL, OptionalInt.empty(), () -> false);
    }

    @Test
    void it_is_as_long_from_the_first_borrow_on_and_what_was_waited_is_not_left() throws InterruptedException {
        var recording = new LiveRecording(time, new NoProgress(), Duration.ofSeconds(600));
        RecordedTraffic traffic = recorded(recording, 90);

        assertThat(traffic.seconds()).isBetween(107.0, 111.0);
        assertThat(traffic.borrows()).isBetween(20L, 22L);
        assertThat(recording.left().toSeconds()).isBetween(509L, 513L);
    }

    @Test
    void it_waits_for_half_of_the_budget() throws InterruptedException {
        var recording = new LiveRecording(time, new NoProgress(), Duration.ofSeconds(60));
        RecordedTraffic traffic = recorded(recording, 90);

        assertThat(traffic.borrows()).isZero();
        assertThat(traffic.seconds()).isEqualTo(50);
        assertThat(recording.left()).isEqualTo(Duration.ofSeconds(30));
    }
}
