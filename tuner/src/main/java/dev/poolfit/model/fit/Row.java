package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.Limits;
import dev.poolfit.model.Workload;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * An observation with its gaps filled by what was assumed.
 *
 * @param observation what was measured
 * @param limits the settings
 * @param users empty where they are taken to saturate the service
 * @param think seconds; empty where it is to be fitted
 * @param arrivals requests a second, where the load was open
 */
record Row(Observation observation, Limits limits, OptionalInt users, OptionalDouble think, OptionalDouble arrivals) {
    /** The load under a think time that holds where none is known. */
    Workload workload(double fittedThink) {
        if (arrivals.isPresent()) {
            return new Workload.Open(arrivals.getAsDouble());
        }
        return users.isPresent()
                ? new Workload.Closed(users.getAsInt(), think.orElse(fittedThink))
                : new Workload.Saturating();
    }

    boolean wantsThink() {
        return users.isPresent() && think.isEmpty();
    }

    /** Throughput as it was counted. */
    double rate() {
        return observation.throughput().orElseThrow();
    }
}
