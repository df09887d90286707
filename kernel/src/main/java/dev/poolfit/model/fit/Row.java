package dev.poolfit.model.fit;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.model.Limits;
import dev.poolfit.model.Workload;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * An observation with its gaps filled by what was assumed.
 *
 * @param observation the measured row
 * @param limits the settings
 * @param users empty where they are taken to saturate the service
 * @param think seconds between an answer and the next request; empty where it is to be fitted
 * @param arrivals requests a second, where the load was open
 * @param failedAnswers failed requests a second that used thread and connection as good ones do; at least 0
 */
record Row(
        Observation observation,
        Limits limits,
        OptionalInt users,
        OptionalDouble think,
        OptionalDouble arrivals,
        double failedAnswers) {
    /** Returns the load of this row, with a think time, in seconds, for rows that know none. */
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

    /** Returns the requests a second that the service worked for, good or not, as they were counted. */
    double rate() {
        return observation.throughput().orElseThrow() + failedAnswers;
    }

    /** Returns failed requests a second that may have waited in vain for a connection; empty where nobody counted them. */
    OptionalDouble timeouts() {
        OptionalDouble failed = observation.errorsPerSecond();
        return failed.isPresent() ? OptionalDouble.of(Math.max(0, failed.getAsDouble() - failedAnswers)) : failed;
    }

    /** Returns the requests that were asked for a second: those that were answered, and those that the load tool dropped. */
    double offered() {
        double answered = observation.throughput().orElseThrow()
                + observation.errorsPerSecond().orElse(0);
        return Math.max(answered, observation.probe(Metric.OFFERED).orElse(0));
    }
}
