package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import com.sun.management.ThreadMXBean;
import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.Workload.Closed;
import dev.poolfit.model.Workload.Open;
import dev.poolfit.model.Workload.Ramp;
import dev.poolfit.model.Workload.Saturating;
import dev.poolfit.model.Workload.Stage;
import dev.poolfit.model.simulation.Simulation.Length;
import dev.poolfit.units.Durations;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users come, think, ramp and go as they are told; a run can be repeated and costs no garbage. */
class SimulationLoadTest {
    private static final ServiceModel SERVICE = new ServiceModel(
            new Demand(0.002, 0.001, 0.003, 0.01, 1, false), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);
    /** A database that is four times as fast with a dozen requests as with a hundred. */
    private static final ServiceModel CROWDED =
            new ServiceModel(new Demand(0, 0, 0.002, 0, 1, false), new Capacity(4, 4, 0, 0.0005), 0, Variation.USUAL);

    private static Simulated run(Workload load, Length length) {
        return Simulation.run(SERVICE, load, Limits.DEFAULT, length, Start.EMPTY, 3);
    }

    /** While the ramp rises, those who come ask at once, before they first think: half a think time's users more. */
    @ParameterizedTest
    @CsvSource({"4, 55", "12, 100", "24, 50", "33, 0"})
    void a_ramp_rises_holds_and_falls_in_straight_lines(double from, double users) {
        var ramp = new Ramp(0, List.of(new Stage(10, 100), new Stage(10, 100), new Stage(10, 0)), 1);
        var simulated = run(ramp, new Length(from, 2));
        double lone = 1 + 0.016;
        assertThat(simulated.throughput().mean() * lone).isCloseTo(users, within(3.0));
    }

    @Test
    void users_whom_a_ramp_removes_finish_their_request() {
        var slow = SERVICE.withDemand(new Demand(0, 0, 0, 5, 1, false));
        var ramp = new Ramp(10, List.of(new Stage(1, 0)), 0);
        var simulated = Simulation.run(slow, ramp, Limits.DEFAULT, new Length(0, 60), Start.EMPTY, 1);
        assertThat(simulated.requests()).isEqualTo(10);
        assertThat(simulated.errorRate()).isZero();
        assertThat(simulated.clientMean()).isCloseTo(5, withPercentage(0.001));
    }

    @Test
    void a_ramp_that_turns_round_has_never_more_users_than_its_peak() {
        var slow = SERVICE.withDemand(new Demand(0, 0, 0, 5, 1, false));
        var ramp = new Ramp(10, List.of(new Stage(1, 0), new Stage(1, 10)), 0);
        var simulated = Simulation.run(
                slow, ramp, new Limits(100, 100, Duration.ofSeconds(30)), new Length(100, 500), Start.EMPTY, 1);
        assertThat(simulated.busy()).isCloseTo(10, withPercentage(0.001));
    }

    @Test
    void nothing_ends_after_a_ramp_has_ended() {
        var simulated = run(new Ramp(5, List.of(new Stage(1, 0)), 0), new Length(20, 10));
        assertThat(simulated.throughput().mean()).isZero();
        assertThat(simulated.errorRate()).isZero();
        assertThat(simulated.clientMean()).isNaN();
        assertThat(simulated.clientP99()).isNaN();
    }

    @Test
    void open_arrivals_beyond_capacity_pile_up_before_the_threads() {
        var simulated = run(new Open(2_000), new Length(10, 10));
        var saturated = run(new Saturating(), new Length(10, 1_000));
        assertThat(simulated.throughput().mean())
                .isCloseTo(saturated.throughput().mean(), withPercentage(5));
        assertThat(simulated.clientMean()).isGreaterThan(3 * simulated.serverMean());
        assertThat(simulated.busy()).isCloseTo(200, withPercentage(0.001));
    }

    @Test
    void a_contended_database_stays_contended_and_the_two_starts_show_it() {
        var load = new Closed(1_200, 1);
        var length = new Length(30, 120);
        var wide = Simulation.compareStarts(CROWDED, load, new Limits(100, 200, Duration.ofSeconds(30)), length, 1);
        assertThat(wide.found()).isTrue();
        assertThat(wide.fromEmpty().throughput().mean()).isCloseTo(1_197, withPercentage(1));
        assertThat(wide.fromFull().throughput().mean())
                .isCloseTo(CROWDED.capacity().databaseSpeed(100) / 0.002, withPercentage(1));
    }

    @Test
    void a_pool_below_the_knee_has_one_state() {
        var length = new Length(30, 120);
        var narrow = Simulation.compareStarts(
                CROWDED, new Closed(1_200, 1), new Limits(12, 200, Duration.ofSeconds(30)), length, 1);
        assertThat(narrow.found()).isFalse();
        assertThat(narrow.fromFull().throughput().mean()).isCloseTo(1_197, withPercentage(1));
    }

    @Test
    void the_same_seed_gives_the_same_result_and_another_seed_another() {
        var lognormal =
                new ServiceModel(SERVICE.demand(), SERVICE.capacity(), SERVICE.barging(), new Variation(2, 0.5));
        var length = new Length(1, 20);
        for (Workload load : List.of(new Closed(300, 0.5), new Open(300), new Saturating())) {
            var first = Simulation.run(lognormal, load, Limits.DEFAULT, length, Start.FULL, 7);
            assertThat(Simulation.run(lognormal, load, Limits.DEFAULT, length, Start.FULL, 7))
                    .isEqualTo(first);
            assertThat(Simulation.run(lognormal, load, Limits.DEFAULT, length, Start.FULL, 8))
                    .isNotEqualTo(first);
        }
    }

    @Test
    void the_interval_holds_the_long_run_mean_in_most_runs() {
        double truth =
                run(new Saturating(), new Length(100, 10_000)).throughput().mean();
        int held = 0;
        for (int seed = 0; seed < 100; seed++) {
            var interval = Simulation.run(
                            SERVICE, new Saturating(), Limits.DEFAULT, new Length(5, 30), Start.EMPTY, seed)
                    .throughput();
            held += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        assertThat(held).isBetween(90, 100);
    }

    @Test
    void a_longer_run_allocates_no_more_than_a_short_one() {
        var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var load = new Closed(300, 0.5);
        run(load, new Length(1, 1));
        long before = bean.getCurrentThreadAllocatedBytes();
        run(load, new Length(1, 1));
        long shorter = bean.getCurrentThreadAllocatedBytes() - before;
        before = bean.getCurrentThreadAllocatedBytes();
        long requests = run(load, new Length(1, 1_000)).requests();
        long longer = bean.getCurrentThreadAllocatedBytes() - before;
        assertThat(requests).isGreaterThan(400_000);
        assertThat(longer - shorter).isLessThan(100_000);
    }

    @Test
    void what_cannot_be_simulated_is_refused() {
        assertThatThrownBy(() -> new Length(0, Double.POSITIVE_INFINITY)).hasMessageContaining("measured");
        assertThatThrownBy(() -> new Length(Double.NaN, 1)).hasMessageContaining("warm");
        assertThatThrownBy(() -> Simulation.run(
                        SERVICE,
                        new Open(1),
                        new Limits(1, 1, Durations.ofSeconds(1e-9)),
                        new Length(0, 1),
                        Start.EMPTY,
                        1))
                .hasMessageContaining("connectionTimeout")
                .hasMessageContaining("1.0E-9");
    }
}
