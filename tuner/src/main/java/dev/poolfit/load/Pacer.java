package dev.poolfit.load;

/** Decides when requests start; called on the loop only. */
interface Pacer {
    /** Puts requests on their way. */
    interface Starter {
        /** Starts the next request of a user that was due at a time of {@link System#nanoTime()}. */
        void start(int user, long due);

        /** Counts requests that were due but cannot start. */
        void notStarted(long requests, String cause);

        long inFlight();
    }

    void begin(long now, Starter starter);

    /** A user's request has ended, by a failed connection or otherwise. */
    void ended(int user, boolean disconnected);

    /** Is called every few milliseconds. */
    void tick(long now);

    /** Starts nothing any more. */
    void stop();

    /** Whether nothing will start any more. */
    boolean over();

    /** Users at this time; for open load the requests in flight. */
    double users();
}
