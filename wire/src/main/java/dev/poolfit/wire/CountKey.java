package dev.poolfit.wire;

/** The keys of what the limiter tells: what was counted since it told the last time. */
public final class CountKey {
    /** The number of the slot of now, in which nothing is told yet; a Long. */
    public static final String NOW = "now";

    /** A long array with {@link CountColumn#COUNT} values for each slot in which something was counted. */
    public static final String COUNTS = "counts";

    /** A long array with {@link SwitchColumn#COUNT} values for each switch that was made since. */
    public static final String SWITCHES = "switches";

    /** A long array with {@link BreakColumn#COUNT} values for each guard that broke since. */
    public static final String BREAKS = "breaks";

    /** A long array of the requests that the web server has answered so far, and those with a status from 400; empty where unknown. */
    public static final String SERVED = "served";

    /** The number of periods that are still to come, the one under way included; a Long. */
    public static final String PERIODS_LEFT = "periodsLeft";

    /** The number of connections that the pool has now, those that are kept back included; a Long. */
    public static final String TOTAL = "total";

    /** The number of worker threads that the web server has now; −1 where they cannot be limited; a Long. */
    public static final String WORKERS = "workers";

    /** The number of failures of the limiter on threads of the service so far; a Long. */
    public static final String FAILURES = "failures";

    /** CPU time of the limiter's own thread so far, in nanoseconds; a Long. */
    public static final String CPU_NANOS = "cpuNanos";

    private CountKey() {}
}
