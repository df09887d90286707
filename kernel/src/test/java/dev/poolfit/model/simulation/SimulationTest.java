package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.Workload.Closed;
import dev.poolfit.model.Workload.Open;
import dev.poolfit.model.Workload.Saturating;
import dev.poolfit.model.simulation.Simulation.Length;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where queueing theory has an exact answer, the simulation gives it. */
class SimulationTest {
    private static final Capacity ONE_CORE_EACH = new Capacity(1, 1, 0, 0);
    private static final Variation EXPONENTIAL = new Variation(1, 1);
    private static final Limits PLENTY = new Limits(5_000, 5_000, Duration.ofSeconds(1_000_000));
    private static final Length LONG = new Length(100, 20_000);

    private static Simulated run(
            Demand demand, Capacity capacity, Variation variation, Workload load, Limits limits, Length length) {
        return Simulation.run(new ServiceModel(demand, capacity, 0, variation), load, limits, length, Start.EMPTY, 1);
    }

    private static Demand delay(double seconds) {
        return new Demand(0, 0, 0, seconds, 1, false);
    }

    private static Demand databaseCpu(double seconds) {
        return new Demand(0, 0, seconds, 0, 1, false);
    }

    @Test
    void one_connection_with_exponential_holds_is_the_single_server_queue() {
        var one = run(
                delay(0.01),
                ONE_CORE_EACH,
                EXPONENTIAL,
                new Open(80),
                new Limits(1, 5_000, Duration.ofSeconds(1_000_000)),
                LONG);
        assertThat(one.throughput().mean()).isCloseTo(80, withPercentage(0.5));
        assertThat(one.clientMean()).isCloseTo(1 / (100.0 - 80), withPercentage(2));
        assertThat(one.clientP99()).isCloseTo(Math.log(100) / (100 - 80), withPercentage(3));
        assertThat(one.active()).isCloseTo(0.8, withPercentage(1));
        assertThat(one.pending()).isCloseTo(0.8 * 0.8 / 0.2, withPercentage(3));
    }

    @Test
    void as_many_threads_as_servers_are_the_many_server_queue() {
        int servers = 4;
        double offered = 3.2;
        var many = run(
                delay(0.01),
                ONE_CORE_EACH,
                EXPONENTIAL,
                new Open(offered / 0.01),
                new Limits(10, servers, Duration.ofSeconds(30)),
                LONG);
        double wait = erlangC(servers, offered) * 0.01 / (servers - offered);
        assertThat(many.clientMean()).isCloseTo(0.01 + wait, withPercentage(1));
        assertThat(many.serverMean()).isCloseTo(0.01, withPercentage(0.5));
        assertThat(many.serverP99()).isCloseTo(0.01 * Math.log(100), withPercentage(1));
        assertThat(many.busy()).isCloseTo(offered, withPercentage(0.5));
    }

    private static double erlangC(int servers, double offered) {
        double blocking = 1;
        for (int n = 1; n <= servers; n++) {
            blocking = offered * blocking / (n + offered * blocking);
        }
        return blocking / (1 - offered / servers * (1 - blocking));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1, 2})
    void a_shared_cpu_answers_as_fast_on_average_however_demands_vary(double variation) {
        var database = run(databaseCpu(0.01), ONE_CORE_EACH, new Variation(variation, 0), new Open(70), PLENTY, LONG);
        assertThat(database.clientMean()).isCloseTo(0.01 / 0.3, withPercentage(2));
        assertThat(database.databaseCpu()).isCloseTo(0.7, withPercentage(1));

        var twoCores = new Capacity(2, 1, 0, 0);
        var service = run(
                new Demand(0.02, 0, 0, 0, 1, true), twoCores, new Variation(variation, 0), new Open(75), PLENTY, LONG);
        assertThat(service.clientMean()).isCloseTo(0.02 + erlangC(2, 1.5) * 0.02 / (2 - 1.5), withPercentage(2));
        assertThat(service.serviceCpu()).isCloseTo(1.5, withPercentage(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2})
    void thinking_users_before_a_database_that_contention_slows_are_the_machine_repair_model(double variation) {
        int users = 40;
        double think = 0.5;
        var capacity = new Capacity(1, 3, 0.03, 0.001);
        double weight = 1;
        double weights = 1;
        double served = 0;
        for (int n = 1; n <= users; n++) {
            double rate = capacity.databaseSpeed(n) / 0.03;
            weight *= (users - n + 1) / think / rate;
            weights += weight;
            served += weight * rate;
        }
        var simulated =
                run(databaseCpu(0.03), capacity, new Variation(variation, 0), new Closed(users, think), PLENTY, LONG);
        assertThat(simulated.throughput().mean()).isCloseTo(served / weights, withPercentage(0.5));
        assertThat(simulated.clientMean()).isCloseTo(users * weights / served - think, withPercentage(1.5));
    }

    @Test
    void a_saturated_pool_with_a_fixed_hold_answers_exactly_pool_over_hold() {
        var simulated = run(
                delay(0.3),
                ONE_CORE_EACH,
                Variation.USUAL,
                new Saturating(),
                new Limits(10, 100, Duration.ofSeconds(30)),
                new Length(30, 300));
        assertThat(simulated.throughput().mean()).isCloseTo(10 / 0.3, withPercentage(0.01));
        assertThat(simulated.active()).isCloseTo(10, withPercentage(0.01));
        assertThat(simulated.pending()).isCloseTo(90, withPercentage(0.01));
        assertThat(simulated.usage()).isCloseTo(0.3, withPercentage(0.01));
        assertThat(simulated.serverMean()).isCloseTo(100 * 0.3 / 10, withPercentage(0.01));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void littles_law_holds_at_every_station(boolean openInView) {
        var model = new ServiceModel(
                new Demand(0.004, 0.002, 0.005, 0.02, 3, openInView), new Capacity(2, 2, 0, 0), 0.3, Variation.USUAL);
        var length = new Length(100, 8_000);
        var simulated = Simulation.run(
                model, new Closed(120, 0.2), new Limits(8, 30, Duration.ofSeconds(1_000_000)), length, Start.EMPTY, 1);
        double rate = simulated.throughput().mean();
        assertThat(rate * (simulated.clientMean() + 0.2)).isCloseTo(120, withPercentage(0.1));
        assertThat(rate * simulated.serverMean()).isCloseTo(simulated.busy(), withPercentage(0.1));
        assertThat(simulated.acquisitions() * simulated.acquire()).isCloseTo(simulated.pending(), withPercentage(0.1));
        assertThat(simulated.acquisitions() * simulated.usage()).isCloseTo(simulated.active(), withPercentage(0.1));
        assertThat(simulated.acquisitions()).isCloseTo(rate * (openInView ? 1 : 3), withPercentage(0.1));
        assertThat(simulated.serviceCpu()).isCloseTo(rate * 0.006, withPercentage(0.5));
        assertThat(simulated.databaseCpu()).isCloseTo(rate * 0.005, withPercentage(0.5));
        assertThat(simulated.busy()).isGreaterThan(29);
    }

    @Test
    void only_the_client_sees_the_wait_for_a_thread() {
        var simulated = run(
                delay(0.1),
                ONE_CORE_EACH,
                Variation.USUAL,
                new Closed(50, 0),
                new Limits(10, 5, Duration.ofSeconds(30)),
                LONG);
        assertThat(simulated.throughput().mean()).isCloseTo(5 / 0.1, withPercentage(0.1));
        assertThat(simulated.serverMean()).isCloseTo(0.1, withPercentage(0.1));
        assertThat(simulated.clientMean()).isCloseTo(50 * 0.1 / 5, withPercentage(0.1));
    }
}
