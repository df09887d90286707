package dev.poolfit.verdict.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Periods;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Switching;
import dev.poolfit.testing.TrialBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lengths of slices and periods within the pool of a service that answers in 300 ms and hands out 400 connections a second. */
final class SwitchabilityTest {
    private static final Duration PLANNED = Duration.ofSeconds(1);

    private static Trial trial(int number, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(Settings.NONE.with(Knob.POOL, 10))
                .lasting(2, 4)
                .responseMs(300)
                .read(Metric.ACQUISITIONS, 400)
                .periods(new Periods(number, List.of(100.0, 101.0), List.of()))
                .flags(flags)
                .build();
    }

    private static Switching switched(List<Trial> trials, SwitchingMethod method, int... pools) {
        var switchability = new Switchability(new JudgedTrials(trials), Duration.ZERO, method);
        List<Settings> settings = IntStream.of(pools)
                .mapToObj(pool -> Settings.NONE.with(Knob.POOL, pool))
                .toList();
        return switchability.switching(settings, 8, switchability.period(settings, PLANNED), 7, false);
    }

    private static Switching within(int... pools) {
        return switched(List.of(trial(1)), SwitchingMethod.WITHIN_POOL, pools);
    }

    @Test
    void small_pools_change_places_often() {
        assertThat(within(1, 2).settling()).contains(Duration.ofMillis(30));
        assertThat(within(1, 2).slice()).isEqualTo(Duration.ofMillis(100));
        assertThat(within(4, 6, 8).settling()).contains(Duration.ofMillis(75));
        assertThat(within(4, 6, 8).slice()).isEqualTo(Duration.ofMillis(225));
    }

    @Test
    void a_period_is_an_even_number_of_slices() {
        assertThat(within(1, 2).period()).isEqualTo(Duration.ofMillis(600));
        assertThat(within(4, 6, 8).period()).isEqualTo(Duration.ofMillis(900));
    }

    @Test
    void threads_are_switched_by_the_time_of_a_response() {
        var switchability =
                new Switchability(new JudgedTrials(List.of(trial(1))), Duration.ZERO, SwitchingMethod.WITHIN_POOL);
        List<Settings> settings = List.of(Settings.ofPoolAndThreads(2, 10), Settings.ofPoolAndThreads(2, 20));
        assertThat(switchability.switching(settings, 8, PLANNED, 7, false).settling())
                .contains(Duration.ofMillis(165));
    }

    @Test
    void no_setting_holds_for_longer_than_three_halves_of_a_response_needs() {
        assertThat(within(2, 200).settling()).contains(Duration.ofMillis(165));
        assertThat(within(2, 200).slice()).isEqualTo(Duration.ofMillis(495));
        assertThat(within(2, 200).period()).isEqualTo(Duration.ofMillis(990));
    }

    @Test
    void each_comparison_that_was_too_quick_makes_slices_four_times_as_long() {
        var trials = new ArrayList<>(List.of(trial(1)));
        for (int length : List.of(30, 120, 480)) {
            Switching next = switched(trials, SwitchingMethod.WITHIN_POOL, 1, 2);
            assertThat(next.settling()).contains(Duration.ofMillis(length));
            assertThat(next.slice()).isEqualTo(Duration.ofMillis(Math.max(100, 3L * length)));
            trials.add(trial(1 + trials.size(), Flag.CARRIED_OVER));
        }
        assertThat(switched(trials, SwitchingMethod.WITHIN_POOL, 1, 2).period()).isEqualTo(Duration.ofMillis(5760));
    }

    @Test
    void settings_that_are_resized_hold_as_long_as_was_planned() {
        Switching resized = switched(List.of(trial(1)), SwitchingMethod.RESIZED, 7, 8);
        assertThat(resized.settling()).isEmpty();
        assertThat(resized.slice()).isEqualTo(PLANNED);
    }

    @Test
    void where_no_trial_counts_they_tell_how_long_a_response_takes_all_the_same() {
        List<Trial> unsteady = List.of(trial(1, Flag.NOT_STEADY));
        assertThat(switched(unsteady, SwitchingMethod.WITHIN_POOL, 2, 200).settling())
                .contains(Duration.ofMillis(165));
    }
}
