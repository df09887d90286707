package dev.poolfit.wire;

/** The columns of a row for what work waits for beside the connections: {@link RecordKey#QUEUES}. Sums are over the looks. */
public final class QueueColumn {
    /** The number of its kind: {@code executor}, {@code fork-join}, {@code carriers}, {@code http-client} or {@code object-pool}. */
    public static final int KIND = 0;

    /** The number of its name, such as that of an executor's threads, or a host. */
    public static final int NAME = 1;

    /** How many can be in use at once, by the last look. */
    public static final int SIZE = 2;

    /** Those in use, summed. */
    public static final int IN_USE = 3;

    /** Those that waited for one, summed. */
    public static final int WAITING = 4;

    /** The number of looks at which all were in use and somebody waited. */
    public static final int FULL = 5;

    /** The number of looks at all queues since the last answer, whether this one was there or not. */
    public static final int LOOKS = 6;

    /** The number of columns of a row. */
    public static final int COUNT = 7;

    private QueueColumn() {}
}
