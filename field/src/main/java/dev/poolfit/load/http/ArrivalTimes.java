package dev.poolfit.load.http;

import dev.poolfit.experiment.Load;
import dev.poolfit.units.Rate;

/** Says when the requests of an open load are due. */
interface ArrivalTimes {
    /** Returns the nanoseconds from the start to a request, 0 the first; {@link Long#MAX_VALUE} after the last. */
    long dueAfter(long request);

    /** Counts the requests that are due so many nanoseconds after the start. */
    long dueBy(long nanos);

    static ArrivalTimes constant(Rate rate) {
        double perNano = rate.perSecond() / 1e9;
        return new ArrivalTimes() {
            @Override
            public long dueAfter(long request) {
                return (long) (request / perNano);
            }

            @Override
            public long dueBy(long nanos) {
                return (long) Math.floor(nanos * perNano) + 1;
            }
        };
    }

    /**
     * Returns arrivals at a rate that grows from 0 on a straight line: by the time t, r·t²/(2T) requests of a ramp to
     * the rate r over T.
     *
     * @param ramp with a rate
     */
    static ArrivalTimes growing(Load.Ramp ramp) {
        double over = ramp.over().toNanos();
        double all = ramp.rate().orElseThrow().perSecond() / 1e9 * over / 2;
        return new ArrivalTimes() {
            @Override
            public long dueAfter(long request) {
                double share = (request + 1) / all;
                return share > 1 ? Long.MAX_VALUE : (long) (over * Math.sqrt(share));
            }

            @Override
            public long dueBy(long nanos) {
                double share = Math.min(1, nanos / over);
                return (long) Math.floor(all * share * share);
            }
        };
    }
}
