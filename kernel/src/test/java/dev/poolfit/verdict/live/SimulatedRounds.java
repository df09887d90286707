package dev.poolfit.verdict.live;

import dev.poolfit.evidence.live.LiveBlock;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.evidence.live.TurnSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** Rounds of a service under its own traffic, whose borrows wait by the size of the pool. */
public final class SimulatedRounds {
    private static final double HOLD = 10;
    private static final int BLOCKS_OF_ROUND = 13;
    private static final double TURN = 0.25;
    private static final int MOST_ROUNDS = 400;
    private static final double PER_SECOND = 300;

    private SimulatedRounds() {}

    /** Returns the rounds of a whole run. */
    public static List<LiveRound> run(LiveQuestion question, IntToDoubleFunction waits, long seed) {
        var random = new Random(seed);
        var rounds = new ArrayList<LiveRound>();
        var descent = new LiveDescent(question, rounds);
        while (descent.next().isPresent() && rounds.size() < MOST_ROUNDS) {
            rounds.add(of(descent.next().get(), question.today(), waits, random, PER_SECOND));
            descent = new LiveDescent(question, rounds);
        }
        return rounds;
    }

    /** A service whose borrows wait so many milliseconds in the mean, by size; load and holds drift from block to block. */
    static LiveRound of(LiveTurn turn, int today, IntToDoubleFunction waits, Random random, double perSecond) {
        var blocks = new ArrayList<LiveBlock>();
        double drift = 0;
        for (int i = 0; i < BLOCKS_OF_ROUND; i++) {
            drift = 0.8 * drift + 0.1 * random.nextGaussian();
            double rate = perSecond * Math.exp(drift);
            blocks.add(new LiveBlock(
                    sums(waits.applyAsDouble(turn.size()), rate, random),
                    sums(waits.applyAsDouble(today), rate, random),
                    sums(waits.applyAsDouble(today), rate, random)));
        }
        return new LiveRound(
                turn.size(),
                today,
                turn.longer(),
                turn.longer() ? 1000 : 250,
                blocks,
                Optional.empty(),
                0,
                BLOCKS_OF_ROUND * 6 * TURN,
                perSecond * BLOCKS_OF_ROUND * 6 * TURN,
                0,
                Optional.empty());
    }

    private static TurnSums sums(double wait, double rate, Random random) {
        int asked = 0;
        for (double at = -Math.log(random.nextDouble()) / rate;
                at < 2 * TURN;
                at += -Math.log(random.nextDouble()) / rate) {
            asked++;
        }
        double waited = 0;
        double held = 0;
        int late = 0;
        for (int i = 0; i < asked; i++) {
            // One in twenty waits, so that those who do wait for twenty times the mean.
            boolean waits = random.nextInt(20) == 0;
            double own = waits ? -20 * wait * Math.log(random.nextDouble()) : 0;
            waited += own;
            late += own > 1 ? 1 : 0;
            held += -HOLD * Math.log(random.nextDouble());
        }
        return new TurnSums(2 * TURN, asked, waited, held, late, 0);
    }
}
