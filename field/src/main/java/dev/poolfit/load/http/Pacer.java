package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import java.util.random.RandomGenerator;

/** Decides when requests start; called on the loop only. */
interface Pacer {
    /** Puts requests on their way. */
    interface Starter {
        /** Starts the next request of a user that was due at a time of {@link Loop#now()}. */
        void start(int user, long due);

        /** Counts requests that were due but cannot start. */
        void notStarted(long requests, String cause);

        long inFlight();
    }

    /**
     * Returns the pacer that a load asks for.
     *
     * @param random draws the first pause of each user
     * @param mostInFlight requests of an open load; beyond them one that is due counts as failed
     */
    static Pacer of(Load load, Loop loop, RandomGenerator random, int mostInFlight) {
        if (load.closed()) {
            return new ClosedPacer(loop, load, random);
        }
        ArrivalTimes arrivals = load.shape() instanceof Load.Open open
                ? ArrivalTimes.constant(open.rate())
                : ArrivalTimes.growing(load.ramp().orElseThrow());
        return new OpenPacer(loop, arrivals, mostInFlight);
    }

    void begin(long now, Starter starter);

    /** Notes that a user's request has ended, by a failed connection or otherwise. */
    void ended(int user, boolean disconnected);

    /** Starts what is due; called every few milliseconds. */
    void tick(long now);

    /** Starts nothing while asked to hold, and else goes on. */
    void hold(boolean asked, long now);

    /** Starts nothing any more. */
    void stop();

    /** Returns whether nothing will start any more. */
    boolean over();

    /** Returns the number of users at this time; for open load the requests in flight. */
    double users();
}
