package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Settings;
import dev.poolfit.load.Loads;
import dev.poolfit.service.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** One load, in virtual time: it ends with its reason when anything that it needs does. */
class LoadSessionTest {
    private static final Load USERS = Loads.users(10, Duration.ZERO, Loads.get("http://127.0.0.1:8080/items"));
    private static final Load SCRIPT =
            Load.of(new Script.K6(Path.of("shop.js"), "k6", Map.of(), List.of()), new Load.Scripted(), Set.of());
    private static final IntFunction<ClientSecond> STEADY = second -> Trials.second(second, 10, 100, 0, 100);

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(Settings.ofPoolAndThreads(10, 200));
    private final ScriptedEngine engine = new ScriptedEngine(time, STEADY);
    private final List<Sample> told = new ArrayList<>();

    private LoadSession session(Load load) {
        return new LoadSession(
                load, seconds -> engine.start(load, 1, seconds), service, told::add, Optional.empty(), time);
    }

    @Test
    void each_second_is_told_once() throws InterruptedException {
        try (var session = session(USERS)) {
            session.awaitSeconds(4);

            assertThat(session.seconds()).isEqualTo(4);
            assertThat(told.stream().map(Sample::second)).containsExactly(0, 1, 2, 3);
            assertThat(time.nanos()).isEqualTo(5_000_000_000L);
        }
    }

    @Test
    void it_fails_when_the_generator_is_silent_for_15_seconds() throws InterruptedException {
        engine.silentAfter(3);
        try (var session = session(USERS)) {
            session.awaitSeconds(3);
            var silent = time.instant();

            assertThatThrownBy(session::awaitSecond)
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the load generator has reported nothing for 15 s");
            assertThat(Duration.between(silent, time.instant()))
                    .isBetween(Duration.ofSeconds(15), Duration.ofMillis(15_100));
        }
    }

    @Test
    void it_fails_as_soon_as_the_load_does() throws InterruptedException {
        var failure = new EnvironmentFailure("k6 ended with status 107", "correct the script");
        engine.failingAfter(3, failure);
        try (var session = session(USERS)) {
            session.awaitSeconds(3);
            var silent = time.instant();

            assertThatThrownBy(session::awaitSecond).isSameAs(failure);
            assertThat(time.instant()).isBefore(silent.plusSeconds(2));
        }
    }

    @Test
    void it_fails_when_the_service_ends() throws InterruptedException {
        service.aliveWhile(() -> told.size() < 3);
        try (var session = session(USERS)) {
            assertThatThrownBy(() -> session.awaitSeconds(10))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the service ended or stopped answering by JMX in the middle of a trial");
            assertThat(session.seconds()).isEqualTo(4);
        }
    }

    @Test
    void it_fails_when_the_database_cannot_be_read_any_more() {
        service.with(new ObedientService.Reading("MariaDB", Probe.Subject.DATABASE, () -> {
            throw new EnvironmentFailure("gone", "start it");
        }));
        try (var session = session(USERS)) {
            assertThatThrownBy(() -> session.awaitSeconds(10))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the database has not answered for 3 s (MariaDB)");
            assertThat(session.seconds()).isEqualTo(3);
        }
    }

    @Test
    void it_ends_with_its_script() throws InterruptedException {
        engine.endingAfter(5);
        try (var session = session(SCRIPT)) {
            session.awaitSeconds(10);

            assertThat(session.seconds()).isEqualTo(5);
            assertThat(session.awaitSecond()).isFalse();
        }
    }

    @Test
    void only_a_script_may_end_by_itself() throws InterruptedException {
        engine.endingAfter(5);
        try (var session = session(USERS)) {
            session.awaitSeconds(5);

            assertThatThrownBy(session::awaitSecond).isInstanceOf(EnvironmentFailure.class);
        }
    }

    @Test
    void a_load_that_ends_before_two_measured_seconds_says_how_long_it_has_to_be() throws InterruptedException {
        engine.endingAfter(5);
        try (var session = session(SCRIPT)) {
            session.awaitSeconds(10);

            session.measurableEnd(3);
            assertThatThrownBy(() -> session.measurableEnd(4))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("the load was over after 5 s")
                    .hasMessageContaining("from second 4 on");
        }
    }

    @Test
    void a_reading_belongs_to_the_second_that_it_ends() throws InterruptedException {
        var reads = new AtomicInteger(-1);
        service.with(new ObedientService.Reading(
                "HikariCP", Probe.Subject.SERVICE, () -> Map.of(Metric.POOL_ACTIVE, (double) reads.getAndIncrement())));
        try (var session = session(USERS)) {
            session.awaitSeconds(3);

            assertThat(session.samples(0).stream()
                            .map(sample -> sample.get(Metric.POOL_ACTIVE).orElse(-1)))
                    .containsExactly(0.0, 1.0, 2.0);
        }
    }

    @Test
    void closing_it_ends_load_and_readings_and_drains_no_longer_than_a_request_may_take() throws InterruptedException {
        var reads = new AtomicInteger();
        service.with(new ObedientService.Reading("HikariCP", Probe.Subject.SERVICE, () -> {
            reads.incrementAndGet();
            return Map.of();
        }));
        var session = session(Loads.withTimeout(USERS, Duration.ofSeconds(3)));
        session.awaitSeconds(2);

        session.close();
        time.sleep(Duration.ofSeconds(5));

        assertThat(engine.drain()).contains(Duration.ofSeconds(3));
        assertThat(session.seconds()).isEqualTo(2);
        assertThat(reads).hasValue(3);

        session(Loads.withTimeout(USERS, Duration.ofSeconds(60))).close();
        assertThat(engine.drain()).contains(Duration.ofSeconds(10));
    }
}
