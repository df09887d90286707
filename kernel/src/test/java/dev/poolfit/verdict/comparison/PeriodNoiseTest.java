package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Rates of three settings by tenth of a second, whose noise is independent, or walks at random, or both. */
class PeriodNoiseTest {
    private static final int ARMS = 3;
    private static final int BLOCKS = 12;
    private static final int LOADS = 20;
    private static final double SETTLING = 0.4;
    private static final Duration LONG = Duration.ofMinutes(5);

    /**
     * @param independent variance of a second's mean
     * @param drift variance of the walk in a second
     */
    private static List<Trial> trials(double independent, double drift, int period) {
        var random = new Random(7);
        var trials = new ArrayList<Trial>();
        for (int load = 1; load <= LOADS; load++) {
            trials.addAll(load(100 * load, independent, drift, period, random));
        }
        return trials;
    }

    private static PeriodNoise seen(double independent, double drift, int period) {
        return PeriodNoise.of(trials(independent, drift, period), 8).orElseThrow();
    }

    private static List<Trial> load(int first, double independent, double drift, int period, Random random) {
        var rates = new ArrayList<List<Double>>();
        var trends = new ArrayList<List<Double>>();
        for (int arm = 0; arm < ARMS; arm++) {
            rates.add(new ArrayList<>());
            trends.add(new ArrayList<>());
        }
        double level = 0;
        for (int block = 0; block < BLOCKS; block++) {
            for (int arm = 0; arm < ARMS; arm++) {
                double[] tenths = new double[10 * period];
                for (int i = 0; i < tenths.length; i++) {
                    level += Math.sqrt(drift / 10) * random.nextGaussian();
                    tenths[i] = 100 * Math.exp(level + Math.sqrt(10 * independent) * random.nextGaussian());
                }
                int from = (int) (10 * SETTLING);
                int half = (tenths.length - from) / 2;
                double mean = mean(tenths, from, tenths.length);
                rates.get(arm).add((1 + 0.5 * arm) * mean);
                trends.get(arm)
                        .add(Math.log(
                                mean(tenths, tenths.length - half, tenths.length) / mean(tenths, from, from + half)));
            }
        }
        var trials = new ArrayList<Trial>();
        for (int arm = 0; arm < ARMS; arm++) {
            trials.add(trial(first, arm, period, new Periods(first, rates.get(arm), trends.get(arm))));
        }
        return trials;
    }

    private static double mean(double[] tenths, int from, int to) {
        return Arrays.stream(tenths, from, to).average().orElseThrow();
    }

    private static Trial trial(int first, int arm, int period, Periods periods) {
        return TrialBuilder.trial(first + arm)
                .at(Settings.NONE.with(Knob.POOL, 1 + arm))
                .lasting(SETTLING * BLOCKS, (period - SETTLING) * BLOCKS)
                .periods(periods)
                .build();
    }

    @Test
    void independent_noise_wants_long_periods_and_drift_short_ones() {
        for (int period : List.of(1, 2, 4)) {
            PeriodNoise counts = seen(0.002, 0, period);
            assertThat(counts.ofSecond(2, SETTLING)).isLessThan(counts.ofSecond(1, SETTLING));
            PeriodNoise walk = seen(0, 0.002, period);
            assertThat(walk.ofSecond(1, SETTLING)).isLessThan(walk.ofSecond(2, SETTLING));
        }
    }

    @Test
    void settings_hold_for_as_long_as_the_noise_wants() {
        for (int period : List.of(2, 4)) {
            assertThat(new Switchability(
                                    new JudgedTrials(trials(0, 0.002, period)), Duration.ZERO, SwitchingMethod.RESIZED)
                            .period(LONG))
                    .isEqualTo(Duration.ofSeconds(1));
            assertThat(new Switchability(
                                    new JudgedTrials(trials(0.002, 0, period)), Duration.ZERO, SwitchingMethod.RESIZED)
                            .period(LONG))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
        assertThat(new Switchability(new JudgedTrials(List.of()), Duration.ZERO, SwitchingMethod.RESIZED).period(LONG))
                .isEqualTo(Duration.ofSeconds(2));
    }

    /** Two settings in four blocks of 4 s would take 32 s. */
    @Test
    void periods_are_shorter_where_the_rest_of_the_budget_pays_for_no_comparison_else() {
        List<Trial> trials = trials(0.002, 0, 4);
        assertThat(new Switchability(new JudgedTrials(trials), Duration.ZERO, SwitchingMethod.RESIZED)
                        .period(Duration.ofSeconds(24)))
                .isLessThanOrEqualTo(Duration.ofSeconds(3));
        assertThat(new Switchability(new JudgedTrials(trials), Duration.ZERO, SwitchingMethod.RESIZED)
                        .period(Duration.ofSeconds(5)))
                .isEqualTo(Duration.ofSeconds(1));
    }

    /** Where nine blocks show no drift, there may be one. */
    @Test
    void few_blocks_allow_no_long_periods() {
        List<Trial> trials = trials(0.002, 0, 4);
        assertThat(new Switchability(new JudgedTrials(trials), Duration.ZERO, SwitchingMethod.RESIZED).period(LONG))
                .isGreaterThan(Duration.ofSeconds(2));
        assertThat(new Switchability(new JudgedTrials(begun(trials, 9)), Duration.ZERO, SwitchingMethod.RESIZED)
                        .period(LONG))
                .isEqualTo(Duration.ofSeconds(2));
    }

    /** The first blocks of the first load. */
    private static List<Trial> begun(List<Trial> trials, int blocks) {
        return trials.stream()
                .limit(ARMS)
                .map(trial -> {
                    Periods all = trial.periods().orElseThrow();
                    return TrialBuilder.like(trial)
                            .lasting(
                                    trial.span().warmSeconds() * blocks / BLOCKS,
                                    trial.span().measuredSeconds() * blocks / BLOCKS)
                            .periods(new Periods(
                                    all.load(),
                                    all.rates().subList(0, blocks),
                                    all.trends().subList(0, blocks)))
                            .build();
                })
                .toList();
    }

    /** Four blocks of 4 s tell 3 %; 30 % is told by as many of 1 s. */
    @Test
    void what_differs_much_is_told_by_shorter_periods() {
        var many = new Switchability(new JudgedTrials(trials(0.002, 0, 4)), Duration.ZERO, SwitchingMethod.RESIZED);
        assertThat(many.period(LONG, 1)).isEqualTo(many.period(LONG)).isGreaterThan(Duration.ofSeconds(2));
        assertThat(many.period(LONG, 0.01)).isEqualTo(Duration.ofSeconds(1));
    }

    /** 2 q ÷ T + r (c − T ÷ 3) by hand: T = 1.6 s, c = 2 s. */
    @Test
    void the_variance_of_a_comparison_is_that_of_its_periods() {
        double truth = 2 * (2 * 0.0015 / 1.6 + 0.001 * (2 - 1.6 / 3));
        assertThat(seen(0.0015, 0.001, 2).ofSecond(2, SETTLING)).isCloseTo(truth, Percentage.withPercentage(15));
        assertThat(seen(0.0015, 0.001, 4).ofSecond(2, SETTLING)).isCloseTo(truth, Percentage.withPercentage(25));
    }

    @Test
    void periods_whose_halves_were_not_read_say_nothing() {
        List<Trial> unread = load(1, 0.001, 0.001, 2, new Random(1)).stream()
                .map(trial -> trial(
                        1,
                        trial.number() - 1,
                        2,
                        new Periods(1, trial.periods().orElseThrow().rates())))
                .toList();
        assertThat(PeriodNoise.of(unread, 8)).isEmpty();
    }
}
