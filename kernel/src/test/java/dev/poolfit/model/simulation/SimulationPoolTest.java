package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.Workload.Closed;
import dev.poolfit.model.Workload.Saturating;
import dev.poolfit.model.simulation.Simulation.Length;
import dev.poolfit.units.Durations;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections are waited for, held and missed as in a pool that does not serve in order. */
class SimulationPoolTest {
    private static final Capacity CORES = new Capacity(2, 2, 0, 0);
    private static final Demand HOLD_300_MS = new Demand(0, 0, 0, 0.3, 1, false);
    private static final Length LONG = new Length(200, 20_000);
    private static final Workload ONE_USER = new Closed(1, 1);

    private static Simulated run(Demand demand, double barging, Workload load, Limits limits) {
        var model = new ServiceModel(demand, CORES, barging, new Variation(0, 0));
        return Simulation.run(model, load, limits, LONG, Start.EMPTY, 5);
    }

    /** (T−P)h/P, the time in which the whole line of waiters is served. */
    private static double round(Limits limits) {
        return (limits.threads() - limits.pool()) * 0.3 / limits.pool();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2, 0.43, 0.6, 0.8})
    void barging_leaves_the_mean_wait_as_it_is(double barging) {
        var limits = new Limits(10, 100, Duration.ofSeconds(1_000_000));
        var simulated = run(HOLD_300_MS, barging, new Saturating(), limits);
        assertThat(simulated.throughput().mean()).isCloseTo(10 / 0.3, withPercentage(0.1));
        assertThat(simulated.acquire()).isCloseTo(round(limits), withPercentage(1));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.3", "10, 0.43", "20, 0.43", "40, 0.43", "10, 0.6", "30, 0.6", "10, 0.8"})
    void barging_stretches_the_99th_percentile_as_the_law_of_rounds_says(int pool, double barging) {
        var limits = new Limits(pool, 100, Duration.ofSeconds(1_000_000));
        var simulated = run(HOLD_300_MS, barging, new Saturating(), limits);
        double law = 0.3 + round(limits) * Math.log(0.01 / (1 - barging)) / Math.log(barging);
        assertThat(simulated.serverP99()).isCloseTo(law, withPercentage(20));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.43", "2, 0.43", "3, 0.43", "4, 0.43", "1, 0.2", "2, 0.2", "4, 0.6"})
    void the_share_of_timeouts_is_that_of_waits_of_more_rounds_than_the_timeout_has(int rounds, double barging) {
        double timeout = (rounds + 0.5) * round(new Limits(10, 100, Duration.ofSeconds(1)));
        var simulated = run(HOLD_300_MS, barging, new Saturating(), new Limits(10, 100, Durations.ofSeconds(timeout)));
        double law = (1 - barging) * Math.pow(barging, rounds);
        assertThat(simulated.errorRate()).isCloseTo(law, withPercentage(40));
    }

    /** HikariHandOff with a core busy: 41.1 % taken out of turn at a pool of 50, 30.6 % of timeouts at one of 10. */
    @Test
    void many_timeouts_do_not_breed_more_of_themselves_than_with_HikariCP() {
        var simulated = run(HOLD_300_MS, 0.411, new Saturating(), new Limits(10, 100, Duration.ofSeconds(3)));
        assertThat(simulated.errorRate()).isCloseTo(0.306, withPercentage(15));
    }

    @Test
    void nobody_times_out_when_connections_go_round_in_order() {
        var simulated = run(HOLD_300_MS, 0, new Saturating(), new Limits(10, 100, Duration.ofSeconds(3)));
        assertThat(simulated.errorRate()).isZero();
        assertThat(simulated.serverP99()).isCloseTo(3, withPercentage(0.5));
    }

    @Test
    void a_failed_request_lasts_as_long_as_the_timeout_and_does_no_work() {
        var simulated =
                run(new Demand(0, 0, 0, 10, 1, false), 0, new Saturating(), new Limits(1, 2, Durations.ofSeconds(0.5)));
        assertThat(simulated.throughput().mean()).isCloseTo(0.1, withPercentage(0.5));
        assertThat(simulated.errorRate()).isCloseTo(20.0 / 21, withPercentage(1));
        assertThat(simulated.acquisitions()).isCloseTo(0.1, withPercentage(0.5));
        assertThat(simulated.busy()).isCloseTo(2, withPercentage(0.1));
    }

    @Test
    void a_lone_request_takes_the_sum_of_its_demands() {
        var simulated = run(new Demand(0.004, 0.002, 0.003, 0.01, 1, false), 0, ONE_USER, Limits.DEFAULT);
        assertThat(simulated.clientMean()).isCloseTo(0.019, withPercentage(0.001));
        assertThat(simulated.clientP99()).isCloseTo(0.019, withPercentage(0.4));
        assertThat(simulated.usage()).isCloseTo(0.015, withPercentage(0.001));
        assertThat(simulated.events()).isCloseTo(6 * simulated.requests(), within(6L));
    }

    @Test
    void open_session_in_view_holds_the_connection_throughout() {
        var simulated = run(new Demand(0.004, 0.002, 0.003, 0.01, 1, true), 0, ONE_USER, Limits.DEFAULT);
        assertThat(simulated.usage()).isCloseTo(0.019, withPercentage(0.001));

        var slowView = new Demand(0.02, 0, 0, 0.02, 1, true);
        var limits = new Limits(1, 50, Duration.ofSeconds(30));
        assertThat(run(slowView, 0, new Saturating(), limits).throughput().mean())
                .isCloseTo(1 / 0.04, withPercentage(0.1));
        var closed = new Demand(0.02, 0, 0, 0.02, 1, false);
        assertThat(run(closed, 0, new Saturating(), limits).throughput().mean())
                .isCloseTo(1 / 0.02, withPercentage(0.1));
    }

    @Test
    void several_acquisitions_share_the_demands_in_the_hold() {
        var simulated = run(new Demand(0.004, 0.002, 0.003, 0.01, 5, false), 0, ONE_USER, Limits.DEFAULT);
        assertThat(simulated.acquisitions())
                .isCloseTo(5 * simulated.throughput().mean(), withPercentage(0.1));
        assertThat(simulated.usage()).isCloseTo(0.015 / 5, withPercentage(0.001));
        assertThat(simulated.clientMean()).isCloseTo(0.019, withPercentage(0.001));

        var held = run(new Demand(0.004, 0.002, 0.003, 0.01, 5, true), 0, ONE_USER, Limits.DEFAULT);
        assertThat(held.acquisitions()).isCloseTo(held.throughput().mean(), withPercentage(0.1));
        assertThat(held.usage()).isCloseTo(0.019, withPercentage(0.001));
    }

    @Test
    void a_request_that_needs_no_database_still_needs_a_connection_for_no_time() {
        var simulated =
                run(new Demand(0.1, 0, 0, 0, 3, false), 0, new Saturating(), new Limits(1, 50, Duration.ofSeconds(1)));
        assertThat(simulated.throughput().mean()).isCloseTo(2 / 0.1, withPercentage(0.1));
        assertThat(simulated.errorRate()).isZero();
        assertThat(simulated.usage()).isZero();
    }
}
