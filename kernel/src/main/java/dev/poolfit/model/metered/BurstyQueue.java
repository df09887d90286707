package dev.poolfit.model.metered;

import dev.poolfit.model.replay.WaitGoal;

/**
 * A queue with many servers whose arrivals come in bursts. Without bursts it is Erlang's (M/M/c); with them, what is needed beyond
 * the load grows with the square root of the peakedness, as it does where there are many servers (Whitt 1992, <i>Understanding the
 * efficiency of multi-server service systems</i>, Management Science 38; Halfin and Whitt 1981).
 *
 * @param load connections in use in the mean (erlangs), above 0
 * @param hold how long a connection is held in the mean, in seconds, above 0
 * @param peakedness the variance of the connections in use, were there enough of them, divided by their mean; 1 where arrivals know
 *     nothing of each other
 */
public record BurstyQueue(double load, double hold, double peakedness) {
    private static final int MOST = 10_000;

    /** Returns the smallest number of connections that meets the goal, at least 1 and at most 10,000. */
    public int needed(WaitGoal goal) {
        double seconds = goal.p99().toNanos() / 1e9;
        int single = 1;
        while (single < MOST && late(single, seconds) > 1 - WaitGoal.SHARE) {
            single++;
        }
        return Math.max(1, Math.min(MOST, (int) Math.ceil(load + (single - load) * Math.sqrt(peakedness))));
    }

    /** Returns the share of borrows that wait for longer than so many seconds, if arrivals know nothing of each other. */
    double late(int connections, double seconds) {
        return load >= connections ? 1 : waiting(connections) * Math.exp(-(connections - load) * seconds / hold);
    }

    /** Returns the share of borrows that wait at all, if arrivals know nothing of each other: Erlang's C formula. */
    double waiting(int connections) {
        double blocked = 1;
        for (int each = 1; each <= connections; each++) {
            blocked = load * blocked / (each + load * blocked);
        }
        return blocked / (1 - load / connections * (1 - blocked));
    }
}
