package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MixWeightsTest {
    private static final int ROUTES = 4;

    private final Random random = new Random(7);

    /** A server that works without a pause on requests of two routes, one of which takes ten times as long, by slices of time. */
    private List<double[]> busy(int slices, double speed) {
        var all = new ArrayList<double[]>();
        double time = 0;
        while (all.size() <= slices) {
            int route = random.nextInt(4) == 0 ? 1 : 2;
            time += (route == 1 ? 10 : 1) / speed;
            while (all.size() <= time / 100) {
                all.add(new double[ROUTES + 1]);
            }
            all.get(all.size() - 1)[route]++;
        }
        return all.subList(0, slices);
    }

    private static double[] weighed(List<double[]> slices, double[] weights) {
        return slices.stream()
                .mapToDouble(slice -> IntStream.rangeClosed(0, ROUTES)
                        .mapToDouble(route -> slice[route] * weights[route])
                        .sum())
                .toArray();
    }

    private static double relativeVariance(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Statistics.variance(values) / (mean * mean);
    }

    @Test
    void requests_that_cost_more_count_more() {
        List<double[]> slices = busy(400, 1);
        double[] weights = MixWeights.of(List.of(slices), ROUTES);
        double[] alike = {1, 1, 1, 1, 0};

        assertThat(weights[1] / weights[2]).isBetween(5.0, 15.0);
        assertThat(relativeVariance(weighed(slices, weights))).isLessThan(relativeVariance(weighed(slices, alike)) / 4);
        assertThat(Arrays.stream(weighed(slices, weights)).sum())
                .isCloseTo(Arrays.stream(weighed(slices, alike)).sum(), within(1e-6));
    }

    @Test
    void the_ratio_of_two_settings_stays_and_is_told_more_exactly() {
        var errors = new double[2][60];
        for (int run = 0; run < 60; run++) {
            List<List<double[]>> slices = List.of(busy(100, 1), busy(100, 1.3));
            double[] weights = MixWeights.of(slices, ROUTES);
            double[] alike = {1, 1, 1, 1, 0};
            for (int way = 0; way < 2; way++) {
                double[] used = way == 0 ? alike : weights;
                errors[way][run] = Math.log(Arrays.stream(weighed(slices.get(1), used))
                                        .sum()
                                / Arrays.stream(weighed(slices.get(0), used)).sum())
                        - Math.log(1.3);
            }
        }
        assertThat(Arrays.stream(errors[1]).average().orElseThrow()).isCloseTo(0, within(0.02));
        assertThat(Statistics.variance(errors[1])).isLessThan(Statistics.variance(errors[0]) / 2);
    }

    @Test
    void independent_counts_keep_about_their_weight() {
        List<double[]> slices = IntStream.range(0, 400)
                .mapToObj(i -> new double[] {0, random.nextInt(20), random.nextInt(20), 0, 0})
                .toList();
        double[] weights = MixWeights.of(List.of(slices), ROUTES);
        assertThat(weights[1]).isCloseTo(1, within(0.2));
        assertThat(weights[2]).isCloseTo(1, within(0.2));
    }

    @Test
    void few_slices_one_route_or_none_say_nothing_of_weights() {
        assertThat(MixWeights.of(List.of(busy(10, 1)), ROUTES)).containsExactly(1, 1, 1, 1, 0);
        assertThat(MixWeights.of(List.of(List.of()), ROUTES)).containsExactly(1, 1, 1, 1, 0);
        List<double[]> one = IntStream.range(0, 200)
                .mapToObj(i -> new double[] {random.nextInt(9), 0, 0, 0, 0})
                .toList();
        double[] weights = MixWeights.of(List.of(one), ROUTES);
        assertThat(weights[0]).isCloseTo(1, within(1e-9));
        assertThat(weights[ROUTES]).isZero();
    }

    @Test
    void no_route_counts_against_another() {
        // Both follow the speed of the machine; the second one is noise beside it.
        List<double[]> slices = IntStream.range(0, 400)
                .mapToObj(i -> {
                    double speed = 50 + random.nextInt(50);
                    return new double[] {0, speed, 3 * speed * random.nextDouble(), 0, 0};
                })
                .toList();
        assertThat(Arrays.stream(MixWeights.of(List.of(slices), ROUTES)).min().orElseThrow())
                .isGreaterThanOrEqualTo(0);
    }

    /** Two processors' worth of work are done in each slice, some of it before the pool and the rest within. */
    @Test
    void what_comes_to_the_pool_counts_by_the_work_that_it_took() {
        List<double[]> slices = IntStream.range(0, 400)
                .mapToObj(i -> {
                    double before = 30 + random.nextInt(40);
                    double within = (100 - 0.75 * before) / 0.25;
                    return new double[] {within + random.nextInt(5), 0, 0, 0, before};
                })
                .toList();
        double[] weights = MixWeights.of(List.of(slices), ROUTES);
        assertThat(weights[ROUTES] / weights[0]).isBetween(2.0, 4.0);
        assertThat(relativeVariance(weighed(slices, weights))).isLessThan(0.001);
    }
}
