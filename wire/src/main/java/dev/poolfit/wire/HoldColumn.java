package dev.poolfit.wire;

/** The columns of a row for a connection that a thread holds or has held: {@link RecordKey#HOLDS} and {@link RecordKey#OPEN}. */
public final class HoldColumn {
    /** When it was handed out, in nanoseconds by the service's clock. */
    public static final int SINCE = 0;

    /** How long the thread had waited for it, in nanoseconds. */
    public static final int WAITED = 1;

    /** How long it was held, in nanoseconds; −1 for a wait in vain. */
    public static final int HELD = 2;

    /** The number of the name of whoever held it. */
    public static final int NAME = 3;

    /** The number of its request, or 0; of what is held now, the number of the stack that borrowed it, or −1. */
    public static final int REQUEST = 4;

    /** How many connections the thread held before. */
    public static final int BEFORE = 5;

    /** 1 where all its statements were seen, else 0. */
    public static final int WATCHED = 6;

    /** How many columns a row has. */
    public static final int COUNT = 7;

    private HoldColumn() {}
}
