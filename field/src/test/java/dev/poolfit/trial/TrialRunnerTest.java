package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.service.Probe;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Whole trials in virtual time: what is applied, what is put, and when it ends. */
class TrialRunnerTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    /** 100 a second, as 10 users get of a service that takes 100 ms. */
    private static final IntFunction<ClientSecond> STEADY = second -> Trials.second(second, 10, 100, 0, 100);

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(FOUND);

    private static Experiment experiment(String what, String instead) {
        return Experiments.read(Experiments.SOUND.replace(what, instead)).experiment();
    }

    private static PlannedTrial planned(Role role, int pool) {
        return new PlannedTrial(role, Settings.of(Knob.POOL, pool), FIVE_SECONDS);
    }

    private TrialRunner runner(Experiment experiment, ScriptedEngine engine) {
        return new TrialRunner(experiment, service, engine, sample -> {}, time);
    }

    @Test
    void fixed_settings_are_applied_with_the_planned_ones() throws InterruptedException {
        Experiment experiment = experiment("goal:", "fixed: {threads: 50}\ngoal:");

        MeasuredTrial trial = runner(experiment, new ScriptedEngine(time, STEADY))
                .run(planned(Role.SEARCH, 4), 1)
                .trial();

        assertThat(service.applied()).containsExactly(Settings.ofPoolAndThreads(4, 50));
        assertThat(trial.settings()).isEqualTo(Settings.ofPoolAndThreads(4, 50));
    }

    @Test
    void a_steady_trial_measures_as_long_as_planned_once_it_is_warm() throws InterruptedException {
        var engine = new ScriptedEngine(time, STEADY);

        Measured measured = runner(experiment("", ""), engine).run(planned(Role.SEARCH, 4), 7);

        MeasuredTrial trial = measured.trial();
        assertThat(trial.number()).isEqualTo(7);
        assertThat(trial.span().warmSeconds()).isEqualTo(WarmUp.BETWEEN.shortest());
        assertThat(trial.span().measuredSeconds()).isEqualTo(5);
        assertThat(trial.throughput().mean()).isEqualTo(100);
        assertThat(trial.noted()).isEmpty();
        assertThat(measured.series()).hasSize(7);
        assertThat(engine.lengths()).containsExactly(7);
    }

    @Test
    void the_load_begins_only_when_the_settings_hold_for_requests_too() throws InterruptedException {
        service.settlingIn(Duration.ofSeconds(31));
        var before = time.instant();

        MeasuredTrial trial = runner(experiment("", ""), new ScriptedEngine(time, STEADY))
                .run(planned(Role.SEARCH, 4), 1)
                .trial();

        assertThat(trial.started()).isEqualTo(before.plusSeconds(31));
    }

    @Test
    void the_pool_is_four_times_as_wide_while_the_service_warms_up_but_within_its_range() throws InterruptedException {
        Experiment experiment = experiment("goal:", "fixed: {threads: 50}\ngoal:");
        TrialRunner runner = runner(experiment, new ScriptedEngine(time, STEADY));

        runner.warmUp(Settings.of(Knob.POOL, 5), false);
        runner.warmUp(Settings.of(Knob.POOL, 10), false);

        assertThat(service.applied())
                .containsExactly(Settings.ofPoolAndThreads(20, 50), Settings.ofPoolAndThreads(30, 50));
    }

    @Test
    void a_service_with_a_new_life_is_warmed_again_and_only_once() throws InterruptedException {
        Experiment experiment = Experiments.restarting();
        var engine = new ScriptedEngine(time, STEADY);
        TrialRunner runner = runner(experiment, engine);
        Settings wanted = Settings.of(Knob.POOL, 4).with(Knob.OPEN_IN_VIEW, false);
        var planned = new PlannedTrial(Role.COMPARE, wanted, FIVE_SECONDS);

        runner.run(planned, 1);
        runner.run(planned, 2);

        assertThat(service.starts()).isEqualTo(2);
        assertThat(service.applied()).containsExactly(wanted, wanted.with(Knob.POOL, 16), wanted, wanted);
        assertThat(engine.lengths()).containsExactly(WarmUp.FIRST.shortest(), 7, 7);
    }

    @Test
    void the_search_does_not_go_on_with_a_setting_that_cannot_reach_the_goal() throws InterruptedException {
        Experiment far = experiment("throughput: max", "throughput: \">= 1000/s\"");

        MeasuredTrial trial = runner(far, new ScriptedEngine(time, STEADY))
                .run(planned(Role.SEARCH, 4), 1)
                .trial();

        assertThat(trial.span().measuredSeconds()).isEqualTo(3);
        assertThat(trial.noted()).containsExactly(Flag.ENDED_EARLY);
    }

    @Test
    void other_trials_measure_to_their_end_though_the_goal_is_out_of_reach() throws InterruptedException {
        Experiment far = experiment("throughput: max", "throughput: \">= 1000/s\"");

        MeasuredTrial trial = runner(far, new ScriptedEngine(time, STEADY))
                .run(planned(Role.CONFIRM, 4), 1)
                .trial();

        assertThat(trial.span().measuredSeconds()).isEqualTo(5);
        assertThat(trial.noted()).isEmpty();
    }

    @Test
    void the_stop_rule_ends_a_trial_and_its_window_is_what_is_told() throws InterruptedException {
        Experiment experiment = experiment("budget:", "stop: {errors: 5%, for: 2s}\nbudget:");
        // Warm after second 1; errors begin in second 4, and the rule's window is full of them after second 5.
        var engine = new ScriptedEngine(
                time, second -> second < 4 ? STEADY.apply(second) : Trials.second(second, 10, 50, 50, 100));

        MeasuredTrial trial =
                runner(experiment, engine).run(planned(Role.CONFIRM, 4), 1).trial();

        assertThat(engine.lengths()).containsExactly(5);
        assertThat(trial.noted()).contains(Flag.STOPPED);
        assertThat(trial.failed()).isEqualTo(50);
        assertThat(trial.span().measuredSeconds()).isEqualTo(3);
    }

    @Test
    void the_stop_rule_ends_a_trial_that_still_warms_up_too() throws InterruptedException {
        Experiment experiment = experiment("budget:", "stop: {errors: 5%, for: 2s}\nbudget:");
        // The CPU time a request falls and falls, so the trial would warm for six seconds.
        double[] cpu = {4};
        service.with(new ObedientService.Reading(
                "JVM", Probe.Subject.SERVICE, () -> Map.of(Metric.SERVICE_CPU, cpu[0] /= 2)));
        var engine = new ScriptedEngine(time, second -> Trials.second(second, 10, 50, 50, 100));

        MeasuredTrial trial =
                runner(experiment, engine).run(planned(Role.CONFIRM, 4), 1).trial();

        assertThat(engine.lengths()).containsExactly(2);
        assertThat(trial.noted()).contains(Flag.STOPPED);
        assertThat(trial.span().measuredSeconds()).isEqualTo(2);
    }

    @Test
    void a_trial_warms_for_as_long_as_the_cpu_time_a_request_falls() throws InterruptedException {
        double[] cpu = {4};
        service.with(new ObedientService.Reading(
                "JVM", Probe.Subject.SERVICE, () -> Map.of(Metric.SERVICE_CPU, cpu[0] = Math.max(1, cpu[0] - 0.75))));

        MeasuredTrial trial = runner(experiment("", ""), new ScriptedEngine(time, STEADY))
                .run(planned(Role.SEARCH, 4), 1)
                .trial();

        // Read: 2.5, 1.75, 1, 1 cores; the reading before the load is for nothing.
        assertThat(trial.span().warmSeconds()).isEqualTo(4);
        assertThat(trial.readings().means()).containsEntry(Metric.SERVICE_CPU, 1.0);
    }

    @Test
    void the_warm_up_lasts_until_the_first_response_of_a_cold_service() throws InterruptedException {
        Experiment experiment = experiment("", "");
        var engine = new ScriptedEngine(time, second -> Trials.second(second, 10, second < 44 ? 0 : 1, 0, 100));

        runner(experiment, engine).warmUp(FOUND, false);

        assertThat(engine.lengths()).containsExactly(45);
    }

    @Test
    void the_warm_up_ends_after_the_timeout_of_a_request_without_any_response() {
        Experiment experiment = experiment("users: 10", "users: 10\n  timeout: 40s");
        var engine = new ScriptedEngine(time, second -> Trials.second(second, 10, 0, 0, 100));

        assertThatThrownBy(() -> runner(experiment, engine).warmUp(FOUND, false))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("no request succeeded while warming up: none ended");
        assertThat(engine.lengths()).containsExactly(40);
    }

    @Test
    void the_first_warm_up_takes_at_most_a_third_of_the_budget() throws InterruptedException {
        Experiment experiment = experiment("budget: 5m", "budget: 1m");
        double[] cpu = {1e9};
        service.with(new ObedientService.Reading(
                "JVM", Probe.Subject.SERVICE, () -> Map.of(Metric.SERVICE_CPU, cpu[0] /= 2)));
        var engine = new ScriptedEngine(time, STEADY);

        runner(experiment, engine).warmUp(FOUND, false);

        assertThat(engine.lengths()).containsExactly(20);
    }

    @Test
    void a_ramp_is_warmed_by_a_few_users_and_ends_where_the_service_breaks() throws InterruptedException {
        Experiment experiment = experiment("users: 10", "ramp-until: {users: 300, over: 60s, errors: 1%}");
        var engine = new ScriptedEngine(
                time,
                second -> second < 20 ? Trials.second(second, 10, 100, 0, 100) : Trials.second(second, 10, 0, 100, 9));
        TrialRunner runner = runner(experiment, engine);

        runner.warmUp(FOUND, false);
        MeasuredTrial trial = runner.run(planned(Role.SEARCH, 4), 1).trial();

        assertThat(engine.put().get(0).shape()).isEqualTo(new Load.Users(16));
        assertThat(engine.put().get(1).shape()).isInstanceOf(Load.Ramp.class);
        assertThat(trial.noted()).contains(Flag.BROKE_BY_ERRORS);
        assertThat(engine.lengths().get(1)).isEqualTo(21);
    }

    @Test
    void a_trial_in_which_somebody_else_changed_the_settings_does_not_count_and_is_not_told_of_the_foreign_ones()
            throws InterruptedException {
        var engine = new ScriptedEngine(time, second -> {
            if (second == 4) {
                service.changeFromOutside(Settings.of(Knob.POOL, 12));
            }
            return STEADY.apply(second);
        });
        TrialRunner runner = runner(experiment("", ""), engine);

        MeasuredTrial changed = runner.run(planned(Role.SEARCH, 4), 1).trial();
        assertThat(changed.noted()).containsExactly(Flag.CHANGED_FROM_OUTSIDE);
        assertThat(Flag.CHANGED_FROM_OUTSIDE.disqualifies()).isTrue();
        assertThat(changed.settings().count(Knob.POOL)).isEqualTo(4);
    }

    @Test
    void a_change_of_a_knob_that_is_not_tuned_disturbs_a_ramp_too() throws InterruptedException {
        Experiment experiment = experiment("users: 10", "ramp-until: {users: 300, over: 60s, errors: 1%}");
        var engine = new ScriptedEngine(time, second -> {
            service.changeFromOutside(Settings.of(Knob.THREADS, 33));
            return Trials.second(second, 10, second < 20 ? 100 : 0, second < 20 ? 0 : 100, 100);
        });

        MeasuredTrial trial =
                runner(experiment, engine).run(planned(Role.SEARCH, 4), 1).trial();

        assertThat(trial.noted()).contains(Flag.CHANGED_FROM_OUTSIDE);
        assertThat(trial.settings().count(Knob.THREADS)).isEqualTo(200);
    }
}
