package dev.poolfit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

/** What a slice says of the durations that it counted. */
class SliceTest {
    @Test
    void a_percentile_is_within_half_a_per_cent_of_the_duration_at_its_rank() {
        for (double shortest = 0.5; shortest < 5e11; shortest *= 1.37) {
            var slice = new Slice();
            for (int i = 1; i <= 1000; i++) {
                slice.add(shortest * (1 + i / 1000.0), false);
            }
            assertThat(slice.percentile(99)).isCloseTo(shortest * 1.99, withinPercentage(0.5));
        }
    }

    @Test
    void no_percentile_is_above_the_longest_duration() {
        var slice = new Slice();
        slice.add(0, true);
        assertThat(slice.percentile(99)).isZero();
        slice.add(1e12, false);
        assertThat(slice.percentile(100)).isEqualTo(1e12);
    }

    @Test
    void two_slices_say_together_what_one_says() {
        var one = new Slice();
        var sum = new Slice();
        for (int i = 1; i <= 10; i++) {
            var part = new Slice();
            part.seen(i);
            for (int k = 0; k < 100; k++) {
                one.add(i * k, k == 0);
                part.add(i * k, k == 0);
            }
            sum.absorb(part);
        }
        assertThat(sum.good()).isEqualTo(one.good()).isEqualTo(990);
        assertThat(sum.failed()).isEqualTo(10);
        assertThat(sum.requests()).isEqualTo(1000);
        assertThat(sum.millis()).isEqualTo(one.millis());
        assertThat(sum.percentile(99)).isEqualTo(one.percentile(99));
        assertThat(sum.users()).isEqualTo(10);
    }
}
