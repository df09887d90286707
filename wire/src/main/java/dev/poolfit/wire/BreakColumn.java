package dev.poolfit.wire;

/** The columns of a row of {@link CountKey#BREAKS}. */
public final class BreakColumn {
    /** The number of the slot in which the guard broke. */
    public static final int SLOT = 0;

    /** The limit that held; {@link Integer#MAX_VALUE} where it broke without one, and nothing was opened. */
    public static final int LIMIT = 1;

    /** The guard that broke, a place of {@link GuardColumn}. */
    public static final int GUARD = 2;

    /** What broke it, in the unit of the guard. */
    public static final int VALUE = 3;

    /** The time that it took to let go of all connections, in nanoseconds. */
    public static final int OPENED_NANOS = 4;

    /** The number of columns of a row. */
    public static final int COUNT = 5;

    private BreakColumn() {}
}
