package dev.poolfit.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The parts of the simulated service, each by an example that can be worked out by hand. */
class StationsTest {
    @Test
    void a_number_adds_up_over_time() {
        var average = new TimeAverage();
        average.up(1);
        average.up(2);
        average.down(4);
        assertThat(average.area(4)).isEqualTo(5);
        assertThat(average.area(10)).isEqualTo(11);
    }

    /** A job of 1 s alone for 0.5 s, then beside one of 2 s: it ends after 1 s more, the other after 1.5 s more. */
    @Test
    void jobs_share_one_core_equally() {
        var core = new ProcessorSharing(1, 4, jobs -> 1);
        core.add(0, 1, 7);
        assertThat(core.nextAt).isEqualTo(1);
        core.add(0.5, 2, 8);
        assertThat(core.nextAt).isCloseTo(1.5, within(1e-12));
        assertThat(core.remove(1.5)).isEqualTo(7);
        assertThat(core.nextAt).isCloseTo(3, within(1e-12));
        assertThat(core.remove(3)).isEqualTo(8);
        assertThat(core.nextAt).isInfinite();
        assertThat(core.coreSeconds(5)).isCloseTo(3, within(1e-12));
    }

    @Test
    void no_job_has_more_than_one_of_two_cores() {
        var cores = new ProcessorSharing(2, 4, jobs -> Math.min(jobs, 2));
        cores.add(0, 1, 1);
        cores.add(0, 1, 2);
        assertThat(cores.nextAt).isEqualTo(1);
        cores.add(0, 1, 3);
        assertThat(cores.nextAt).isCloseTo(1.5, within(1e-12));
        assertThat(cores.coreSeconds(0.5)).isCloseTo(1, within(1e-12));

        var idle = new ProcessorSharing(2, 4, jobs -> Math.min(jobs, 2));
        idle.add(0, 1, 1);
        assertThat(idle.coreSeconds(0.5)).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void delays_of_one_length_end_in_their_order_and_others_by_their_end() {
        var constant = new Delay(true, 4);
        constant.add(0, 2, 3);
        constant.add(1, 2, 1);
        assertThat(constant.nextAt).isEqualTo(2);
        assertThat(constant.remove()).isEqualTo(3);
        assertThat(constant.nextAt).isEqualTo(3);
        assertThat(constant.remove()).isEqualTo(1);
        assertThat(constant.nextAt).isInfinite();

        var any = new Delay(false, 4);
        any.add(0, 5, 3);
        any.add(1, 2, 1);
        assertThat(any.nextAt).isEqualTo(3);
        assertThat(any.remove()).isEqualTo(1);
        assertThat(any.nextAt).isEqualTo(5);
    }

    @Test
    void a_queue_keeps_its_order_while_it_grows() {
        var queue = new AcceptQueue(2);
        var expected = new ArrayDeque<Double>();
        var random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            if (expected.isEmpty() || random.nextInt(100) < (i < 5_000 ? 60 : 40)) {
                queue.add(i);
                expected.add((double) i);
            } else {
                assertThat(queue.remove()).isEqualTo(expected.remove());
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
