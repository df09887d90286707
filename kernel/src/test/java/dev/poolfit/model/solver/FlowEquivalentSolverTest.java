package dev.poolfit.model.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The solver keeps the laws of queueing everywhere. */
class FlowEquivalentSolverTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Percentage NEARLY = Percentage.withPercentage(1e-6);

    private final FlowEquivalentSolver solver = new FlowEquivalentSolver();

    @Test
    void contention_keeps_the_database_busier_than_its_work() {
        Demand demand = new Demand(0.001, 0, 0.01, 0, 1, false);
        Solution calm = solver.solve(
                model(demand, 4, 2, 0, 0), new Workload.Closed(50, 1), new Limits(10, 50, Duration.ofSeconds(30)));
        Solution contended = solver.solve(
                model(demand, 4, 2, 0.05, 0.01),
                new Workload.Closed(50, 1),
                new Limits(10, 50, Duration.ofSeconds(30)));
        assertThat(calm.databaseCpu()).isCloseTo(calm.throughput() * 0.01, EXACT);
        assertThat(contended.databaseCpu()).isGreaterThan(1.02 * contended.throughput() * 0.01);
    }

    @Test
    void no_solution_breaks_a_bound_of_its_resources() {
        var random = new RandomServices(11);
        for (int i = 0; i < 1000; i++) {
            RandomServices.Case each = random.usual(true);
            Solution solution = each.solve();
            Demand demand = each.model().demand();
            Capacity capacity = each.model().capacity();
            Limits limits = each.limits();
            double most = each.users().users() / (each.users().think() + demand.loneResponse());
            most = Math.min(most, limits.pool() / demand.loneHold());
            most = Math.min(most, limits.threads() / demand.loneResponse());
            most = Math.min(most, capacity.serviceCores() / demand.serviceCpu());
            most = Math.min(most, capacity.databaseCores() / demand.databaseCpu());
            assertThat(solution.throughput()).isPositive().isLessThanOrEqualTo(most * (1 + 1e-9));
            keepsTheLaws(each, solution);
        }
    }

    @Test
    void models_of_any_size_are_solved_in_numbers() {
        var random = new RandomServices(13);
        for (int i = 0; i < 2000; i++) {
            RandomServices.Case each = random.extreme();
            keepsTheLaws(each, each.solve());
        }
    }

    private static void keepsTheLaws(RandomServices.Case each, Solution solution) {
        double users = each.users().users();
        double slack = 1e-6 * users;
        assertThat(solution.throughput())
                .as("throughput of %s", each)
                .isPositive()
                .isFinite();
        assertThat(solution.throughput() * (solution.response() + each.users().think()))
                .as("Little's law in %s", each)
                .isCloseTo(users, within(slack));
        assertThat(solution.busy()).as("busy").isBetween(0.0, each.limits().threads() + slack);
        assertThat(solution.active()).as("active").isBetween(0.0, each.limits().pool() + slack);
        assertThat(solution.pending()).as("pending").isBetween(-1e-9, users);
        assertThat(solution.active() + solution.pending())
                .as("connections held and wanted in %s", each)
                .isLessThanOrEqualTo(solution.busy() + slack);
        assertThat(solution.serviceCpu())
                .as("service's cores in %s", each)
                .isBetween(0.0, each.model().capacity().serviceCores() * (1 + 1e-6));
        assertThat(solution.databaseCpu())
                .as("database's cores in %s", each)
                .isBetween(0.0, each.model().capacity().databaseCores() * (1 + 1e-6));
    }

    @Test
    void more_of_anything_never_gives_less_where_nothing_contends() {
        var random = new RandomServices(17);
        for (int i = 0; i < 300; i++) {
            RandomServices.Case each = random.usual(false);
            double before = each.solve().throughput() * (1 - 1e-9);
            int pool = each.limits().pool();
            int threads = each.limits().threads();
            Capacity capacity = each.model().capacity();
            var more = List.of(
                    each.with(pool + 1, threads),
                    each.with(pool, threads + 1),
                    each.with(new Capacity(capacity.serviceCores() + 1, capacity.databaseCores(), 0, 0)),
                    each.with(new Capacity(capacity.serviceCores(), capacity.databaseCores() + 1, 0, 0)));
            for (RandomServices.Case larger : more) {
                assertThat(larger.solve().throughput()).as("%s", larger).isGreaterThanOrEqualTo(before);
            }
        }
    }

    @Test
    void where_coherence_costs_there_is_a_best_pool() {
        ServiceModel model = model(new Demand(0.001, 0, 0.005, 0.005, 1, false), 4, 4, 0.01, 0.01);
        int[] pools = IntStream.rangeClosed(1, 60).toArray();
        double[][] grid = solver.throughput(model, new Workload.Saturating(), pools, new int[] {100});
        int best = IntStream.range(0, 60)
                .reduce((a, b) -> grid[a][0] >= grid[b][0] ? a : b)
                .orElseThrow();
        assertThat(pools[best]).isBetween(5, 20);
        assertThat(grid[59][0]).isLessThan(0.5 * grid[best][0]);
    }

    @Test
    void a_grid_is_what_its_cells_are_one_by_one() {
        var random = new RandomServices(19);
        int[] pools = {30, 1, 7, 500, 7};
        int[] threads = {12, 400, 1, 33};
        for (int i = 0; i < 60; i++) {
            RandomServices.Case each = random.usual(true);
            for (Workload workload : List.of(each.users(), new Workload.Open(50), new Workload.Saturating())) {
                double[][] grid = solver.throughput(each.model(), workload, pools, threads);
                for (int p = 0; p < pools.length; p++) {
                    for (int t = 0; t < threads.length; t++) {
                        Solution alone = solver.solve(
                                each.model(), workload, new Limits(pools[p], threads[t], Duration.ofSeconds(30)));
                        assertThat(grid[p][t]).isCloseTo(alone.throughput(), NEARLY);
                    }
                }
            }
        }
    }

    @Test
    void several_pools_in_one_pass_are_what_they_are_one_by_one() {
        var random = new RandomServices(37);
        int[] pools = {30, 1, 7, 500, 7};
        for (int i = 0; i < 60; i++) {
            RandomServices.Case each = random.usual(true);
            for (Workload workload : List.of(each.users(), new Workload.Open(50), new Workload.Saturating())) {
                Solution[] together = solver.solve(each.model(), workload, 33, pools);
                for (int p = 0; p < pools.length; p++) {
                    var limits = new Limits(pools[p], 33, Duration.ofSeconds(30));
                    assertThat(together[p]).isEqualTo(solver.solve(each.model(), workload, limits));
                }
            }
        }
    }

    @Test
    void arrivals_faster_than_service_wait_for_ever() {
        ServiceModel model = model(new Demand(0, 0, 0, 0.1, 1, false), 1, 1, 0, 0);
        Solution solution = solver.solve(model, new Workload.Open(41), new Limits(4, 50, Duration.ofSeconds(30)));
        assertThat(solution.throughput()).isCloseTo(40, EXACT);
        assertThat(solution.response()).isInfinite();
        assertThat(solution.busy()).isEqualTo(50);
        assertThat(solution.pending()).isCloseTo(46, EXACT);
    }

    @Test
    void a_ramp_is_solved_at_its_most_users() {
        ServiceModel model = new RandomServices(23).usual(true).model();
        var ramp = new Workload.Ramp(3, List.of(new Workload.Stage(10, 80), new Workload.Stage(10, 0)), 0.2);
        assertThat(solver.solve(model, ramp, Limits.DEFAULT))
                .isEqualTo(solver.solve(model, new Workload.Closed(80, 0.2), Limits.DEFAULT));
    }

    @Test
    void without_users_nothing_happens() {
        ServiceModel model = new RandomServices(29).usual(true).model();
        var nobody = new Workload.Ramp(0, List.of(new Workload.Stage(10, 0)), 0.2);
        Solution solution = solver.solve(model, nobody, Limits.DEFAULT);
        assertThat(solution.throughput()).isZero();
        assertThat(solution.busy()).isZero();
        double[][] grid = solver.throughput(model, nobody, new int[] {5}, new int[] {5});
        assertThat(Arrays.deepToString(grid)).isEqualTo("[[0.0]]");
    }

    @Test
    void several_acquisitions_share_the_hold_and_change_no_throughput() {
        Demand once = new Demand(0.002, 0.003, 0.004, 0.02, 1, false);
        Demand often = new Demand(0.002, 0.003, 0.004, 0.02, 5, false);
        var users = new Workload.Closed(60, 0.1);
        assertThat(solver.solve(model(often, 2, 2, 0, 0), users, Limits.DEFAULT))
                .isEqualTo(solver.solve(model(once, 2, 2, 0, 0), users, Limits.DEFAULT));
    }

    @Test
    void a_grid_refuses_a_pool_of_none() {
        ServiceModel model = new RandomServices(31).usual(true).model();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> solver.throughput(model, new Workload.Open(1), new int[] {3, 0}, new int[] {5}))
                .withMessageContaining("pools must be at least 1");
    }

    static ServiceModel model(Demand demand, int serviceCores, int databaseCores, double sigma, double kappa) {
        return new ServiceModel(demand, new Capacity(serviceCores, databaseCores, sigma, kappa), 0, Variation.USUAL);
    }
}
