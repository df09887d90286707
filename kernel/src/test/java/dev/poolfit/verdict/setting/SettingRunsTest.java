package dev.poolfit.verdict.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runs of each setting, and how wide the interval of their mean is. */
class SettingRunsTest {
    private static final Settings FIVE = Settings.ofPoolAndThreads(5, 100);
    private static final Settings TEN = Settings.ofPoolAndThreads(10, 100);

    private static TrialBuilder run(int number, Settings settings, double rate, double half) {
        return TrialBuilder.trial(number).at(settings).rate(rate, half);
    }

    private static SettingRuns runs(TrialBuilder... trials) {
        return new SettingRuns(Arrays.stream(trials).map(TrialBuilder::build), true);
    }

    private static double half(Interval interval) {
        return interval.high() - interval.mean();
    }

    @Test
    void settings_that_were_not_run_have_no_runs() {
        SettingRuns runs = runs(run(1, TEN, 100, 1));
        assertThat(runs.count(TEN)).isEqualTo(1);
        assertThat(runs.count(FIVE)).isZero();
        assertThat(runs.rates(FIVE)).isEmpty();
        assertThat(runs.stopped(FIVE)).isFalse();
    }

    /** Independent errors: of n runs as wide as each other the mean's interval is √n times as narrow. */
    @Test
    void runs_whose_differences_are_not_known_well_enough_are_told_by_their_own_intervals() {
        Interval four = runs(run(1, TEN, 100, 6), run(2, TEN, 100, 6), run(3, TEN, 100, 6), run(4, TEN, 100, 6))
                .throughput(TEN);
        Interval two = runs(run(1, TEN, 80, 3), run(2, TEN, 120, 4)).throughput(TEN);

        assertThat(four.mean()).isEqualTo(100);
        assertThat(half(four)).isCloseTo(3, within(1e-9));
        assertThat(two.mean()).isEqualTo(100);
        assertThat(half(two)).isCloseTo(2.5, within(1e-9));
    }

    /** Three pairs, each 2 % off its mean: s = 0.02·√2 with 3 degrees, t = 3.182, ÷ √2 for two runs: 6.4 %. */
    @Test
    void three_degrees_of_freedom_of_all_settings_together_widen_each_interval() {
        TrialBuilder[] pairs = {
            run(1, FIVE, 98, 0.1),
            run(2, FIVE, 102, 0.1),
            run(3, TEN, 196, 0.1),
            run(4, TEN, 204, 0.1),
            run(5, Settings.ofPoolAndThreads(20, 100), 294, 0.1),
            run(6, Settings.ofPoolAndThreads(20, 100), 306, 0.1)
        };
        assertThat(half(runs(pairs).throughput(TEN)) / 200).isCloseTo(0.0657, within(0.001));
        assertThat(half(runs(Arrays.copyOf(pairs, 4)).throughput(TEN)) / 200).isLessThan(0.001);
    }

    @Test
    void no_interval_goes_below_nothing() {
        assertThat(runs(run(1, TEN, 1, 5)).throughput(TEN).low()).isZero();
    }

    @Test
    void failed_requests_are_a_share_of_all_requests_of_all_runs() {
        Interval errors = runs(
                        run(1, TEN, 100, 1).good(900).failed("status 500", 100),
                        run(2, TEN, 100, 1).good(3000),
                        run(3, FIVE, 100, 1).good(10).failed("status 500", 10))
                .errors(TEN);
        assertThat(errors.mean()).isCloseTo(0.025, within(1e-9));
    }

    @Test
    void one_run_that_the_stop_rule_ended_is_enough() {
        SettingRuns runs = runs(run(1, TEN, 100, 1), run(2, TEN, 100, 1).flags(Flag.STOPPED), run(3, FIVE, 100, 1));
        assertThat(runs.stopped(TEN)).isTrue();
        assertThat(runs.stopped(FIVE)).isFalse();
    }

    /** The first run ended at 99 at most, where the switched ones began at 100. */
    @Test
    void a_run_before_the_first_switch_that_gave_surely_less_counts_for_errors_alone() {
        TrialBuilder cold = run(1, TEN, 90, 9);
        TrialBuilder switched = run(2, TEN, 110, 10).periods(2, List.of(110.0, 110.0));
        assertThat(runs(cold, switched).rate(TEN)).isEqualTo(110);
        assertThat(runs(cold, switched).count(TEN)).isEqualTo(2);
        assertThat(runs(run(1, TEN, 90, 11), switched).rate(TEN)).isEqualTo(100);
        assertThat(runs(switched, run(3, TEN, 90, 9)).rate(TEN)).isEqualTo(100);
    }

    @Test
    void response_times_are_of_runs_without_switches_where_there_are_such() {
        TrialBuilder alone = run(1, TEN, 100, 1).p99Ms(200, 10);
        TrialBuilder switched = run(2, TEN, 100, 1).p99Ms(500, 10).periods(2, List.of(100.0));
        assertThat(runs(alone, switched).time(TEN, trial -> trial.p99Ms().mean()))
                .isEqualTo(200);
        assertThat(runs(switched).time(TEN, trial -> trial.p99Ms().mean())).isEqualTo(500);
        assertThat(runs(alone, switched).mean(TEN, trial -> trial.p99Ms().mean()))
                .isEqualTo(350);
    }

    /** All settings of a block were slower in every other one: beside each other they are known to 1 %, by themselves to 18 %. */
    @Test
    void a_rate_that_is_held_against_a_goal_has_the_noise_that_hits_all_settings_alike() {
        TrialBuilder switched = run(1, TEN, 100, 1).periods(1, List.of(90.0, 110.0, 90.0, 110.0, 90.0, 110.0));
        var beside = new SettingRuns(Stream.of(switched.build()), false);
        assertThat(half(beside.throughput(TEN))).isCloseTo(1, within(1e-9));
        assertThat(half(runs(switched).throughput(TEN))).isGreaterThan(5);
        assertThat(runs(switched).throughput(TEN).mean()).isEqualTo(100);
    }

    @Test
    void errors_are_those_of_runs_without_switches_where_there_are_such() {
        TrialBuilder alone = run(1, TEN, 100, 1).good(900).failed("status 500", 100);
        TrialBuilder switched = run(2, TEN, 100, 1).good(9000).periods(2, List.of(100.0));
        assertThat(runs(alone, switched).errors(TEN).mean()).isCloseTo(0.1, within(1e-9));
        assertThat(runs(switched).errors(TEN).mean()).isZero();
    }

    @Test
    void all_runs_are_kept_by_setting_in_their_order() {
        SettingRuns runs = runs(run(1, TEN, 100, 1), run(2, FIVE, 50, 1), run(3, TEN, 101, 1));
        assertThat(runs.settings()).containsExactly(TEN, FIVE);
        assertThat(runs.trials().map(Trial::number)).containsExactly(1, 3, 2);
        assertThat(runs.rates(TEN)).containsExactly(100, 101);
    }
}
