package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The response times of a setting are of the same warmth as its rate. */
class ColdTrialTest {
    private static final Settings SETTINGS = Settings.ofPoolAndThreads(20, 100);
    private static final Trial COLD = trial(1, 60, 900);
    private static final Trial SWITCHED = TrialBuilder.like(trial(2, 150, 220))
            .periods(2, List.of(150.0, 150.0))
            .build();

    private static Trial trial(int number, double rate, double p99) {
        return TrialBuilder.trial(number)
                .role(Role.SEARCH)
                .at(SETTINGS)
                .lasting(2, 5)
                .rate(rate, 2)
                .p99Ms(p99, 10)
                .build();
    }

    private static double p99(Trial... trials) {
        return SettingStatistics.of(List.of(trials), new Target(OptionalDouble.empty(), 1, OptionalDouble.empty()))
                .performance(SETTINGS)
                .orElseThrow()
                .p99Ms()
                .mean();
    }

    @Test
    void a_first_trial_that_gave_less_than_the_periods_after_it_was_cold() {
        assertThat(p99(COLD, SWITCHED)).isEqualTo(220);
        assertThat(p99(COLD, SWITCHED, trial(3, 145, 180))).isEqualTo(180);
    }

    @Test
    void any_other_trial_without_switches_comes_before_those_with_them() {
        assertThat(p99(trial(1, 149, 180), SWITCHED)).isEqualTo(180);
        assertThat(p99(SWITCHED, trial(3, 60, 900))).isEqualTo(900);
        assertThat(p99(COLD)).isEqualTo(900);
    }
}
