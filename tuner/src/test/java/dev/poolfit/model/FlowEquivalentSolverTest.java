package dev.poolfit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The solver is exact where a closed form is known, and keeps the laws of queueing everywhere. */
class FlowEquivalentSolverTest {
    private final FlowEquivalentSolver solver = new FlowEquivalentSolver();

    /** M/M/c//N: the machine-repair model, by its textbook sum. */
    @Test
    void users_of_one_cpu_are_the_machine_repair_model() {
        ServiceModel model = model(new Demand(0.02, 0, 0, 0, 1, false), 2, 1, 0, 0);
        Solution solution = solver.solve(model, new Workload.Closed(30, 0.3), new Limits(5, 200, 30));
        double weight = 1;
        double sum = 1;
        double busy = 0;
        for (int n = 1; n <= 30; n++) {
            weight *= (31 - n) / 0.3 * 0.02 / Math.min(n, 2);
            sum += weight;
            busy += weight * Math.min(n, 2);
        }
        assertThat(solution.throughput()).isCloseTo(busy / sum / 0.02, within(1e-6));
        assertThat(solution.serviceCpu()).isCloseTo(busy / sum, within(1e-6));
    }

    static ServiceModel model(Demand demand, int serviceCores, int databaseCores, double sigma, double kappa) {
        return new ServiceModel(demand, new Capacity(serviceCores, databaseCores, sigma, kappa), 0, Variation.USUAL);
    }
}
