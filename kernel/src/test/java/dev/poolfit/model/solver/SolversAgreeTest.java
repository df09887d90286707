package dev.poolfit.model.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulation;
import dev.poolfit.model.simulation.Start;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The solver and the simulation, which have nothing in common but the model, give the same throughput. */
class SolversAgreeTest {
    private static final int SERVICES = 60;
    private static final double REQUESTS = 40_000;

    @Test
    void throughput_is_that_of_the_simulation_whatever_the_service() {
        var random = new RandomServices(37);
        double[] errors = new double[SERVICES];
        double[] ofDatabase = new double[SERVICES];
        for (int i = 0; i < SERVICES; i++) {
            RandomServices.Case each = random.usual(i % 2 == 0);
            Solution solved = each.solve();
            double seconds = REQUESTS / solved.throughput();
            double warm = Math.max(20 * (solved.response() + each.users().think()), seconds / 10);
            Simulated simulated = Simulation.run(
                    each.model(), each.users(), each.limits(), new Simulation.Length(warm, seconds), Start.EMPTY, i);
            errors[i] = Math.abs(solved.throughput() / simulated.throughput().mean() - 1);
            ofDatabase[i] = Math.abs(solved.databaseCpu() / simulated.databaseCpu() - 1);
        }
        Arrays.sort(errors);
        Arrays.sort(ofDatabase);
        assertThat(errors[SERVICES / 2]).as("median error of throughput").isLessThan(0.005);
        assertThat(errors[SERVICES - 4]).as("95th percentile").isLessThan(0.02);
        assertThat(ofDatabase[SERVICES / 2]).as("median error of database CPU").isLessThan(0.01);
    }
}
