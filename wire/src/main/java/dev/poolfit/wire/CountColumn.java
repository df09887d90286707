package dev.poolfit.wire;

/** The columns of a row of {@link CountKey#COUNTS}, one for each slot of 5 ms. */
public final class CountColumn {
    /** The number of the slot since the limiter began. */
    public static final int SLOT = 0;

    /** Connections that were handed out. */
    public static final int BORROWED = 1;

    /** Connections that were given back, or closed by whoever had them. */
    public static final int RETURNED = 2;

    /**
     * The shares of holds that fell into the slot, in millionths: a hold of 50 ms adds 100,000 to each of ten slots. It is known
     * once the hold has ended.
     */
    public static final int SHARE_MILLIONTHS = 3;

    /**
     * The time that threads waited for a connection within the slot, summed over threads, in microseconds; known of a wait once it has
     * ended.
     */
    public static final int WAITED_MICROS = 4;

    /** The time that connections were held within the slot, summed over connections, in microseconds; known once they are given back. */
    public static final int HELD_MICROS = 5;

    /** Borrows that ended in vain. */
    public static final int TIMEOUTS = 6;

    /**
     * The time that worker threads ran requests within the slot, summed over threads, in microseconds; known once a request has ended,
     * and only while worker threads are limited.
     */
    public static final int BUSY_MICROS = 7;

    /** Threads that asked for a connection, whether they have it by now or not. */
    public static final int ASKED = 8;

    /** Borrows that ended, and had waited longer than was agreed ({@link AgentOperation#GUARD_BORROWS}). */
    public static final int LATE = 9;

    /**
     * The first of {@link #ROUTES} columns that split {@link #SHARE_MILLIONTHS} by the route of the request that the connection was held
     * for: this one for those without a route, each of the others for one route, in the order in which they came, and the last for
     * all further ones.
     */
    public static final int FIRST_ROUTE = 10;

    /** The columns for routes. */
    public static final int ROUTES = 8;

    /** The number of columns of a row. */
    public static final int COUNT = FIRST_ROUTE + ROUTES;

    private CountColumn() {}
}
