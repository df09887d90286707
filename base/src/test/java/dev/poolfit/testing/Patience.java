package dev.poolfit.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How long a test waits for what is sure to come. It ends a test that hangs and decides nothing else: what it waits for
 * comes on the busiest machine, too.
 */
public final class Patience {
    public static final Duration LIMIT = Duration.ofMinutes(3);

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }
}
