package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** How much of a period belongs to the switch before it is read off the counts, whatever they are. */
class SettlingTest {
    private static final int PERIOD = 20;

    /** Periods of a setting whose rate, by tenth since the switch, is given. */
    private static List<int[]> periods(int count, long seed, IntToDoubleFunction rate) {
        var random = new Random(seed);
        var periods = new ArrayList<int[]>();
        for (int each = 0; each < count; each++) {
            int[] tenths = new int[PERIOD];
            for (int i = 0; i < PERIOD; i++) {
                double mean = rate.applyAsDouble(i);
                tenths[i] = (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            }
            periods.add(tenths);
        }
        return periods;
    }

    @Test
    void a_slow_beginning_is_left_out_and_the_rate_is_that_of_the_rest() {
        for (int seed = 1; seed <= 20; seed++) {
            List<int[]> slow = periods(12, seed, i -> i < 6 ? 5 : 20);
            List<int[]> steady = periods(12, 100 + seed, i -> 30);

            var settling = new Settling(List.of(slow, steady), PERIOD, 0);

            assertThat(settling.discarded()).isBetween(6, 10);
            assertThat(settling.settled(0)).isTrue();
            assertThat(mean(settling.rates(0))).isBetween(185.0, 215.0);
            assertThat(mean(settling.rates(1))).isBetween(280.0, 320.0);
        }
    }

    private static double mean(List<Double> rates) {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    @Test
    void what_the_setting_before_sent_is_left_out_though_it_cannot_be_told_from_noise() {
        List<List<int[]>> few = List.of(periods(3, 1, i -> 30), periods(3, 2, i -> 30));

        assertThat(new Settling(few, PERIOD, 0).discarded()).isEqualTo(3);
        assertThat(new Settling(few, PERIOD, 4).discarded()).isEqualTo(7);
        assertThat(new Settling(few, PERIOD, 40).discarded()).isEqualTo(PERIOD / 2);
    }

    @Test
    void throughput_that_still_grows_at_the_end_of_the_periods_has_not_settled_and_that_of_the_other_setting_has() {
        var settling = new Settling(List.of(periods(12, 1, i -> 10 + 2 * i), periods(12, 2, i -> 30)), PERIOD, 0);

        assertThat(settling.settled(0)).isFalse();
        assertThat(settling.settled(1)).isTrue();
        assertThat(settling.discarded()).isLessThanOrEqualTo(PERIOD / 2);
    }

    /** Users who came together come back together, at each setting alike. */
    @Test
    void what_all_settings_have_in_common_is_no_transient() {
        IntToDoubleFunction crowd = i -> i < 3 * PERIOD / 4 ? 10 : 40;
        List<List<int[]>> alike = List.of(periods(12, 1, crowd), periods(12, 2, crowd));
        List<List<int[]>> slow =
                List.of(periods(12, 1, i -> i < 6 ? 1 : crowd.applyAsDouble(i)), periods(12, 2, crowd));

        assertThat(new Settling(alike, PERIOD, 0).settled(0)).isFalse();
        var beside = new Settling(Settling.beside(alike), PERIOD, 0);
        assertThat(beside.settled(0)).isTrue();
        assertThat(beside.settled(1)).isTrue();
        assertThat(beside.discarded()).isLessThanOrEqualTo(5);
        assertThat(new Settling(Settling.beside(slow), PERIOD, 0).discarded()).isBetween(5, 10);
        List<List<int[]>> uneven = List.of(periods(12, 1, i -> 30), periods(12, 2, i -> 90));
        assertThat(mean(new Settling(Settling.beside(uneven), PERIOD, 0).rates(0)))
                .as("each at its own level")
                .isBetween(280.0, 320.0);
    }

    @Test
    void noise_alone_is_seldom_taken_for_a_change_and_leaves_little_out() {
        int wrong = 0;
        int longer = 0;
        for (int seed = 1; seed <= 300; seed++) {
            var settling = new Settling(List.of(periods(8, seed, i -> 6), periods(8, 1000 + seed, i -> 12)), PERIOD, 0);
            wrong += settling.settled(0) && settling.settled(1) ? 0 : 1;
            longer += settling.discarded() > 4 ? 1 : 0;
        }
        assertThat(wrong).isLessThanOrEqualTo(6);
        assertThat(longer).isLessThanOrEqualTo(60);
    }
}
