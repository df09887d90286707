package dev.poolfit.wire;

/** The columns of a row of {@link RecordKey#HOLDS} and {@link RecordKey#OPEN}, one for each connection. */
public final class HoldColumn {
    /** The time at which it was handed out or the wait in vain ended, in nanoseconds as {@link RecordKey#NOW}. */
    public static final int SINCE = 0;

    /** The time that the thread had waited for it, in nanoseconds; −1 where it was handed out before the recorder came, which began at {@link #SINCE}. */
    public static final int WAITED = 1;

    /** The time for which it was held, in nanoseconds, until now if it still is; −1 for a wait in vain. */
    public static final int HELD = 2;

    /** The number of its holder's name, the index among all {@link RecordKey#NAMES}. */
    public static final int NAME = 3;

    /**
     * The number of its request, or 0; of what is held now, the number of the stack that borrowed it, or −1. Where borrows alone are
     * recorded, the number of the thread that got it; 0 where another one gave it back.
     */
    public static final int REQUEST = 4;

    /** The number of connections that the thread held before. */
    public static final int BEFORE = 5;

    /** 1 where all its statements were seen, else 0. */
    public static final int WATCHED = 6;

    /** The number of columns of a row. */
    public static final int COUNT = 7;

    private HoldColumn() {}
}
