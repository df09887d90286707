package dev.poolfit.verdict.sizing;

import dev.poolfit.model.replay.BorrowSequence;
import dev.poolfit.model.replay.Contention;
import dev.poolfit.model.replay.PoolReplay;
import dev.poolfit.model.replay.ReplayedWaits;
import dev.poolfit.model.replay.WaitGoal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The waits at so many times the traffic of the neediest minute, with each pool size that is of interest.
 *
 * @param times above 0
 * @param waits by rising pool size
 */
public record WaitCurve(double times, List<ReplayedWaits> waits) {
    private static final int MOST_SIZES = 10_000;
    private static final int MOST_POINTS = 40;

    public WaitCurve {
        waits = List.copyOf(waits);
    }

    /**
     * Replays sizes from the offered load to where nobody waits.
     *
     * @param works borrows with what each would hold alone
     * @param besides sizes that are replayed, too
     */
    static WaitCurve of(
            double times, BorrowSequence works, Contention contention, WaitGoal goal, Collection<Integer> besides) {
        var replay = new PoolReplay(works, contention, goal);
        int first = Math.max(1, (int) works.offeredLoad());
        int last = first;
        while (replay.waits(last).meanMs() > 0 && last < MOST_SIZES) {
            last += Math.max(1, last / 4);
        }
        int points = times == 1 ? MOST_POINTS : MOST_POINTS / 2;
        var sizes = new TreeSet<>(besides);
        for (int i = 0; i <= points; i++) {
            sizes.add(first + (int) Math.round((double) (last - first) * i / points));
        }
        return new WaitCurve(times, sizes.stream().map(replay::waits).toList());
    }

    /** Returns the waits with so many connections, where they are in it. */
    public Optional<ReplayedWaits> at(int connections) {
        return waits.stream().filter(each -> each.connections() == connections).findFirst();
    }
}
