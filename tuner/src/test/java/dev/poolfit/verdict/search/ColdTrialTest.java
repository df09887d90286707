package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The response times of a setting are of the same warmth as its rate. */
class ColdTrialTest {
    private static final Settings SETTINGS = Settings.ofPoolAndThreads(20, 100);
    private static final Trial COLD = trial(1, 60, 900, false);
    private static final Trial SWITCHED = trial(2, 150, 220, true);

    private static Trial trial(int number, double rate, double p99, boolean switched) {
        return new Trial(
                new Trial.Identity(number, Role.SEARCH, SETTINGS, Instant.EPOCH),
                new Trial.Span(2, 5),
                new Trial.Responses(
                        new Interval(rate, rate - 2, rate + 2),
                        1_000,
                        0,
                        p99 / 4,
                        new Interval(p99, p99 - 10, p99 + 10),
                        Map.of()),
                new Trial.Readings(Map.of(), Map.of()),
                Set.of(),
                switched ? Optional.of(new Periods(2, List.of(rate, rate))) : Optional.empty());
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
        assertThat(p99(COLD, SWITCHED, trial(3, 145, 180, false))).isEqualTo(180);
    }

    @Test
    void any_other_trial_without_switches_comes_before_those_with_them() {
        assertThat(p99(trial(1, 149, 180, false), SWITCHED)).isEqualTo(180);
        assertThat(p99(SWITCHED, trial(3, 60, 900, false))).isEqualTo(900);
        assertThat(p99(COLD)).isEqualTo(900);
    }
}
