package dev.poolfit.wire;

/** The columns of a row for the statements of one shape that holders with one name sent: {@link RecordKey#STATEMENTS}. */
public final class StatementColumn {
    /** The number of the holders' name. */
    public static final int NAME = 0;

    /** The number of the shape's text. */
    public static final int SHAPE = 1;

    /** The number of holds that sent it. */
    public static final int HOLDS = 2;

    /** The number of statements that were sent. */
    public static final int SENT = 3;

    /** The time that they took together, in nanoseconds. */
    public static final int NANOS = 4;

    /** The most statements that one hold sent. */
    public static final int MOST = 5;

    /** The number of the text of a stack that sent it, or −1. */
    public static final int STACK = 6;

    /** The number of columns of a row. */
    public static final int COUNT = 7;

    private StatementColumn() {}
}
