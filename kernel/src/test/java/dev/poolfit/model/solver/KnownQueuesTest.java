package dev.poolfit.model.solver;

import static dev.poolfit.model.solver.FlowEquivalentSolverTest.model;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Where queueing theory has a formula, the solver gives its value. */
class KnownQueuesTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Percentage NEARLY = Percentage.withPercentage(1e-6);
    private final FlowEquivalentSolver solver = new FlowEquivalentSolver();

    @Test
    void users_of_one_cpu_are_the_machine_repair_model() {
        ServiceModel model = model(new Demand(0.02, 0, 0, 0, 1, false), 2, 1, 0, 0);
        Solution solution =
                solver.solve(model, new Workload.Closed(30, 0.3), new Limits(5, 200, Duration.ofSeconds(30)));
        double weight = 1;
        double sum = 1;
        double busy = 0;
        for (int n = 1; n <= 30; n++) {
            weight *= (31 - n) / 0.3 * 0.02 / Math.min(n, 2);
            sum += weight;
            busy += weight * Math.min(n, 2);
        }
        assertThat(solution.serviceCpu()).isCloseTo(busy / sum, within(1e-6));
        assertThat(solution.throughput()).isCloseTo(busy / sum / 0.02, within(1e-6));
    }

    @Test
    void a_pool_in_front_of_exponential_holds_is_a_multiple_server_queue() {
        // M/M/4 at a load of 0.75: Erlang's C is 0.509434.
        ServiceModel model = model(new Demand(0, 0, 0, 0.1, 1, false), 1, 1, 0, 0);
        Solution solution = solver.solve(model, new Workload.Open(30), new Limits(4, 5000, Duration.ofSeconds(30)));
        assertThat(solution.throughput()).isCloseTo(30, within(1e-6));
        assertThat(solution.active()).isCloseTo(3, within(1e-6));
        assertThat(solution.pending()).isCloseTo(0.5094339623 * 3, within(1e-6));
        assertThat(solution.response()).isCloseTo(0.1 + 0.5094339623 / 10, within(1e-6));
    }

    @Test
    void arrivals_at_a_cpu_of_several_cores_wait_as_erlang_has_it_however_few_the_threads() {
        ServiceModel model = model(new Demand(0.1, 0, 0, 0, 1, false), 4, 1, 0, 0);
        for (int threads : new int[] {4, 7, 300}) {
            Solution solution =
                    solver.solve(model, new Workload.Open(30), new Limits(1, threads, Duration.ofSeconds(30)));
            assertThat(solution.response()).isCloseTo(0.1 + 0.5094339623 / 10, within(1e-6));
        }
    }

    @Test
    void balanced_jobs_give_n_of_n_plus_one() {
        ServiceModel model = model(new Demand(0.01, 0, 0.01, 0, 1, false), 1, 1, 0, 0);
        for (int n : new int[] {1, 2, 7, 400}) {
            Solution solution =
                    solver.solve(model, new Workload.Saturating(), new Limits(n, n, Duration.ofSeconds(30)));
            assertThat(solution.throughput()).isCloseTo(100.0 * n / (n + 1), EXACT);
        }
    }

    @Test
    void a_fixed_hold_gives_pool_by_hold() {
        ServiceModel model = model(new Demand(0, 0, 0, 0.3125, 1, false), 4, 2, 0, 0);
        Solution solution = solver.solve(model, new Workload.Saturating(), new Limits(15, 100, Duration.ofSeconds(3)));
        assertThat(solution.throughput()).isCloseTo(48, EXACT);
        assertThat(solution.pending()).isCloseTo(85, EXACT);
        assertThat(solution.response()).isCloseTo(100 / 48.0, EXACT);
    }

    @Test
    void with_a_connection_for_every_thread_the_network_is_of_product_form() {
        var random = new RandomServices(5);
        for (int i = 0; i < 40; i++) {
            ServiceModel model = random.usual(true).model();
            int threads = 1 + i % 12;
            Solution solution = solver.solve(
                    model, new Workload.Saturating(), new Limits(threads, threads, Duration.ofSeconds(30)));
            double[] expected = productForm(model, threads);
            assertThat(solution.throughput()).isCloseTo(expected[0], NEARLY);
            assertThat(solution.active()).isCloseTo(expected[1], NEARLY);
            assertThat(solution.databaseCpu()).isCloseTo(expected[2], NEARLY);
        }
    }

    /** As a container's limit gives them: 250 millicores, or 1.5 cores. */
    @Test
    void fractions_of_a_core_keep_the_product_form() {
        var random = new RandomServices(6);
        for (int i = 0; i < 40; i++) {
            Capacity whole = random.usual(true).model().capacity();
            ServiceModel model = random.usual(false)
                    .with(new Capacity(
                            0.25 + 0.37 * (i % 10), whole.databaseCores(), whole.contention(), whole.coherence()))
                    .model();
            int threads = 1 + i % 12;
            Solution solution = solver.solve(
                    model, new Workload.Saturating(), new Limits(threads, threads, Duration.ofSeconds(30)));
            double[] expected = productForm(model, threads);
            assertThat(solution.throughput()).isCloseTo(expected[0], NEARLY);
            assertThat(solution.active()).isCloseTo(expected[1], NEARLY);
            assertThat(solution.databaseCpu()).isCloseTo(expected[2], NEARLY);
            assertThat(solution.throughput() * model.demand().serviceCpu())
                    .isLessThanOrEqualTo(model.capacity().serviceCores() * (1 + 1e-9));
        }
    }

    /** Throughput, connections and database cores by summing over every state. */
    private static double[] productForm(ServiceModel model, int requests) {
        Demand d = model.demand();
        Capacity c = model.capacity();
        double sum = 0;
        double throughput = 0;
        double active = 0;
        double cores = 0;
        for (int o = 0; o <= requests; o++) {
            for (int j = 0; o + j <= requests; j++) {
                for (int n = 0; o + j + n <= requests; n++) {
                    int waiting = requests - o - j - n;
                    double weight = 1;
                    for (int i = 1; i <= o + j; i++) {
                        weight *= (double) i / Math.min(i, c.serviceCores());
                        weight *= i <= o ? d.cpuOutside() / i : d.cpuHeld() / (i - o);
                    }
                    for (int i = 1; i <= n; i++) {
                        weight *= d.databaseCpu() / c.databaseSpeed(i);
                    }
                    for (int i = 1; i <= waiting; i++) {
                        weight *= d.delay() / i;
                    }
                    sum += weight;
                    throughput += weight * (n == 0 ? 0 : c.databaseSpeed(n)) / d.databaseCpu();
                    active += weight * (d.openInView() ? requests : requests - o);
                    cores += weight * Math.min(n, c.databaseCores());
                }
            }
        }
        return new double[] {throughput / sum, active / sum, cores / sum};
    }
}
