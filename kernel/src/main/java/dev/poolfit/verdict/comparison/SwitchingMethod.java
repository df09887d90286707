package dev.poolfit.verdict.comparison;

import java.time.Duration;

/** How settings are compared under one load; where neither will do, each has a load of its own. */
public enum SwitchingMethod {
    /** In slices within the pool, which keeps the largest size: returned connections are kept back. */
    WITHIN_POOL(8, 4, Duration.ofSeconds(8)),
    /** At their real size, each for whole seconds. */
    RESIZED(4, 2, Duration.ofSeconds(16));

    private final int firstBlocks;
    private final int mostSpoilt;
    private final Duration most;

    SwitchingMethod(int firstBlocks, int mostSpoilt, Duration most) {
        this.firstBlocks = firstBlocks;
        this.mostSpoilt = mostSpoilt;
        this.most = most;
    }

    /** Returns the blocks of the first comparison: within the pool half of them have long slices. */
    public int firstBlocks() {
        return firstBlocks;
    }

    /** Returns the comparisons that did not count after which another way is taken; within the pool slices are four times as long each time. */
    int mostSpoilt() {
        return mostSpoilt;
    }

    /** Returns the most blocks of a later comparison: the expectation may be wrong, and within the pool the next look costs little. */
    int mostBlocks(Duration period) {
        return (int) (period.toSeconds() == 0 ? most : RESIZED.most).dividedBy(period);
    }
}
