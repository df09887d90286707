package dev.poolfit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Settings;
import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.trial.ObedientService;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.VirtualLimiter;
import dev.poolfit.trial.VirtualTime;
import dev.poolfit.units.Message;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.SizingAnswer;
import dev.poolfit.wire.RecordKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is lost of a run, its cost holds, and it does not go on forever. */
class LiveRunTest {
    private static final int TODAY = 10;
    private static final int READINGS_OF_REHEARSAL = 50;

    /** Two milliseconds of waiting for each of 100 borrows a second at the smaller size, which has a third of the turns. */
    private static final double WAITED_A_SECOND = 200;

    @TempDir
    private Path place = Path.of("");

    private final VirtualTime time = new VirtualTime();
    private final Iterator<Integer> readings =
            List.of(70, 70, Integer.MAX_VALUE, Integer.MAX_VALUE).iterator();

    private static final class Silent implements Progress {
        @Override
        public void phase(Message what) {}

        @Override
        public void trialStarted(PlannedTrial planned, int number) {}

        @Override
        public void second(Sample sample) {}

        @Override
        public void timeLeft(Duration left) {}

        @Override
        public void trialEnded(Trial trial) {}

        @Override
        public void done() {}
    }

    /** The thread is interrupted after so long. */
    private record InterruptedTime(VirtualTime time, Duration after) implements Time {
        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void sleep(Duration length) throws InterruptedException {
            if (time.nanos() > after.toNanos()) {
                throw new InterruptedException();
            }
            time.sleep(length);
        }

        @Override
        public long await(Condition condition, long nanos) {
            return time.await(condition, nanos);
        }

        @Override
        public Repetition everySecond(Runnable task) {
            return time.everySecond(task);
        }
    }

    private LiveJournal journal() {
        var folder = new RunFolder(place.resolve("run"));
        folder.make();
        return LiveJournal.begin(folder);
    }

    private ObedientService service() {
        return new ObedientService(Settings.NONE.with(Knob.POOL, TODAY));
    }

    private VirtualLimiter limiter(int lasting) {
        return new VirtualLimiter(time, -1, limit -> 100.0)
                .waiting(limit -> limit == Integer.MAX_VALUE ? 0 : 2)
                .lasting(lasting);
    }

    private LiveRun run(RunningService first, LiveRun.Finder finder, double costSeconds, LiveJournal journal) {
        var guard = new LiveGuard(
                Duration.ofMillis(50), 20, new Share(0.001), 0, Duration.ofMillis((long) (1_000 * costSeconds)));
        return new LiveRun(first, finder, guard, Duration.ofMinutes(2), 1, journal, new Silent(), time);
    }

    @Test
    void what_an_interrupted_round_cost_is_kept_for_a_run_that_goes_on() {
        LiveJournal journal = journal();
        var run = new LiveRun(
                service().limitedBy(() -> limiter(Integer.MAX_VALUE)),
                LiveRunTest::never,
                LiveGuard.USUAL,
                Duration.ofMinutes(2),
                1,
                journal,
                new Silent(),
                new InterruptedTime(time, Duration.ofSeconds(15)));

        assertThatThrownBy(() -> run.run(question(), 5, () -> true)).isInstanceOf(InterruptedException.class);
        assertThat(journal.rounds()).hasSize(1).allMatch(each -> each.blocks().isEmpty());
        assertThat(journal.waitedMs()).isPositive();
    }

    @Test
    void a_pool_that_somebody_else_changed_ends_the_run_and_what_the_round_cost_is_kept() {
        LiveJournal journal = journal();
        ObedientService changed = service();
        changed.limitedBy(() -> {
            changed.changeFromOutside(Settings.NONE.with(Knob.POOL, TODAY + 1));
            return limiter(Integer.MAX_VALUE);
        });
        LiveRun run = run(changed, LiveRunTest::never, 60, journal);
        assertThatThrownBy(() -> run.run(question(), 5, () -> true)).hasMessageContaining("from 10 to 11");
        assertThat(journal.rounds()).hasSize(1).allMatch(each -> each.blocks().isEmpty());
    }

    @Test
    void a_service_that_is_lost_after_a_long_wait_for_its_hours_is_still_looked_for() throws InterruptedException {
        LiveRun run = run(
                service().recordedBy(() -> recorder(3)),
                () -> service().recordedBy(() -> recorder(Integer.MAX_VALUE)),
                60,
                journal());
        time.sleep(Duration.ofHours(12));
        run.record(Duration.ofSeconds(20), TODAY, Optional.empty());

        assertThat(run.restarts()).isEqualTo(1);
    }

    private static RunningService never() {
        throw new AssertionError("nothing was lost");
    }

    private static LiveQuestion question() {
        return new LiveQuestion(
                TODAY,
                2,
                0.03,
                LiveGuard.USUAL,
                4,
                IntStream.rangeClosed(1, TODAY)
                        .mapToObj(size -> new ReplayedWaits(size, 1000, 0, 0, 0, 0, 0, 0, 0))
                        .toList(),
                1e9);
    }

    @Test
    void rounds_in_which_the_limiter_left_cost_what_was_waited_and_three_in_a_row_end_the_run() {
        LiveJournal journal = journal();
        LiveRun run =
                run(service().limitedBy(() -> limiter(READINGS_OF_REHEARSAL + 20)), LiveRunTest::never, 60, journal);

        assertThatThrownBy(() -> run.run(question(), 5, () -> true))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("silent", "3 rounds");
        assertThat(run.lost()).isEqualTo(3);
        assertThat(journal.rounds()).hasSize(3).allMatch(each -> each.blocks().isEmpty());
        // Four seconds that were seen, and one that was not: as the worst of them.
        assertThat(journal.waitedMs()).isBetween(3 * 1.2 * WAITED_A_SECOND, 3 * 2.5 * WAITED_A_SECOND);
    }

    @Test
    void what_lost_rounds_cost_ends_the_run_as_any_cost_does() throws InterruptedException {
        LiveJournal journal = journal();
        run(service().limitedBy(() -> limiter(READINGS_OF_REHEARSAL + 20)), LiveRunTest::never, 0.5, journal)
                .run(question(), 5, () -> true);

        assertThat(journal.rounds()).hasSize(2);
    }

    @Test
    void a_limiter_that_never_stays_for_a_round_is_not_put_in_forever() {
        LiveRun run = run(service().limitedBy(() -> limiter(3)), LiveRunTest::never, 60, journal());

        assertThatThrownBy(() -> run.run(question(), 5, () -> true)).isInstanceOf(EnvironmentFailure.class);
        assertThat(run.lost()).isEqualTo(3);
    }

    @Test
    void after_a_round_that_ended_lost_ones_are_counted_anew() throws InterruptedException {
        LiveJournal journal = journal();
        LiveRun run = run(service().limitedBy(() -> limiter(readings.next())), LiveRunTest::never, 60, journal);
        run.run(question(), 5, () -> true);

        assertThat(run.lost()).isEqualTo(2);
        assertThat(journal.rounds())
                .filteredOn(each -> !each.blocks().isEmpty())
                .isNotEmpty();
    }

    @Test
    void a_service_that_is_lost_right_after_a_round_is_found_again_and_the_round_counts_as_cost_alone()
            throws InterruptedException {
        LiveJournal journal = journal();
        ObedientService gone =
                service().limitedBy(() -> limiter(Integer.MAX_VALUE)).tellingWhile(() -> false);
        LiveRun run = run(gone, () -> service().limitedBy(() -> limiter(Integer.MAX_VALUE)), 60, journal);
        run.run(question(), 5, () -> true);

        assertThat(run.restarts()).isEqualTo(1);
        assertThat(journal.rounds()).hasSizeGreaterThan(1);
        assertThat(journal.rounds().get(0).blocks()).isEmpty();
        assertThat(journal.rounds().get(0).borrows()).isPositive();
        assertThat(journal.rounds())
                .last()
                .extracting(LiveRound::blocks)
                .asInstanceOf(LIST)
                .isNotEmpty();
    }

    /** Nobody borrows; it answers so often, and is gone then. */
    private HoldRecorder recorder(int answers) {
        return new HoldRecorder() {
            private int left = answers;

            @Override
            public void watchStatements() {}

            @Override
            public RecordedHolds take() {
                if (left-- == 0) {
                    throw new EnvironmentFailure("the service ended", "");
                }
                return RecordedHolds.of(Map.of(RecordKey.NOW, time.nanos()));
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void a_service_that_is_started_again_before_the_first_round_is_recorded_again() throws InterruptedException {
        LiveRun run = run(
                service().recordedBy(() -> recorder(3)),
                () -> service().recordedBy(() -> recorder(Integer.MAX_VALUE)),
                60,
                journal());
        Sizing recorded = run.record(Duration.ofSeconds(20), TODAY, Optional.empty());

        assertThat(run.restarts()).isEqualTo(1);
        assertThat(recorded.answer()).isEqualTo(SizingAnswer.NO_TRAFFIC);
        assertThat(recorded.traffic().seconds()).as("after half of the budget").isEqualTo(80);
    }

    @Test
    void one_that_never_lets_itself_be_recorded_is_given_up() {
        LiveRun run = run(service(), this::service, 60, journal());

        assertThatThrownBy(() -> run.record(Duration.ofSeconds(20), TODAY, Optional.empty()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("recorded");
    }
}
