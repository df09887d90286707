package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.service.Restoration.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Settings are back once the service has shown them twice and nothing can change them any more; in virtual time. */
class RestorerTest {
    private static final Settings INITIAL =
            Settings.ofPoolAndThreads(10, 200).with(Knob.MINIMUM_IDLE, 10).with(Knob.MIN_SPARE, 25);
    private static final Settings GIVEN =
            Settings.ofPoolAndThreads(40, 20).with(Knob.MINIMUM_IDLE, 40).with(Knob.MIN_SPARE, 20);
    /** A call to a service that does not answer is given up on after so long. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final ScriptedJvm service = new ScriptedJvm();
    private Duration passed = Duration.ZERO;

    /** Does what it is told, but for what a test has happen to it. */
    private final class ScriptedJvm implements TunedJvm {
        private Settings settings = GIVEN;
        private String identity = "1@here started 7";
        private Duration silentUntil = Duration.ZERO;
        private Optional<Settings> late = Optional.empty();
        private boolean unanswered;
        private int restored;

        private void answer() {
            if (passed.compareTo(silentUntil) < 0) {
                passed = passed.plus(SILENCE);
                throw new EnvironmentFailure("no answer within 5 s", "wait");
            }
        }

        @Override
        public String identity() {
            answer();
            return identity;
        }

        @Override
        public Settings read() {
            answer();
            return settings;
        }

        @Override
        public Settings restore(Settings exact) {
            answer();
            restored++;
            settings = settings.with(exact);
            return settings;
        }

        @Override
        public boolean unanswered() {
            return unanswered;
        }
    }

    private static RestoreRecord restoreRecord(Optional<ProcessIdentity> process) {
        return restoreRecord(process, Optional.of("service:jmx:rmi:///jndi/rmi://shop:9010/jmxrmi"));
    }

    private static RestoreRecord restoreRecord(Optional<ProcessIdentity> process, Optional<String> jmx) {
        return new RestoreRecord(
                        new RestoreRecord.Address(
                                process, Optional.of("1@here started 7"), Optional.empty(), jmx, Optional.empty()),
                        "main",
                        Optional.of("Tomcat:type=ThreadPool,name=\"http-nio-8080\""),
                        INITIAL,
                        List.of())
                .changed(Settings.of(Knob.POOL, 20).with(Knob.MINIMUM_IDLE, 20))
                .changed(GIVEN);
    }

    private Restoration restore() {
        return restore(restoreRecord(Optional.empty()));
    }

    private Restoration restore(RestoreRecord found) {
        return new Restorer(found, length -> {
                    passed = passed.plus(length);
                    service.late.ifPresent(change -> service.settings = service.settings.with(change));
                    service.late = Optional.empty();
                })
                .restore(() -> service);
    }

    @Test
    void what_was_read_back_is_told() {
        assertThat(restore())
                .isEqualTo(new Restoration(
                        Outcome.RESTORED,
                        "the initial settings (pool 10, threads 200, minimum-idle 10, min-spare 25) are back",
                        ""));
        assertThat(service.settings).isEqualTo(INITIAL);
        assertThat(passed).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_service_that_answers_again_after_a_while_has_its_settings_back() {
        service.silentUntil = Duration.ofSeconds(12);

        assertThat(restore().outcome()).isEqualTo(Outcome.RESTORED);
        assertThat(service.settings).isEqualTo(INITIAL);
    }

    @Test
    void a_service_that_stays_silent_is_not_taken_for_ended_and_the_way_to_restore_it_by_hand_is_told() {
        service.silentUntil = Duration.ofDays(1);

        Restoration failed = restore();

        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.settled()).isFalse();
        assertThat(failed.text())
                .isEqualTo("the initial settings (pool 10, threads 200, minimum-idle 10, min-spare 25) could not be put"
                        + " back, and the service may still have pool 40, threads 20, minimum-idle 40, min-spare 20:"
                        + " no answer within 5 s");
        assertThat(failed.byHand())
                .isEqualTo("set MaximumPoolSize=10, MinimumIdle=10 of the MBean"
                        + " com.zaxxer.hikari:type=PoolConfig (main), and maxThreads=200, minSpareThreads=25 of the MBean"
                        + " Tomcat:type=ThreadPool,name=\"http-nio-8080\"");
        assertThat(passed).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
    }

    @Test
    void a_password_that_was_refused_is_not_tried_again_and_again() {
        var tries = new AtomicInteger();

        Restoration failed = new Restorer(restoreRecord(Optional.empty()), length -> {}).restore(() -> {
            tries.incrementAndGet();
            throw new EnvironmentFailure("refused the password", "correct it", new SecurityException());
        });

        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(tries).hasValue(1);
    }

    @Test
    void a_change_that_a_frozen_service_makes_late_is_undone_too() {
        service.late = Optional.of(GIVEN);

        assertThat(restore().outcome()).isEqualTo(Outcome.RESTORED);
        assertThat(service.settings).isEqualTo(INITIAL);
        assertThat(service.restored).isEqualTo(2);
    }

    @Test
    void settings_do_not_count_as_back_while_a_change_may_still_come() {
        service.unanswered = true;

        Restoration failed = restore();

        assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(failed.text()).contains("has not answered an earlier change, which may still come");
        assertThat(service.settings).isEqualTo(INITIAL);
    }

    @Test
    void another_jvm_at_the_same_address_is_left_as_it_is() {
        service.identity = "1@here started 8";
        service.settings = Settings.of(Knob.POOL, 25);

        Restoration gone = restore();

        assertThat(gone.outcome()).isEqualTo(Outcome.SERVICE_GONE);
        assertThat(gone.text()).contains("has been restarted since", "1@here started 8", "1@here started 7");
        assertThat(service.settings).isEqualTo(Settings.of(Knob.POOL, 25));
    }

    @Test
    void what_somebody_else_changed_stays_and_is_told() {
        service.settings = GIVEN.with(Knob.POOL, 25);

        Restoration restored = restore();

        assertThat(restored)
                .isEqualTo(new Restoration(
                        Outcome.LEFT_THEIRS,
                        "somebody else changed pool 25, which stays so (pool 10 at first); the initial settings (threads"
                                + " 200, minimum-idle 10, min-spare 25) are back",
                        ""));
        assertThat(service.settings).isEqualTo(INITIAL.with(Knob.POOL, 25));
    }

    @Test
    void what_the_last_change_but_one_gave_is_put_back_too() {
        service.settings = INITIAL.with(Knob.POOL, 20).with(Knob.MINIMUM_IDLE, 20);

        assertThat(restore().outcome()).isEqualTo(Outcome.RESTORED);
        assertThat(service.settings).isEqualTo(INITIAL);
    }

    @Test
    void a_knob_that_an_earlier_change_gave_and_later_ones_left_alone_is_put_back_too() {
        RestoreRecord found = restoreRecord(Optional.empty())
                .changed(Settings.of(Knob.POOL, 12))
                .changed(Settings.of(Knob.POOL, 13))
                .changed(Settings.of(Knob.POOL, 14));
        service.settings = GIVEN.with(Knob.POOL, 14);

        assertThat(restore(found).outcome()).isEqualTo(Outcome.RESTORED);
        assertThat(service.settings).isEqualTo(INITIAL);
    }

    @Test
    void spare_threads_that_somebody_elses_few_threads_hide_are_not_taken_for_a_change() {
        service.settings = GIVEN.with(Knob.THREADS, 3).with(Knob.MIN_SPARE, 3);

        Restoration restored = restore();

        assertThat(restored.text()).startsWith("somebody else changed threads 3, which stays so");
        assertThat(service.settings.count(Knob.THREADS)).isEqualTo(3);
    }

    @Test
    void a_process_that_ended_needs_nothing_and_one_of_another_machine_is_not_touched() {
        ProcessIdentity self = ProcessIdentity.current();
        String start = self.start().orElseThrow();
        var earlier = new ProcessIdentity(self.pid(), Optional.of(start + "1"));
        var elsewhere = new ProcessIdentity(
                self.pid(), Optional.of("linux there 00000000-0000-0000-0000-000000000000 4026531836 77"));

        assertThat(restore(restoreRecord(Optional.of(self))).outcome()).isEqualTo(Outcome.RESTORED);
        assertThat(restore(restoreRecord(Optional.of(earlier))).outcome()).isEqualTo(Outcome.SERVICE_GONE);
        service.settings = GIVEN;
        Restoration refused = restore(restoreRecord(Optional.of(elsewhere), Optional.empty()));
        assertThat(refused.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(refused.text()).contains("another machine or another container");
        assertThat(service.settings).isEqualTo(GIVEN);
        // What is reached by JMX is reached from everywhere.
        assertThat(restore(restoreRecord(Optional.of(elsewhere))).outcome()).isEqualTo(Outcome.RESTORED);
    }
}
