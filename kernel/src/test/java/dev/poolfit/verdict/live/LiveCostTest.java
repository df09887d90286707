package dev.poolfit.verdict.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.model.replay.ReplayedWaits;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run has cost ends it, and says nothing of a size. */
class LiveCostTest {
    private static final int TODAY = 20;
    private static final int ENOUGH = 5;

    private static final LiveQuestion QUESTION = new LiveQuestion(
            TODAY,
            2,
            0.03,
            LiveGuard.USUAL,
            ENOUGH,
            IntStream.rangeClosed(1, TODAY)
                    .mapToObj(size -> new ReplayedWaits(size, 1000, 0, 0, 0, 1, 0, 0, 0))
                    .toList(),
            1e9);

    @Test
    void it_takes_no_answer_away() {
        List<LiveRound> rounds = SimulatedRounds.run(QUESTION, size -> size < ENOUGH ? 5 : 0, 1);
        var before = new LiveDescent(QUESTION, rounds);
        int shown = before.enough();
        assertThat(shown).isEqualTo(ENOUGH);

        var cost = new GuardBreak(shown, GuardBreak.Guard.COST, 5e9, 0.1);
        rounds.add(
                new LiveRound(shown, TODAY, true, 1000, List.of(), Optional.of(cost), 0, 1, 300, 20, Optional.empty()));
        var descent = new LiveDescent(QUESTION, rounds);

        assertThat(descent.costly()).isTrue();
        assertThat(descent.next()).isEmpty();
        assertThat(descent.enough()).isEqualTo(shown);
        assertThat(descent.decided()).isTrue();
        assertThat(descent.tried())
                .extracting(LiveStep::result)
                .isEqualTo(before.tried().stream().map(LiveStep::result).toList());
    }
}
