package dev.poolfit.verdict.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What was recorded says how far down sizes are tried. */
class LiveQuestionTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int TODAY = 30;

    /** A minute of Poisson traffic with holds of 20 ms in the mean. */
    private static Sizing recorded(double perSecond, Optional<NestedConnections> nested) {
        var record = new TrafficRecord(GOAL, 0);
        var random = new SplittableRandom(1);
        for (double at = 0; perSecond > 0 && at < 60; ) {
            at += -Math.log(1 - random.nextDouble()) / perSecond;
            record.add(new Borrow((long) (at * 1e9), 0, (long) (-2e7 * Math.log(1 - random.nextDouble())), "GET /a"));
        }
        return Sizing.of(record.end(60_000_000_000L, List.of()).with(nested), GOAL, TODAY, 1);
    }

    private static LiveQuestion question(Sizing recorded, int least) {
        return LiveQuestion.of(recorded, TODAY, least, 0.03, LiveGuard.USUAL, 300);
    }

    private static Optional<NestedConnections> nested(OptionalInt threads) {
        return Optional.of(new NestedConnections("POST /orders", 2, 3, threads));
    }

    @Test
    void sizes_are_tried_down_to_the_least_that_the_file_allows() {
        Sizing recorded = recorded(50, Optional.empty());

        assertThat(question(recorded, 2).least()).isEqualTo(2);
        assertThat(question(recorded, 4).least()).isEqualTo(4);
        assertThat(question(recorded, TODAY + 5).least()).isEqualTo(TODAY);
        assertThat(question(recorded, 2).enough()).isEqualTo(recorded.recommended());
    }

    @Test
    void no_size_is_tried_at_which_requests_can_wait_for_each_other_for_good() {
        assertThat(question(recorded(50, nested(OptionalInt.of(6))), 2).least()).isEqualTo(7);
        assertThat(question(recorded(50, nested(OptionalInt.of(6))), 12).least())
                .isEqualTo(12);
        assertThat(question(recorded(50, nested(OptionalInt.empty())), 2).least())
                .isEqualTo(TODAY);
        assertThat(question(recorded(50, nested(OptionalInt.of(200))), 2).least())
                .isEqualTo(TODAY);
    }

    @Test
    void without_traffic_nothing_is_known_of_smaller_sizes() {
        assertThat(question(recorded(0, Optional.empty()), 2).enough()).isEqualTo(TODAY);
    }
}
