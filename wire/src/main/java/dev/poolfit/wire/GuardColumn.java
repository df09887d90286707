package dev.poolfit.wire;

/** What guards borrowers while connections are limited, by its place in the array of {@link AgentOperation#GUARD_BORROWS}. */
public final class GuardColumn {
    /** The wait above which a borrow counts as late ({@link CountColumn#LATE}), in nanoseconds; it breaks nothing. */
    public static final int LATE_NANOS = 0;

    /** No borrow may wait for so long, in nanoseconds. */
    public static final int WAIT_NANOS = 1;

    /** No more threads may wait for a connection at once. */
    public static final int PENDING = 2;

    /** No more borrows may end in vain. */
    public static final int TIMEOUTS = 3;

    /**
     * Late borrows together may not wait longer at a limit, in nanoseconds, over all schedules since it was agreed. What they wait while all
     * connections are in circulation does not count, unless they began at a limit.
     */
    public static final int COST_NANOS = 4;

    /** The number of places. */
    public static final int COUNT = 5;

    private GuardColumn() {}
}
