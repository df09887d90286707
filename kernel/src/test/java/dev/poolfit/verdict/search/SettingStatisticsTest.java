package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which trials of a setting tell its throughput. */
class SettingStatisticsTest {
    private static final Settings EIGHT = Settings.ofPoolAndThreads(8, 100);
    private static final Target AT_LEAST_150 = new Target(OptionalDouble.of(150), 1, OptionalDouble.empty());

    private static Trial alone(int number, double rate, double half) {
        return trial(EIGHT, number, rate, half);
    }

    private static Trial compared(int number, double rate, double half) {
        return TrialBuilder.like(alone(number, rate, half))
                .periods(number, Collections.nCopies(4, rate))
                .build();
    }

    static Trial trial(Settings settings, int number, double rate, double half) {
        return TrialBuilder.trial(number)
                .at(settings)
                .lasting(2, 5)
                .rate(rate, half)
                .responseMs(650)
                .p99Ms(1300, 50)
                .build();
    }

    private static Performance performance(Trial... trials) {
        return SettingStatistics.of(List.of(trials), AT_LEAST_150)
                .performance(EIGHT)
                .orElseThrow();
    }

    /** The rates of a demo in which pool 8 stayed undecided and 31 connections were recommended. */
    @Test
    void a_setting_that_was_compared_under_one_load_is_told_by_its_own_trials_too() {
        Performance once = performance(compared(1, 151.6, 3.3));
        Performance repeated =
                performance(compared(1, 151.6, 3.3), alone(2, 152.0, 0.9), alone(3, 153.2, 3.4), alone(4, 153.8, 3.8));

        assertThat(once.standing()).isEqualTo(Standing.UNCLEAR);
        assertThat(repeated.standing()).isEqualTo(Standing.MEETS);
    }

    @Test
    void a_trial_of_a_service_that_was_cold_does_not_count() {
        Performance warm = performance(alone(1, 100, 3), compared(2, 160, 3), alone(3, 162, 3));

        assertThat(warm.throughput().mean()).isEqualTo(161);
    }

    /** The first pair is of a busy machine whose noise was taken for a warm-up. */
    @Test
    void a_rise_counts_only_beyond_noise() {
        assertThat(rise(alone(1, 97.3, 15.2), alone(2, 103.4, 24.7))).isZero();
        assertThat(rise(alone(1, 97.3, 1.5), alone(2, 103.4, 2.5))).isCloseTo(0.063, within(0.001));
    }

    private static double rise(Trial... trials) {
        return SettingStatistics.of(List.of(trials), AT_LEAST_150).rise();
    }
}
