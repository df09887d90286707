package dev.poolfit.model.fit;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Rows with as much as a case names. */
final class RowsTold {
    private RowsTold() {}

    static Observation observation(int pool, double rate, OptionalDouble meanMs, OptionalDouble failed, int runs) {
        return new Observation(
                Settings.ofPoolAndThreads(pool, 200),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(rate),
                meanMs,
                OptionalDouble.empty(),
                failed,
                Map.<Metric, Double>of(),
                runs,
                OptionalDouble.empty(),
                "line " + pool);
    }

    static Row row(int pool, double rate, double meanMs, int runs, OptionalInt users, OptionalDouble think) {
        Observation observation = observation(pool, rate, OptionalDouble.of(meanMs), OptionalDouble.empty(), runs);
        return new Row(observation, Limits.of(observation.settings()), users, think, OptionalDouble.empty(), 0);
    }

    /** Of 60 users who do not think. */
    static Row row(int pool, double rate, int runs) {
        return row(pool, rate, 60_000 / rate, runs, OptionalInt.of(60), OptionalDouble.of(0));
    }
}
