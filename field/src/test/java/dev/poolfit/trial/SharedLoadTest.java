package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.TrialCost;
import dev.poolfit.service.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One load serves all trials, as long as it has enough left to measure; in virtual time. */
class SharedLoadTest {
    private static final String STAGES = """
            stages:
                - {for: 20s, users: 9}
                - {for: 30s, users: 10}
                - {for: 10s, users: 0}""";

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(Settings.ofPoolAndThreads(10, 200));
    private final ScriptedEngine engine = new ScriptedEngine(time, second -> Trials.second(second, 10, 100, 0, 100));

    private TrialRunner runner(String load) {
        Experiment experiment =
                Experiments.read(Experiments.SOUND.replace("users: 10", load)).experiment();
        return new TrialRunner(experiment, service, engine, sample -> {}, time);
    }

    private static PlannedTrial planned(int pool) {
        return new PlannedTrial(Role.CONFIRM, Settings.of(Knob.POOL, pool), Duration.ofSeconds(5));
    }

    @Test
    void trials_follow_each_other_in_one_closed_load_whose_settings_change_under_it() throws InterruptedException {
        try (TrialRunner runner = runner("users: 10")) {
            MeasuredTrial first = runner.run(planned(4), 1).trial();
            Measured second = runner.run(planned(5), 2);

            assertThat(engine.put()).hasSize(1);
            assertThat(first.loadSeconds()).isEqualTo(7);
            assertThat(second.trial().loadSeconds()).isEqualTo(7);
            assertThat(second.series().get(0).second()).isZero();
            assertThat(second.trial().settings().pool()).hasValue(5);
        }
        assertThat(engine.drain()).isPresent();
    }

    @Test
    void an_open_load_is_started_for_each_trial_so_that_no_backlog_is_handed_on() throws InterruptedException {
        try (TrialRunner runner = runner("rate: 100/s")) {
            runner.run(planned(4), 1);
            runner.run(planned(5), 2);
        }
        assertThat(engine.put()).hasSize(2);
    }

    @Test
    void a_ramp_is_passed_once_for_as_many_trials_as_its_busiest_stage_holds() throws InterruptedException {
        try (TrialRunner runner = runner(STAGES)) {
            MeasuredTrial first = runner.run(planned(4), 1).trial();
            runner.run(planned(5), 2);
            runner.run(planned(6), 3);
            assertThat(engine.put()).hasSize(1);
            assertThat(first.started()).isEqualTo(Instant.EPOCH.plusSeconds(1 + 20));

            runner.run(planned(7), 4);
            runner.run(planned(8), 5);

            assertThat(engine.put()).hasSize(2);
        }
    }

    @Test
    void users_pause_while_something_is_worked_out_and_go_on_whatever_becomes_of_it() throws InterruptedException {
        engine.pausable();
        try (TrialRunner runner = runner("users: 10")) {
            assertThat(runner.pausing(() -> engine.holds().size()))
                    .as("no load runs yet")
                    .isZero();
            runner.run(planned(4), 1);

            assertThat(runner.pausing(() -> List.copyOf(engine.holds()))).containsExactly(true);
            assertThat(engine.holds()).containsExactly(true, false);

            assertThatThrownBy(() -> runner.pausing(() -> {
                        throw new IllegalStateException("in vain");
                    }))
                    .hasMessage("in vain");
            assertThat(engine.holds()).containsExactly(true, false, true, false);
        }
    }

    /** Stages would be shorter by a pause. */
    @Test
    void stages_go_on_meanwhile_and_so_does_a_load_that_cannot_be_held() throws InterruptedException {
        for (String load : List.of("users: 10", STAGES)) {
            try (TrialRunner runner = runner(load)) {
                runner.run(planned(4), 1);
                assertThat(runner.pausing(() -> 7)).isEqualTo(7);
                engine.pausable();
            }
        }
        assertThat(engine.holds()).isEmpty();
    }

    /** However long the service would like to warm up. */
    @Test
    void the_shortest_busiest_stage_that_is_accepted_is_measured() throws InterruptedException {
        double[] cpu = {1e9};
        service.with(new ObedientService.Reading(
                "JVM", Probe.Subject.SERVICE, () -> Map.of(Metric.SERVICE_CPU, cpu[0] /= 2)));
        try (TrialRunner runner = runner("""
                stages:
                    - {for: 1s, users: 10}
                    - {for: 5s, users: 10}""")) {
            MeasuredTrial trial = runner.run(planned(4), 1).trial();

            assertThat(trial.span().measuredSeconds()).isEqualTo(2);
            assertThat(engine.put()).hasSize(1);
        }
    }

    /** The busiest stage may be as short as two trials. */
    @Test
    void the_warm_up_and_the_look_at_who_holds_take_place_before_the_busiest_stage() throws InterruptedException {
        try (TrialRunner runner = runner(STAGES)) {
            var looks = new ArrayList<Long>();
            runner.warmUp(service.found(), false);
            runner.observe(
                    service.found(),
                    6,
                    () -> service.effective().equals(service.found()),
                    () -> {
                        looks.add(time.nanos() / 1_000_000_000);
                        return true;
                    },
                    18);
            MeasuredTrial first = runner.run(planned(4), 1).trial();

            assertThat(looks).hasSize(6).allMatch(second -> second <= 1 + 20);
            assertThat(first.started()).isEqualTo(Instant.EPOCH.plusSeconds(1 + 20));
            assertThat(engine.put()).hasSize(1);
        }
    }

    @Test
    void the_look_at_who_holds_takes_longer_where_too_little_was_seen_and_the_load_has_time()
            throws InterruptedException {
        for (int wanted : new int[] {3, 8, 99}) {
            try (TrialRunner runner = runner("users: 10")) {
                var looks = new AtomicInteger();
                runner.observe(service.found(), 6, () -> true, () -> looks.incrementAndGet() < wanted, 18);

                assertThat(looks).hasValue(Math.min(18, Math.max(6, wanted)));
            }
        }
    }

    @Test
    void what_a_trial_costs_depends_on_whether_its_ramp_has_been_passed() throws InterruptedException {
        try (TrialRunner runner = runner(STAGES)) {
            assertThat(runner.cost(planned(4))).isEqualTo(Duration.ofSeconds(20 + 2 + 5));
            runner.run(planned(4), 1);
            assertThat(runner.cost(planned(5))).isEqualTo(Duration.ofSeconds(2 + 5));
            assertThat(runner.spared(new TrialCost(Duration.ofSeconds(20), Duration.ofSeconds(7), 4)))
                    .isEqualTo(Duration.ofSeconds(20));
            assertThat(runner.spared(new TrialCost(Duration.ofSeconds(20), Duration.ofSeconds(24), 1)))
                    .isZero();
        }
    }
}
