package dev.poolfit.wire;

/** The columns of a row of {@link CountKey#SWITCHES}. */
public final class SwitchColumn {
    /** The number of the period in the schedule, from 0. */
    public static final int PERIOD = 0;

    /** The number of the slot with which it begins. */
    public static final int SLOT = 1;

    /** The limit that holds in it. */
    public static final int LIMIT = 2;

    /** The time by which the limit was set late, in microseconds. */
    public static final int LATE_MICROS = 3;

    /** The number of columns of a row. */
    public static final int COUNT = 4;

    private SwitchColumn() {}
}
