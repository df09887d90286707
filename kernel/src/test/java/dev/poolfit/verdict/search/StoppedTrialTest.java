package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.testing.TrialBuilder;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A setting whose trial the stop rule ended fails, however fast it was; a flagged one never decides. */
class StoppedTrialTest {
    private static final Settings SETTINGS = Settings.ofPoolAndThreads(20, 100);
    private static final Target TARGET = new Target(OptionalDouble.of(150), 1, OptionalDouble.empty());

    private static Trial trial(int number, Flag... flags) {
        return TrialBuilder.trial(number)
                .role(Role.SEARCH)
                .at(SETTINGS)
                .lasting(2, 5)
                .rate(200, 2)
                .p99Ms(150, 10)
                .flags(flags)
                .build();
    }

    @Test
    void one_stopped_trial_of_several_is_enough() {
        var sound = SettingStatistics.of(List.of(trial(1), trial(2)), TARGET);
        var stopped = SettingStatistics.of(List.of(trial(1), trial(2, Flag.STOPPED)), TARGET);

        assertThat(sound.performance(SETTINGS).orElseThrow().standing()).isEqualTo(Standing.MEETS);
        assertThat(sound.leans(SETTINGS)).isTrue();
        assertThat(stopped.performance(SETTINGS).orElseThrow().standing()).isEqualTo(Standing.FAILS);
        assertThat(stopped.leans(SETTINGS)).isFalse();
        assertThat(stopped.plateau()).isZero();
    }

    @Test
    void a_trial_on_a_ramp_does_not_decide() {
        assertThat(SettingStatistics.of(List.of(trial(1, Flag.RAMP_EDGE)), TARGET)
                        .tried(SETTINGS))
                .isFalse();
    }
}
