package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.BlockComparison.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What blocks tell of settings that met, that met over others, and that never met. */
class BlockComparisonTest {
    private static List<Block<String>> blocks(int load, int count, Map<String, Double> rates) {
        var blocks = new ArrayList<Block<String>>();
        String first = Collections.min(rates.keySet());
        for (int i = 0; i < count; i++) {
            double level = 1 + 0.3 * i;
            double odd = 1 + (i % 2 == 0 ? 0.01 : -0.01);
            var here = new HashMap<String, Double>();
            rates.forEach((name, rate) -> here.put(name, rate * level * (name.equals(first) ? odd : 1)));
            blocks.add(new Block<>(load, here));
        }
        return blocks;
    }

    private static BlockComparison<String> chain() {
        var all = new ArrayList<>(blocks(1, 4, Map.of("a", 100.0, "b", 95.0)));
        all.addAll(blocks(2, 4, Map.of("b", 95.0, "c", 90.0)));
        all.addAll(blocks(3, 4, Map.of("d", 50.0, "e", 50.0)));
        return new BlockComparison<>(all);
    }

    @Test
    void blocks_that_both_are_in_tell_as_much_as_there_are() {
        assertThat(chain().information("a", Set.of("b"))).isCloseTo(4, within(1e-6));
    }

    /** The variances of two comparisons add up. */
    @Test
    void a_comparison_over_a_third_setting_tells_half_as_much() {
        assertThat(chain().information("a", Set.of("c"))).isCloseTo(2, within(1e-6));
        assertThat(chain().estimate("c", Set.of("a"))).isCloseTo(0.9, within(0.001));
        assertThat(chain().ratio("c", Set.of("a"), 0.03).low()).isBetween(0.8, 0.9);
    }

    @Test
    void settings_that_nothing_connects_are_not_compared() {
        assertThat(chain().information("a", Set.of("d"))).isZero();
        assertThat(chain().compared("a", Set.of("d"))).isFalse();
        assertThat(chain().compared("nobody's", Set.of("a"))).isFalse();
        assertThat(chain().compared("a", Set.of("nobody's"))).isFalse();
        assertThatThrownBy(() -> chain().ratio("a", Set.of("d"), 0.03))
                .hasMessageContaining("too few blocks connect a");
    }

    /** The first load has ten times the noise of the second, as while the JIT compiler is at work. */
    @Test
    void a_load_with_less_noise_counts_more() {
        var random = new Random(1);
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < 48; block++) {
            int load = block < 24 ? 1 : 2;
            double noise = load == 1 ? 0.1 : 0.01;
            double ratio = load == 1 ? 0.80 : 0.96;
            all.add(new Block<>(
                    load,
                    Map.of(
                            "a", 100 * Math.exp(noise * random.nextGaussian()),
                            "b", 100 * ratio * Math.exp(noise * random.nextGaussian()))));
        }
        var comparison = new BlockComparison<>(all);

        assertThat(comparison.estimate("b", Set.of("a"))).isBetween(0.88, 0.97);
        assertThat(comparison.information("b", Set.of("a"))).isBetween(24.0, 40.0);
    }

    /** As where the first setting left a crowd behind that the others had to serve. */
    @Test
    void a_load_that_was_spoilt_hardly_counts_beside_quiet_ones() {
        var random = new Random(1);
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < 20; block++) {
            double noise = block < 4 ? 0.7 : 0.01;
            all.add(new Block<>(
                    block / 4,
                    Map.of(
                            "a", 100 * Math.exp(noise * random.nextGaussian()),
                            "b", 99 * Math.exp(noise * random.nextGaussian()))));
        }

        Interval ratio = new BlockComparison<>(all).ratio("b", Set.of("a"), 0.03);

        assertThat(ratio.low()).isBetween(0.97, 0.99);
        assertThat(ratio.high()).isBetween(0.99, 1.01);
    }

    /** A setting that was told to be too small stays so, though the others are compared once more with far less noise. */
    @Test
    void what_met_in_enough_blocks_stays_compared_when_later_loads_have_far_less_noise() {
        var all = new ArrayList<Block<String>>();
        for (double swing : List.of(0.98, 1.02, 0.99, 1.01)) {
            all.add(new Block<>(1, Map.of("a", 100.0, "small", 90 * swing)));
        }
        for (int block = 0; block < 16; block++) {
            double swing = 1 + 0.001 * (block % 2);
            all.add(new Block<>(2 + block / 8, Map.of("a", 100.0, "b", 100 * swing)));
        }
        var comparison = new BlockComparison<>(all, Map.of(1, 0.5, 2, 0.75, 3, 1.0));

        assertThat(comparison.information("small", Set.of("a"))).isLessThan(1);
        assertThat(comparison.compared("small", Set.of("a"))).isTrue();
        assertThat(comparison.ratio("small", Set.of("a"), 0.03).high()).isLessThan(0.97);
    }

    @Test
    void what_never_met_has_the_noise_of_all_and_none_of_its_own() {
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < 8; block++) {
            double swing = 1 + 0.02 * (block % 2);
            all.add(new Block<>(1, Map.of("a", 100.0, "b", 100 * swing)));
            all.add(new Block<>(2, Map.of("c", 100.0, "d", 100 * swing)));
        }
        var comparison = new BlockComparison<>(all);

        assertThat(comparison.compared("a", Set.of("c"))).isFalse();
        assertThat(comparison.deviation("a", Set.of("c")))
                .isCloseTo(Math.sqrt(comparison.variance()), Percentage.withPercentage(1e-6));
    }

    /** Sets have another order in each process; a seed has the same plan in all of them. */
    @Test
    void the_order_of_a_set_changes_no_digit() {
        var random = new Random(5);
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        for (int run = 0; run < 50; run++) {
            var all = new ArrayList<Block<String>>();
            for (int block = 0; block < 8; block++) {
                var rates = new LinkedHashMap<String, Double>();
                names.forEach(each -> rates.put(each, 1 + 100 * random.nextDouble()));
                all.add(new Block<>(block / 4, rates));
            }
            var comparison = new BlockComparison<>(all);
            var others = new LinkedHashSet<>(List.of("b", "c", "d", "e", "f"));
            var reversed = new LinkedHashSet<>(List.of("f", "e", "d", "c", "b"));

            assertThat(comparison.estimate("a", others)).isEqualTo(comparison.estimate("a", reversed));
            assertThat(comparison.ratio("a", others, 0.03)).isEqualTo(comparison.ratio("a", reversed, 0.03));
        }
    }

    /** As of loads whose periods differ in length: few blocks tell their noise less well than what is known of it. */
    @Test
    void a_load_that_is_expected_to_have_less_noise_counts_more() {
        var all = new ArrayList<>(blocks(1, 4, Map.of("a", 100.0, "b", 80.0)));
        blocks(2, 4, Map.of("a", 100.0, "b", 96.0))
                .forEach(each -> all.add(new Block<>(each.load(), each.rates(), 0.1)));
        var alike = new ArrayList<>(blocks(1, 4, Map.of("a", 100.0, "b", 80.0)));
        alike.addAll(blocks(2, 4, Map.of("a", 100.0, "b", 96.0)));

        assertThat(new BlockComparison<>(alike).estimate("b", Set.of("a"))).isBetween(0.85, 0.90);
        assertThat(new BlockComparison<>(all).estimate("b", Set.of("a"))).isBetween(0.90, 0.96);
        assertThatThrownBy(() -> new Block<>(1, Map.of("a", 1.0), 0)).hasMessageContaining("noise");
    }

    /** Of three alike, the mean of two has less noise than one of them: 1.5 variances beside a third in place of 2. */
    @Test
    void the_noise_beside_several_is_told_as_beside_one() {
        var random = new Random(3);
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < 400; block++) {
            var rates = new LinkedHashMap<String, Double>();
            List.of("a", "b", "c").forEach(each -> rates.put(each, 100 * Math.exp(0.05 * random.nextGaussian())));
            all.add(new Block<>(1, rates));
        }
        var comparison = new BlockComparison<>(all);

        double one = comparison.error("a", Set.of("b"));
        double several = comparison.error("a", Set.of("b", "c"));
        assertThat(one).isCloseTo(0.05 * Math.sqrt(2 / 400.0), Percentage.withPercentage(10));
        assertThat(several).isCloseTo(0.05 * Math.sqrt(1.5 / 400.0), Percentage.withPercentage(10));
    }

    private static final Map<String, Double> LEVERS = Map.of("small", 1.0, "near", 2.0, "large", 3.0);

    /** The first blocks have an effect that takes 4 % for each lever. */
    private static List<Block<String>> withEffect(int blocks) {
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < blocks; block++) {
            double swing = 1 + 0.002 * (block % 2);
            Map<String, Double> rates = Map.of(
                    "small", 100 * swing * Math.exp(0.04), "near", 100 * Math.exp(0.08), "large", 100 * Math.exp(0.12));
            all.add(new Block<>(1, rates, 1, scaled()));
        }
        return all;
    }

    private static Map<String, Double> scaled() {
        var scaled = new HashMap<String, Double>();
        LEVERS.forEach((name, lever) -> scaled.put(name, 0.03 * lever));
        return scaled;
    }

    @Test
    void what_all_blocks_have_in_common_is_part_of_the_error_until_others_tell_it() {
        List<Block<String>> all = withEffect(40);
        var before = new BlockComparison<>(all);

        assertThat(before.errorOfEffect()).isCloseTo(1, Percentage.withPercentage(1));
        assertThat(before.error("small", Set.of("large"))).isCloseTo(0.06, Percentage.withPercentage(5));
        assertThat(before.error("near", Set.of("large"))).isCloseTo(0.03, Percentage.withPercentage(5));
        assertThat(before.information("small", Set.of("large"))).isCloseTo(40, within(1e-6));
        assertThat(before.ratio("small", Set.of("large"), 0.03).high()).isGreaterThan(1);

        for (int block = 0; block < 40; block++) {
            all.add(new Block<>(2, Map.of("small", 100 * (1 + 0.002 * (block % 2)), "large", 100.0)));
        }
        var after = new BlockComparison<>(all);

        assertThat(after.effect()).isCloseTo(0.04 / 0.03, Percentage.withPercentage(2));
        assertThat(after.estimate("small", Set.of("large"))).isCloseTo(1.001, within(0.001));
        assertThat(after.estimate("near", Set.of("large")))
                .as("told by the others")
                .isCloseTo(1, within(0.002));
        assertThat(after.error("near", Set.of("large"))).isLessThan(0.001);
    }

    /** The effect is in a large setting more often, and 0 or more: a small one gives no less than it seems to. */
    @Test
    void what_has_less_of_a_common_effect_gives_at_least_what_it_seems_to_give() {
        var comparison = new BlockComparison<>(withEffect(40));
        double seen = Math.exp(-0.08);

        assertThat(comparison.ratio("small", Set.of("large"), 0.03).low()).isBetween(seen - 0.002, seen + 0.001);
        assertThat(comparison.ratio("large", Set.of("small"), 0.03).high())
                .isBetween(1 / seen - 0.002, 1 / seen + 0.002);
    }

    /** Blocks with the effect tell that both give the same, the others that the small one gives so much of the large one. */
    private static BlockComparison<String> seenOtherwise(double ratio, double swing) {
        var all = new ArrayList<Block<String>>();
        for (int block = 0; block < 40; block++) {
            double other = 1 + 0.002 * (block % 2);
            all.add(new Block<>(1, Map.of("small", 100 * other, "large", 100.0), 1, scaled()));
        }
        for (int block = 0; block < 8; block++) {
            double other = 1 + swing * (block % 2 == 0 ? -1 : 1);
            all.add(new Block<>(2, Map.of("small", 100 * ratio * other, "large", 100.0)));
        }
        return new BlockComparison<>(all);
    }

    @Test
    void a_common_effect_below_0_is_taken_for_noise_unless_it_is_sure() {
        BlockComparison<String> noise = seenOtherwise(0.96, 0.1);
        assertThat(noise.effect()).isNegative();
        assertThat(noise.estimate("small", Set.of("large"))).isBetween(0.99, 1.01);

        BlockComparison<String> sure = seenOtherwise(0.95, 0.001);
        assertThat(sure.estimate("small", Set.of("large"))).isLessThan(0.965);
        assertThat(sure.ratio("small", Set.of("large"), 0.03).low()).isLessThan(0.965);
    }

    @Test
    void the_more_surely_no_common_effect_was_seen_the_less_is_expected() {
        assertThat(new BlockComparison<>(withEffect(40)).errorOfEffect()).isCloseTo(1, Percentage.withPercentage(1));
        double little = seenOtherwise(1, 0.1).errorOfEffect();
        assertThat(little).isLessThan(0.3);
        assertThat(seenOtherwise(1, 0.01).errorOfEffect()).isLessThan(little);
    }

    @Test
    void several_settings_together_tell_more_than_one() {
        var comparison = new BlockComparison<>(blocks(1, 6, Map.of("a", 100.0, "b", 95.0, "c", 95.0)));

        assertThat(comparison.information("a", Set.of("b"))).isCloseTo(6, within(1e-6));
        assertThat(comparison.information("a", Set.of("b", "c"))).isCloseTo(8, within(1e-6));
    }

    @Test
    void the_narrower_what_is_to_be_told_the_wider_is_an_early_interval() {
        Interval coarse = chain().ratio("b", Set.of("a"), 0.2);
        Interval fine = chain().ratio("b", Set.of("a"), 0.005);

        assertThat(fine.low()).isLessThan(coarse.low());
        assertThat(fine.high()).isGreaterThan(coarse.high());
    }
}
