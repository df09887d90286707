package dev.poolfit.model.simulation;

import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.Workload;
import dev.poolfit.model.Workload.Closed;
import dev.poolfit.model.Workload.Open;
import dev.poolfit.model.Workload.Ramp;
import dev.poolfit.model.Workload.Stage;
import java.util.List;

/** The arrivals of requests. */
abstract class Arrivals {
    /** The time of the next arrival in seconds; infinite if only an answer can make one happen. */
    double nextAt = Double.POSITIVE_INFINITY;

    /** Returns the number of requests at the first instant. */
    abstract int initial();

    /** Returns the most requests that there can be at once. */
    abstract int most();

    /** Lets what is due happen; returns whether a request comes. */
    abstract boolean next(double now);

    /** Takes note of an answer; returns whether another request comes at once. */
    abstract boolean answered(double now);

    static Arrivals of(Workload workload, Demand demand, Limits limits, Start from, DemandSampler exponential) {
        if (workload instanceof Open open) {
            return new PoissonArrivals(open.rate(), from == Start.FULL ? limits.threads() : 0, exponential);
        }
        if (workload instanceof Ramp ramp) {
            return new Users(ramp.start(), ramp.stages(), ramp.think());
        }
        Closed closed = workload instanceof Closed users ? users : new Closed(limits.threads(), 0);
        if (from == Start.FULL) {
            return new Users(closed.users(), List.of(), closed.think());
        }
        var entry = new Stage(closed.think() + demand.loneResponse(), closed.users());
        return new Users(0, List.of(entry), closed.think());
    }
}
