package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Demand;
import dev.poolfit.model.ServiceModel;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The coordinates of the fit and what they stand for: a hold of 50 ms, of which 5 ms compute and 9 ms are the database's. */
class ParameterSpaceTest {
    private static final ParameterSpace SPACE = new ParameterSpace(0.05, 0);
    private static final double[] POINT = SPACE.at(0.05, 0.005, 0.009, 0.002);

    private static ServiceModel model(boolean shared) {
        return SPACE.model(POINT, new Hypothesis(2, 4, false, shared, 3, 1), 0.1);
    }

    @Test
    void a_point_of_some_demands_is_a_model_with_them() {
        Demand demand = model(false).demand();
        assertThat(demand.acquisitions()).isEqualTo(3);
        assertThat(demand.openInView()).isFalse();
        assertThat(demand.cpuOutside()).isCloseTo(0.002, within(1e-12));
        assertThat(demand.cpuHeld()).isCloseTo(0.005, within(1e-12));
        assertThat(demand.databaseCpu()).isCloseTo(0.009, within(1e-12));
        assertThat(demand.delay()).isCloseTo(0.036, within(1e-12));
        assertThat(SPACE.databaseCpu(POINT)).isCloseTo(0.009, within(1e-12));
    }

    @Test
    void on_shared_cores_the_database_computes_on_those_of_the_service() {
        Demand demand = model(true).demand();
        assertThat(demand.cpuHeld()).isCloseTo(0.014, within(1e-12));
        assertThat(demand.databaseCpu()).isZero();
    }

    @Test
    void both_sets_of_coordinates_tell_the_same_point() {
        var random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            double[] theta = SPACE.start();
            for (int k = 0; k < theta.length; k++) {
                theta[k] += 2 * random.nextGaussian();
            }
            double[] again = SPACE.ofDemands(SPACE.demands(theta));
            assertThat(again).containsExactly(theta, within(1e-9));
        }
        double[] demands = SPACE.demands(POINT);
        assertThat(Math.exp(demands[0])).isCloseTo(0.036, within(1e-12));
        assertThat(Math.exp(demands[1])).isCloseTo(0.005, within(1e-12));
        assertThat(Math.exp(demands[2])).isCloseTo(0.009, within(1e-12));
        assertThat(Math.exp(demands[3])).isCloseTo(0.002, within(1e-12));
    }

    @Test
    void a_think_time_is_a_coordinate_only_where_one_is_fitted_and_stays_below_the_longest() {
        var thinking = new ParameterSpace(0.05, 4);
        assertThat(thinking.size()).isEqualTo(SPACE.size() + 1);
        double[] theta = thinking.start();
        assertThat(thinking.think(theta)).isEqualTo(2);
        theta[ParameterSpace.THINK] = 30;
        assertThat(thinking.think(theta)).isLessThanOrEqualTo(4);
        assertThat(SPACE.think(POINT)).isZero();
    }

    @Test
    void the_start_is_no_surprise_and_a_hold_that_is_longer_by_what_is_in_doubt_is_one_deviation() {
        double[] surprises = new double[SPACE.surprises()];
        double[] theta = SPACE.start();
        SPACE.surprises(theta, surprises, 0);
        assertThat(surprises[ParameterSpace.HOLD]).isZero();
        theta[ParameterSpace.HOLD] += 1.5;
        SPACE.surprises(theta, surprises, 0);
        assertThat(surprises[ParameterSpace.HOLD]).isCloseTo(1, within(1e-12));
    }
}
