package dev.poolfit.wire;

/** The keys of what the recorder tells: what was seen since it told the last time. Numbers alone are of type Long. */
public final class RecordKey {
    /** The time of this answer by the clock of all times, {@link System#nanoTime} of the service, in nanoseconds. */
    public static final String NOW = "now";

    /** A String array of the names, stacks and shapes that are new; it goes on where the last one ended. */
    public static final String NAMES = "names";

    /** The number of the first of the names, by which a lost answer is noticed. */
    public static final String FIRST_NAME = "firstName";

    /** A long array with {@link HoldColumn#COUNT} values for each connection that was given back, and for each wait in vain. */
    public static final String HOLDS = "holds";

    /** A long array with {@link HoldColumn#COUNT} values for each connection that is held now. */
    public static final String OPEN = "open";

    /**
     * A String for each row of {@link #OPEN}: who works with what is held for 5 s or longer, or for 1 s where nothing was given back for 2 s, {@code working},
     * {@code still} (the same, and its thread has waited for one answer of the database for 5 s), {@code stream} (nobody needs to: open-in-view keeps it until an asynchronous response has ended), {@code nobody} (no
     * thread at the moment), {@code left} (nobody any more); empty for what is younger.
     */
    public static final String STATES = "states";

    /** A long for each row of {@link #OPEN}: the number of the stack that works with it, or −1. */
    public static final String USES = "uses";

    /** The number of HikariCP's pools in the service. */
    public static final String POOLS = "pools";

    /**
     * The number of threads that wait for the connection of a transaction while another one of theirs is suspended; absent where
     * connections were given back within the last 2 s, none is waited for, or another thread works within a transaction or for the database.
     */
    public static final String SUSPENDED = "suspended";

    /** The most connections that they can have: one for each transaction around the one that begins. */
    public static final String SUSPENDED_HELD = "suspendedHeld";

    /** The number of the stack of one of them, or −1. */
    public static final String SUSPENDED_STACK = "suspendedStack";

    /** A long array with {@link SampleColumn#COUNT} values for each name, stack and whether others waited. */
    public static final String SAMPLES = "samples";

    /**
     * A long array with {@link StatementColumn#COUNT} values for each holder's name and shape of statement, of holds that
     * have ended and whose statements were seen.
     */
    public static final String STATEMENTS = "statements";

    /**
     * A String array of the routes of Tomcat's asynchronous requests that are under way, where open-in-view is on; absent
     * where there is no Tomcat.
     */
    public static final String ASYNCHRONOUS = "asynchronous";

    /** A long array with {@link QueueColumn#COUNT} values for each queue of the service beside the pool. */
    public static final String QUEUES = "queues";

    /**
     * A long array of the number of a queue's name, the number of a stack that one of its threads had while it was full, and how
     * often, for each.
     */
    public static final String QUEUE_STACKS = "queueStacks";

    /** The most connections in use at one of the looks. */
    public static final String PEAK = "peak";

    /** The most threads that waited at one of the looks. */
    public static final String WAITING = "waiting";

    /** The least number of connections in use that were handed out before the recorder came. */
    public static final String BEFORE = "before";

    /** 1 where threads waited while the pool had fewer connections than it may have, else 0. */
    public static final String OPENING = "opening";

    /** The number of looks. */
    public static final String LOOKS = "looks";

    /** The number of holds for which there was no room. */
    public static final String DROPPED = "dropped";

    /** The number of failures of the recorder on threads of the service so far. */
    public static final String FAILURES = "failures";

    /** CPU time of the recorder's own thread so far, in nanoseconds. */
    public static final String CPU_NANOS = "cpuNanos";

    /** 1 where Spring's interceptor for open-in-view is there, else 0. */
    public static final String OPEN_IN_VIEW = "openInView";

    private RecordKey() {}
}
