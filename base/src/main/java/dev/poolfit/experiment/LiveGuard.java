package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.Share;
import java.time.Duration;

/**
 * What users of a service may bear while smaller pools are tried under their own traffic; where one breaks, all connections are in
 * circulation again at once, and the size that broke it is out.
 *
 * @param longestWait no borrow may wait for so long at a smaller size; from 1 ms to 1 min
 * @param pending no more threads may wait for a connection at once; from 1 to 100,000
 * @param errors no larger share of requests may fail beyond the share that failed before
 * @param timeouts no more borrows may end in vain; from 0 to 1,000,000
 * @param cost all borrows together may not wait longer at smaller sizes, over the whole run; from 100 ms to 24 h
 */
public record LiveGuard(Duration longestWait, int pending, Share errors, int timeouts, Duration cost) {
    /** What holds where nothing else is said. */
    public static final LiveGuard USUAL =
            new LiveGuard(Duration.ofMillis(50), 20, new Share(0.001), 0, Duration.ofSeconds(5));

    /** Returns the cost in milliseconds. */
    public double costMs() {
        return 1000 * Durations.seconds(cost);
    }
}
