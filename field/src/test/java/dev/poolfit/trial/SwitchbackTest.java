package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Periods;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Settings that are switched under one load, in virtual time: the service gives what its pool at that second gives. */
class SwitchbackTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final Settings SMALL = Settings.of(Knob.POOL, 4);
    private static final Settings LARGE = Settings.of(Knob.POOL, 8);
    private static final Switching SIX_BLOCKS = new Switching(6, Duration.ofSeconds(2), 7, false);

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(FOUND);

    /** A second of the present pool's rate; the tenths after a switch are those of the load, which follows at once. */
    private ClientSecond second(int number, ToIntFunction<Settings> tenth) {
        int each = tenth.applyAsInt(service.effective());
        var latency = new Histogram(3);
        latency.recordValueWithCount(50_000, Math.max(1, 10L * each));
        return new ClientSecond(
                number, 10, 10L * each, Map.of(), latency, 10L * each, 0, 0.1, 0, Collections.nCopies(10, each));
    }

    private TrialRunner runner(ScriptedEngine engine) {
        Experiment experiment = Experiments.read(Experiments.SOUND).experiment();
        return new TrialRunner(experiment, service, engine, sample -> {}, time);
    }

    private static TrialPlan plan(Switching switching) {
        return TrialPlan.switching(Role.CONFIRM, List.of(SMALL, LARGE), switching);
    }

    @Test
    void each_setting_holds_once_a_block_and_its_rates_are_its_own() throws InterruptedException {
        var engine = new ScriptedEngine(
                time, number -> second(number, settings -> 2 * settings.pool().orElse(0)));

        List<Measured> measured = runner(engine).switching(plan(SIX_BLOCKS), 3);

        assertThat(measured).hasSize(2);
        MeasuredTrial small = measured.get(0).trial();
        MeasuredTrial large = measured.get(1).trial();
        assertThat(small.number()).isEqualTo(3);
        assertThat(large.number()).isEqualTo(4);
        assertThat(small.settings().pool()).hasValue(4);
        assertThat(small.periods()).contains(new Periods(3, Collections.nCopies(6, 80.0), Collections.nCopies(6, 0.0)));
        assertThat(large.periods())
                .contains(new Periods(3, Collections.nCopies(6, 160.0), Collections.nCopies(6, 0.0)));
        assertThat(small.noted()).isEmpty();
        assertThat(small.p99Ms().high()).isInfinite();
        assertThat(small.loadSeconds() + large.loadSeconds()).isEqualTo(24);
        assertThat(engine.put()).hasSize(1);
        List<Settings> order = service.applied().subList(1, 13);
        for (int block = 0; block < 6; block++) {
            assertThat(order.subList(2 * block, 2 * block + 2)).containsExactlyInAnyOrder(SMALL, LARGE);
        }
    }

    @Test
    void the_order_is_drawn_anew_for_each_block_and_the_same_seed_draws_the_same() {
        List<List<Integer>> orders = new Switching(40, Duration.ofSeconds(2), 7, false).orders(2);

        assertThat(orders).isEqualTo(new Switching(40, Duration.ofSeconds(2), 7, false).orders(2));
        assertThat(orders).isNotEqualTo(new Switching(40, Duration.ofSeconds(2), 8, false).orders(2));
        assertThat(orders).contains(List.of(0, 1)).contains(List.of(1, 0));
    }

    @Test
    void a_load_that_ends_by_itself_is_started_again_and_only_whole_blocks_count() throws InterruptedException {
        var engine = new ScriptedEngine(
                        time,
                        number -> second(number, settings -> settings.pool().orElse(0)))
                .endingAfter(11);

        List<Measured> measured = runner(engine).switching(plan(SIX_BLOCKS), 1);

        assertThat(measured.get(0).trial().periods().orElseThrow().rates())
                .hasSize(6)
                .containsOnly(40.0);
        assertThat(engine.put()).hasSize(3);
    }

    @Test
    void a_load_that_is_over_before_the_first_block_is_refused_in_words() {
        var engine = new ScriptedEngine(time, number -> second(number, settings -> 5)).endingAfter(3);

        assertThatThrownBy(() -> runner(engine).switching(plan(SIX_BLOCKS), 1))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("does not last for 4 s");
    }

    @Test
    void what_somebody_else_changes_within_a_period_is_flagged() throws InterruptedException {
        var engine = new ScriptedEngine(time, number -> {
            if (number == 6) {
                service.changeFromOutside(Settings.of(Knob.POOL, 33));
            }
            return second(number, settings -> 5);
        });

        List<Measured> measured = runner(engine).switching(plan(SIX_BLOCKS), 1);

        assertThat(measured).anySatisfy(each -> assertThat(each.trial().noted()).contains(Flag.CHANGED_FROM_OUTSIDE));
    }

    @Test
    void settings_that_take_a_restart_are_switched_once_the_service_is_warm_again() throws InterruptedException {
        Experiment restarting = Experiments.restarting();
        var engine = new ScriptedEngine(time, number -> second(number, settings -> 5));
        Settings small = SMALL.with(Knob.OPEN_IN_VIEW, false);
        var runner = new TrialRunner(restarting, service, engine, sample -> {}, time);

        runner.switching(TrialPlan.switching(Role.CONFIRM, List.of(small, small.with(LARGE)), SIX_BLOCKS), 1);

        assertThat(service.starts()).isEqualTo(2);
        assertThat(engine.lengths()).hasSize(2).first().isEqualTo(WarmUp.FIRST.shortest());
    }

    @Test
    void a_trial_after_a_comparison_goes_on_in_the_same_load() throws InterruptedException {
        var engine = new ScriptedEngine(time, number -> second(number, settings -> 5));
        try (TrialRunner runner = runner(engine)) {
            runner.switching(plan(SIX_BLOCKS), 1);

            MeasuredTrial alone = runner.run(new PlannedTrial(Role.CONFIRM, SMALL, Duration.ofSeconds(5)), 3)
                    .trial();

            assertThat(alone.periods()).isEmpty();
            assertThat(alone.throughput().mean()).isEqualTo(50);
            assertThat(engine.put()).hasSize(1);
        }
    }

    @Test
    void two_places_of_a_setting_may_differ_by_chance_and_by_what_is_harmless() {
        List<Double> one = List.of(100.0, 101.0, 99.0, 100.5, 99.5, 100.2);
        assertThat(Switchback.equalArmsDiffer(one, scaled(one, 1.02))).isFalse();
        assertThat(Switchback.equalArmsDiffer(one, scaled(one, 0.95))).isTrue();
        assertThat(Switchback.equalArmsDiffer(one, List.of(150.0, 70.0, 160.0, 60.0, 140.0, 80.0)))
                .isFalse();
    }

    private static List<Double> scaled(List<Double> rates, double by) {
        return rates.stream().map(rate -> rate * by).toList();
    }

    @Test
    void a_place_in_which_nothing_was_counted_takes_nothing_from_the_mean() {
        assertThat(Switchback.means(List.of(100.0, 0.0, 0.0), List.of(80.0, 90.0, 0.0)))
                .containsExactly(90.0, 90.0, 0.0);
    }
}
