package dev.poolfit.verdict.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.TurnSums;
import dev.poolfit.model.replay.ReplayedWaits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run has cost ends it, and says nothing of a size. */
class LiveCostTest {
    private static final int TODAY = 20;
    private static final int ENOUGH = 5;
    private static final int BLOCKS = 100;

    private static final LiveQuestion QUESTION = new LiveQuestion(
            TODAY,
            2,
            0.03,
            Duration.ofMillis(50),
            ENOUGH,
            IntStream.rangeClosed(1, TODAY)
                    .mapToObj(size -> new ReplayedWaits(size, 1000, 0, 0, 0, 1, 0, 0))
                    .toList(),
            1e9);

    /** Nobody waits at either size. */
    private static LiveRound round(int size) {
        var random = new Random(size);
        List<LiveBlock> blocks = IntStream.range(0, BLOCKS)
                .mapToObj(any -> new LiveBlock(sums(random), sums(random), sums(random)))
                .toList();
        return new LiveRound(size, TODAY, false, 250, blocks, Optional.empty(), 0, 150, 45_000, 0, Optional.empty());
    }

    private static TurnSums sums(Random random) {
        long asked = Math.round(150 * (1 + 0.03 * random.nextGaussian()));
        return new TurnSums(0.5, asked, 0, asked * (10 + 0.1 * random.nextGaussian()), 0, 0);
    }

    @Test
    void it_takes_no_answer_away() {
        var rounds = new ArrayList<>(List.of(round(10)));
        int shown = new LiveDescent(QUESTION, rounds).enough();
        assertThat(shown).isEqualTo(10);

        var cost = new GuardBreak(10, GuardBreak.Guard.COST, 5e9, 0.1);
        rounds.add(new LiveRound(10, TODAY, true, 1000, List.of(), Optional.of(cost), 0, 1, 300, 20, Optional.empty()));
        var descent = new LiveDescent(QUESTION, rounds);

        assertThat(descent.costly()).isTrue();
        assertThat(descent.next()).isEmpty();
        assertThat(descent.enough()).isEqualTo(shown);
        assertThat(descent.decided()).isTrue();
        assertThat(descent.tried()).extracting(LiveStep::result).containsExactly(LiveStep.Result.NOT_WORSE);
    }
}
