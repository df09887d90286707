package dev.poolfit.model.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.Demand;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Variation;
import dev.poolfit.model.Workload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each resource is named where it is the only one that is short, and where two are short one of the two. */
class BottleneckTest {
    private static final Workload MANY = new Workload.Closed(500, 0.1);

    @Test
    void the_cpu_of_the_service() {
        assertThat(bound(new Demand(0.02, 0.01, 0.001, 0.005, 1, false), 0, MANY, 50, 200))
                .isEqualTo(Bound.SERVICE_CPU);
    }

    @Test
    void the_cpu_of_the_database() {
        assertThat(bound(new Demand(0.001, 0, 0.02, 0.005, 1, false), 0, MANY, 50, 200))
                .isEqualTo(Bound.DATABASE_CPU);
    }

    @Test
    void the_pool_where_the_hold_is_long_and_every_cpu_idle() {
        assertThat(bound(new Demand(0.001, 0, 0.001, 0.3, 1, false), 0, MANY, 10, 100))
                .isEqualTo(Bound.HOLD);
    }

    @Test
    void the_pool_and_not_the_cpu_time_that_makes_up_the_hold() {
        assertThat(bound(new Demand(0.0001, 0, 0.02, 0, 1, false), 0, MANY, 1, 100))
                .isEqualTo(Bound.HOLD);
    }

    @Test
    void the_threads_where_fewer_than_the_connections() {
        assertThat(bound(new Demand(0.001, 0, 0.001, 0.3, 1, false), 0, MANY, 50, 10))
                .isEqualTo(Bound.THREADS);
    }

    @Test
    void contention_where_a_smaller_pool_gives_more() {
        assertThat(bound(new Demand(0.001, 0, 0.01, 0, 1, false), 0.01, MANY, 60, 200))
                .isEqualTo(Bound.CONTENTION);
    }

    @Test
    void the_load_where_everything_has_room() {
        Demand demand = new Demand(0.001, 0, 0.001, 0.01, 1, false);
        assertThat(bound(demand, 0, new Workload.Closed(5, 1), 50, 200)).isEqualTo(Bound.USERS);
        assertThat(bound(demand, 0, new Workload.Closed(1, 0), 50, 200)).isEqualTo(Bound.USERS);
        assertThat(bound(demand, 0, new Workload.Open(40), 50, 200)).isEqualTo(Bound.USERS);
    }

    @Test
    void nothing_but_the_load_where_arrivals_are_served_by_a_busy_database() {
        assertThat(bound(new Demand(0, 0, 0.02, 0, 1, false), 0, new Workload.Open(95), 50, 200))
                .isEqualTo(Bound.USERS);
    }

    @Test
    void the_cpu_where_pool_and_database_are_full_at_once() {
        assertThat(bound(new Demand(0, 0, 0.02, 0, 1, false), 0, new Workload.Saturating(), 2, 50))
                .isEqualTo(Bound.DATABASE_CPU);
    }

    @Test
    void the_pool_where_every_thread_has_one_connection_throughout() {
        assertThat(bound(new Demand(0.001, 0, 0.001, 0.3, 1, true), 0, new Workload.Saturating(), 10, 10))
                .isEqualTo(Bound.HOLD);
    }

    /** Two cores each. */
    private static Bound bound(Demand demand, double coherence, Workload workload, int pool, int threads) {
        ServiceModel model = new ServiceModel(demand, new Capacity(2, 2, 0, coherence), 0, Variation.USUAL);
        Limits limits = new Limits(pool, threads, Duration.ofSeconds(30));
        return Bottleneck.of(model, workload, limits, new FlowEquivalentSolver().solve(model, workload, limits));
    }
}
