package dev.poolfit.verdict.live;

import dev.poolfit.evidence.live.GuardBreak;
import java.util.Optional;

/**
 * A smaller size that was tried.
 *
 * @param size in connections
 * @param comparison with today's size
 * @param longer the comparison by longer turns, in which a queue has the time to grow; without blocks where there was none
 * @param broken the guard that it broke
 * @param forgiven whether a guard broke that is not held against it; it is not shown to be enough then
 * @param result what was shown
 */
public record LiveStep(
        int size,
        LiveComparison comparison,
        LiveComparison longer,
        Optional<GuardBreak> broken,
        boolean forgiven,
        Result result) {
    /** What was shown of a size. */
    public enum Result {
        /** It is worse by no more than the margin. */
        NOT_WORSE,
        /** It is worse by more than the margin. */
        WORSE,
        /** Short turns show that it is worse by no more than the margin, but in longer ones it was worse by more in the mean. */
        UNCONFIRMED,
        /** It broke a guard. */
        BROKE_GUARD,
        /** Nothing was shown so far. */
        OPEN
    }

    /** Returns whether it is too small. */
    public boolean tooSmall() {
        return result == Result.WORSE || result == Result.BROKE_GUARD;
    }
}
