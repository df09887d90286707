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
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lengths of slices and periods within the pool of a service that answers in 300 ms and hands out 400 connections a second. */
final class SwitchabilityTest {
    private static final Duration PLANNED = Duration.ofSeconds(1);

    private static Trial trial(int number, Flag... flags) {
        return trial(number, 300, flags);
    }

    private static Trial trial(int number, double responseMs, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(Settings.NONE.with(Knob.POOL, 10))
                .lasting(2, 4)
                .responseMs(responseMs)
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

    private static Optional<Duration> settling(Switching switching) {
        return switching.slices().map(Switching.Slices::settling);
    }

    @Test
    void small_pools_change_places_often() {
        assertThat(settling(within(1, 2))).contains(Duration.ofMillis(30));
        assertThat(within(1, 2).slice()).isEqualTo(Duration.ofMillis(100));
        assertThat(settling(within(4, 6, 8))).contains(Duration.ofMillis(75));
        assertThat(within(4, 6, 8).slice()).as("a whole response").isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void a_period_is_an_even_number_of_slices() {
        assertThat(within(1, 2).period()).isEqualTo(Duration.ofMillis(600));
        assertThat(within(4, 6, 8).period()).isEqualTo(Duration.ofMillis(600));
    }

    /** Who came together comes back together, 1.3 s later, and as many as were answered. */
    @Test
    void a_slice_lasts_for_two_rounds_of_users_who_pause_of_which_one_is_left_out() {
        List<Settings> settings = List.of(Settings.NONE.with(Knob.POOL, 1), Settings.NONE.with(Knob.POOL, 2));
        for (int pause : List.of(1000, 250, 9000)) {
            boolean rounds = pause == 1000;
            var switchability = new Switchability(
                    new JudgedTrials(List.of(trial(1))), Duration.ofMillis(pause), SwitchingMethod.WITHIN_POOL);
            Switching switching =
                    switchability.switching(settings, 8, switchability.period(settings, PLANNED), 7, false);

            assertThat(settling(switching))
                    .as("a pause of %d ms", pause)
                    .contains(Duration.ofMillis(rounds ? 1300 : 30));
            assertThat(switching.slice()).isEqualTo(Duration.ofMillis(rounds ? 2600 : 100));
            assertThat(switching.period()).isEqualTo(Duration.ofMillis(rounds ? 2600 : 600));
        }
    }

    @Test
    void part_of_a_millisecond_makes_no_other_round() {
        var switchability = new Switchability(
                new JudgedTrials(List.of(trial(1, 44.9))), Duration.ofSeconds(1), SwitchingMethod.WITHIN_POOL);
        List<Settings> settings = List.of(Settings.NONE.with(Knob.POOL, 10), Settings.NONE.with(Knob.POOL, 30));
        Duration period = switchability.period(settings, PLANNED);

        assertThat(period).isEqualTo(Duration.ofMillis(2090)).isEqualTo(switchability.period(PLANNED));
        assertThat(settling(switchability.switching(settings, 8, period, 7, false)))
                .contains(Duration.ofMillis(1045));
    }

    @Test
    void threads_are_switched_by_the_time_of_a_response() {
        var switchability =
                new Switchability(new JudgedTrials(List.of(trial(1))), Duration.ZERO, SwitchingMethod.WITHIN_POOL);
        List<Settings> settings = List.of(Settings.ofPoolAndThreads(2, 10), Settings.ofPoolAndThreads(2, 20));
        assertThat(settling(switchability.switching(settings, 8, PLANNED, 7, false)))
                .contains(Duration.ofMillis(165));
    }

    @Test
    void no_setting_holds_for_longer_than_three_halves_of_a_response_needs() {
        assertThat(settling(within(2, 200))).contains(Duration.ofMillis(165));
        assertThat(within(2, 200).slice()).isEqualTo(Duration.ofMillis(600));
        assertThat(within(2, 200).period()).isEqualTo(Duration.ofMillis(600));
    }

    @Test
    void each_comparison_that_was_too_quick_makes_slices_four_times_as_long() {
        var trials = new ArrayList<>(List.of(trial(1)));
        Map<Integer, Integer> slices = Map.of(30, 100, 120, 600, 480, 1500);
        for (int length : List.of(30, 120, 480)) {
            Switching next = switched(trials, SwitchingMethod.WITHIN_POOL, 1, 2);
            assertThat(settling(next)).contains(Duration.ofMillis(length));
            assertThat(next.slice()).isEqualTo(Duration.ofMillis(slices.get(length)));
            trials.add(trial(1 + trials.size(), Flag.CARRIED_OVER));
        }
        assertThat(switched(trials, SwitchingMethod.WITHIN_POOL, 1, 2).period()).isEqualTo(Duration.ofMillis(6000));
    }

    private static Trial of(int load, int number, int pool, Flag... flags) {
        return TrialBuilder.trial(number)
                .at(Settings.NONE.with(Knob.POOL, pool))
                .lasting(2, 4)
                .responseMs(300)
                .read(Metric.ACQUISITIONS, 400)
                .periods(new Periods(load, List.of(100.0, 101.0), List.of()))
                .flags(flags)
                .build();
    }

    @Test
    void slices_that_were_long_enough_for_two_sizes_stay_so_for_what_lies_between_them() {
        List<Trial> trials = List.of(trial(1), of(2, 2, 5), of(2, 3, 18), of(2, 4, 40, Flag.CARRIED_OVER));
        Duration before =
                switched(List.of(trial(1)), SwitchingMethod.WITHIN_POOL, 7, 18).slice();

        assertThat(switched(trials, SwitchingMethod.WITHIN_POOL, 7, 18).slice()).isEqualTo(before);
        assertThat(switched(trials, SwitchingMethod.WITHIN_POOL, 7, 30).slice()).isGreaterThan(before.multipliedBy(3));
        assertThat(switched(trials, SwitchingMethod.WITHIN_POOL, 4, 18).slice()).isGreaterThan(before.multipliedBy(2));
    }

    @Test
    void settings_that_are_resized_hold_as_long_as_was_planned() {
        Switching resized = switched(List.of(trial(1)), SwitchingMethod.RESIZED, 7, 8);
        assertThat(settling(resized)).isEmpty();
        assertThat(resized.slice()).isEqualTo(PLANNED);
    }

    @Test
    void where_no_trial_counts_they_tell_how_long_a_response_takes_all_the_same() {
        List<Trial> unsteady = List.of(trial(1, Flag.NOT_STEADY));
        assertThat(settling(switched(unsteady, SwitchingMethod.WITHIN_POOL, 2, 200)))
                .contains(Duration.ofMillis(165));
    }
}
