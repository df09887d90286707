package dev.poolfit.model.simulation;

import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.Workload;
import dev.poolfit.model.Workload.Closed;
import dev.poolfit.model.Workload.Open;
import dev.poolfit.model.Workload.Ramp;
import dev.poolfit.model.Workload.Stage;
import java.util.List;

/** Where requests come from. */
abstract class Arrivals {
    /** When something happens next; infinite if only an answer can make it happen. */
    double nextAt = Double.POSITIVE_INFINITY;

    /** How many requests come at the first instant. */
    abstract int initial();

    /** Most requests that there can be at once. */
    abstract int most();

    /** What was to happen happens; the answer is whether a request comes. */
    abstract boolean next(double now);

    /** A request was answered; the answer is whether another one comes at once. */
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
