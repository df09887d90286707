package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Fitter;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.WhatIf;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A prediction says so where a moment of too much load can leave the service in a lower state, and only there. */
class SteadyStatesTest {
    /** A database that is four times as fast with a dozen requests as with a hundred. */
    private static final ServiceModel CROWDED =
            new ServiceModel(new Demand(0, 0, 0.002, 0, 1, false), new Capacity(4, 4, 0, 0.0005), 0, Variation.USUAL);

    private static final Workload LOAD = new Workload.Closed(1_200, 1);

    @Test
    void a_pool_beyond_the_knee_has_two_states_and_one_below_it_has_one() {
        SteadyStates wide = SteadyStates.of(CROWDED, LOAD, new Limits(100, 200, Duration.ofSeconds(30)), 1_190, 1)
                .orElseThrow();

        assertThat(wide.fromEmpty().mean()).isCloseTo(1_197, withPercentage(2));
        assertThat(wide.fromFull().mean()).isCloseTo(CROWDED.capacity().databaseSpeed(100) / 0.002, withPercentage(2));
        assertThat(wide.largestPoolWithOne()).isBetween(4, 50);
        assertThat(SteadyStates.of(
                        CROWDED, LOAD, new Limits(wide.largestPoolWithOne(), 200, Duration.ofSeconds(30)), 1_190, 1))
                .isEmpty();
    }

    @Test
    void the_fit_to_a_contended_database_predicts_both_states() {
        Fit fit = Fitter.fit(
                Stream.of(3, 5, 10, 20, 40, 60, 80, 100)
                        .map(SteadyStatesTest::contendedRow)
                        .toList(),
                known());
        Prediction wide = fit.predict(Settings.ofPoolAndThreads(90, 200), WhatIf.NOTHING);
        Prediction narrow = fit.predict(Settings.ofPoolAndThreads(5, 200), WhatIf.NOTHING);

        SteadyStates states = wide.states().orElseThrow();
        assertThat(states.fromEmpty().mean())
                .isGreaterThan(1.1 * states.fromFull().mean());
        assertThat(wide.throughput().low())
                .isLessThanOrEqualTo(states.fromFull().mean());
        assertThat(wide.throughput().high())
                .isGreaterThanOrEqualTo(states.fromEmpty().mean());
        assertThat(narrow.states()).isEmpty();
    }

    private static Observation contendedRow(int pool) {
        double rate = Simulation.run(
                        CROWDED,
                        LOAD,
                        new Limits(pool, 200, Duration.ofSeconds(30)),
                        new Simulation.Length(20, 60),
                        Start.FULL,
                        pool)
                .throughput()
                .mean();
        return new Observation(
                Settings.ofPoolAndThreads(pool, 200),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(rate),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Map.of(),
                1,
                OptionalDouble.empty(),
                "pool " + pool);
    }

    private static Assumptions known() {
        return new Assumptions(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of(Duration.ofSeconds(30)),
                OptionalInt.of(1_200),
                OptionalDouble.of(1),
                OptionalDouble.of(4),
                OptionalInt.of(4),
                false,
                false);
    }
}
