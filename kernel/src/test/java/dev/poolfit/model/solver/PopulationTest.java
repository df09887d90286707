package dev.poolfit.model.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.model.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How requests come, and how many wait for a thread. */
class PopulationTest {
    /** Five users who think for 1 s, one thread of 2/s: the states weigh 1, 4/2, 3·4/2², … beyond the first. */
    @Test
    void users_who_think_wait_as_in_a_machine_repair_model() {
        Population users = Population.of(new Workload.Closed(5, 1));
        double[] weights = {1, 4 / 2.0, 4 * 3 / 4.0, 4 * 3 * 2 / 8.0, 4 * 3 * 2 / 16.0};
        double sum = 0;
        double waiting = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            waiting += i * weights[i];
        }
        Population.Queue queue = users.beyond(1, 2);
        assertThat(queue.noneShare()).isCloseTo(1 / sum, within(1e-12));
        assertThat(queue.waiting()).isCloseTo(waiting / sum, within(1e-12));
        assertThat(users.coming(2)).isEqualTo(3);
    }

    @Test
    void so_many_users_that_weights_would_overflow_nearly_all_wait() {
        Population.Queue queue = Population.of(new Workload.Closed(5000, 0.001)).beyond(10, 1);
        assertThat(queue.waiting()).isCloseTo(5000 - 10 - 0.001, within(0.01));
        assertThat(queue.noneShare()).isPositive().isLessThan(1e-200);
    }

    @Test
    void no_more_threads_are_busy_than_there_are_users_and_all_of_those_where_nobody_thinks() {
        Population thinking = Population.of(new Workload.Closed(5, 1));
        Population eager = Population.of(new Workload.Closed(5, 0));
        assertThat(thinking.mostBusy(8)).isEqualTo(5);
        assertThat(thinking.leastBusy(8)).isZero();
        assertThat(eager.leastBusy(8)).isEqualTo(5);
        assertThat(eager.leastBusy(3)).isEqualTo(3);
    }

    /** M/M/1 at 75 %: nobody waits beyond for 25 %, and 3 wait in the mean. */
    @Test
    void arrivals_at_random_wait_as_in_a_single_queue_that_overflows_from_the_full_rate_on() {
        Population arrivals = Population.of(new Workload.Open(150));
        assertThat(arrivals.beyond(10, 200)).isEqualTo(new Population.Queue(0.25, 3));
        assertThat(arrivals.beyond(10, 150)).isEqualTo(new Population.Queue(0, Double.POSITIVE_INFINITY));
        assertThat(arrivals.coming(1000)).isEqualTo(150);
        assertThat(arrivals.leastBusy(7)).isZero();
    }

    @Test
    void a_ramp_counts_with_the_most_users_that_it_has() {
        var ramp = new Workload.Ramp(5, List.of(new Workload.Stage(30, 40), new Workload.Stage(30, 10)), 2);
        assertThat(Population.of(ramp)).isEqualTo(new Population.Users(40, 2));
    }

    @Test
    void saturating_load_keeps_every_thread_busy() {
        Population saturating = Population.of(new Workload.Saturating());
        assertThat(saturating.leastBusy(7)).isEqualTo(7);
        assertThat(saturating.coming(3)).isInfinite();
    }
}
