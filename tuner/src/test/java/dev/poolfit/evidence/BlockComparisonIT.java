package dev.poolfit.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.BlockComparison.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of simulated loads under which settings are switched, intervals cover the truth as often as they say; bounds are widened by
 * two errors of the simulation. {@code main} prints the figures for docs/measurements.md.
 */
class BlockComparisonIT {
    private static final int RUNS = 250;
    private static final int[] BLOCKS = {6, 8, 12, 20, 40, 80};
    /** Few, some, many; {@code main} takes all. */
    private static final int[] TESTED = {6, 12, 40};

    private static final double RATIO = 0.95;
    /** Of which the blocks tell the wider one soon and the narrower one late. */
    private static final double[] MARGINS = {0.03, 0.07};
    /** What a search sees: one load after the other. */
    private static final int PER_LOAD = 6;

    private static double share(LongPredicate run) {
        return (double) IntStream.range(0, RUNS)
                        .parallel()
                        .filter(seed -> run.test(1_000_003L * seed + 7))
                        .count()
                / RUNS;
    }

    private static double tolerance(double share) {
        return 2 * Math.sqrt(share * (1 - share) / RUNS);
    }

    private static List<Block<Integer>> blocks(SwitchbackScenario scenario, long seed, int count, double... logs) {
        double[][] rates = scenario.rates(seed, count, logs);
        var blocks = new ArrayList<Block<Integer>>();
        for (int block = 0; block < count; block++) {
            Map<Integer, Double> each = new HashMap<>();
            for (int arm = 0; arm < logs.length; arm++) {
                each.put(arm, rates[arm][block]);
            }
            blocks.add(new Block<>(1 + block / PER_LOAD, each));
        }
        return blocks;
    }

    /** Of two to five settings, beside one other or beside all others together. */
    private static double coverage(SwitchbackScenario scenario, int count) {
        return share(seed -> {
            double[] logs = new double[2 + (int) (seed % 4)];
            logs[0] = Math.log(RATIO);
            int beside = seed / 4 % 2 == 0 ? 1 : logs.length - 1;
            Set<Integer> others = IntStream.rangeClosed(1, beside).boxed().collect(Collectors.toSet());
            Interval ratio = new BlockComparison<>(blocks(scenario, seed, count, logs)).once(0, others, 0.025);
            return ratio.low() <= RATIO && RATIO <= ratio.high();
        });
    }

    /** Looks after each load, until the second setting is said not to be worse. */
    private static double falselyNotWorse(SwitchbackScenario scenario, double margin) {
        return share(seed -> {
            List<Block<Integer>> all = blocks(scenario, seed, 24, 0, Math.log(1 - margin));
            return IntStream.rangeClosed(1, all.size() / PER_LOAD)
                    .anyMatch(loads -> new BlockComparison<>(all.subList(0, loads * PER_LOAD))
                                    .ratio(1, Set.of(0), margin)
                                    .low()
                            > 1 - margin);
        });
    }

    static Stream<Arguments> scenarios() {
        return Arrays.stream(SwitchbackScenario.values())
                .flatMap(scenario -> Arrays.stream(TESTED).mapToObj(count -> Arguments.of(scenario, count)));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void intervals_cover_the_ratio_under_drift_warm_up_and_heavy_tails(SwitchbackScenario scenario, int count) {
        assertThat(coverage(scenario, count)).isBetween(0.93 - tolerance(0.93), 0.97 + tolerance(0.97));
    }

    @ParameterizedTest
    @EnumSource
    void a_setting_on_the_line_seldom_passes_for_one_that_is_not_worse_however_often_one_looks(
            SwitchbackScenario scenario) {
        for (double margin : MARGINS) {
            assertThat(falselyNotWorse(scenario, margin)).isLessThan(0.05 + tolerance(0.05));
        }
    }

    /** Three and thirty connections in many short slices and in few long ones, which have more noise. */
    private static Interval inBothLengths(long seed, double effect) {
        var random = new Random(seed);
        var blocks = new ArrayList<Block<Integer>>();
        Map<Integer, Double> levers = Map.of(3, 0.03 * Math.log(3), 30, 0.03 * Math.log(30));
        for (int block = 0; block < 36; block++) {
            boolean isLong = block >= 30;
            Map<Integer, Double> rates = new HashMap<>();
            for (int pool : List.of(3, 30)) {
                double log = (isLong ? 0.06 : 0.03) * random.nextGaussian() + (isLong ? 0 : effect * levers.get(pool));
                rates.put(pool, Math.exp(log) * (pool == 3 ? RATIO : 1));
            }
            blocks.add(new Block<>(isLong ? 2 : 1, rates, isLong ? 4 : 1, isLong ? Map.of() : levers));
        }
        return new BlockComparison<>(blocks).once(3, Set.of(30), 0.025);
    }

    /** What short slices leave out makes a small pool look worse, if anything: it seldom passes for one that is not. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1, 2})
    void what_short_slices_leave_out_seldom_makes_a_setting_pass(double effect) {
        assertThat(share(seed -> inBothLengths(seed, effect).low() > RATIO)).isLessThan(0.025 + tolerance(0.025));
    }

    /** Where they leave out more, it does so more often (docs/measurements.md). */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void where_short_slices_leave_out_little_a_setting_seldom_seems_worse_than_it_is(double effect) {
        assertThat(share(seed -> inBothLengths(seed, effect).high() < RATIO)).isLessThan(0.025 + tolerance(0.025));
    }

    public static void main(String[] arguments) {
        for (double effect : new double[] {0, 0.25, 0.5, 1, 1.5, 2, 3}) {
            System.out.printf(
                    Locale.ROOT,
                    "| short slices leave out %.2f | above %.1f | below %.1f |%n",
                    effect,
                    100 * share(seed -> inBothLengths(seed, effect).low() > RATIO),
                    100 * share(seed -> inBothLengths(seed, effect).high() < RATIO));
        }
        for (SwitchbackScenario scenario : SwitchbackScenario.values()) {
            var row = new StringBuilder("| " + scenario + " |");
            for (int count : BLOCKS) {
                row.append(String.format(Locale.ROOT, " %.1f |", 100 * coverage(scenario, count)));
            }
            for (double margin : MARGINS) {
                row.append(String.format(Locale.ROOT, " %.1f |", 100 * falselyNotWorse(scenario, margin)));
            }
            System.out.println(row);
        }
    }
}
