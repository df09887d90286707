package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Settings;
import dev.poolfit.service.Probe;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What ends a trial is a failure that lasts, and not a hiccup. */
class FailureDetectorTest {
    private static final Probe DATABASE = new ObedientService.Reading("MariaDB", Probe.Subject.DATABASE, Map::of);
    private static final Probe SERVICE = new ObedientService.Reading("HikariCP", Probe.Subject.SERVICE, Map::of);

    private final FailureDetector detector = new FailureDetector(new ObedientService(Settings.NONE));

    private void read(Probe probe, boolean... failed) {
        for (boolean each : failed) {
            detector.unreadable(probe, each);
        }
    }

    /** So many seconds in which every request fails of one cause. */
    private static List<ClientSecond> failing(int seconds, String cause) {
        return IntStream.range(0, seconds)
                .mapToObj(second -> new ClientSecond(second, 10, 0, Map.of(cause, 7L), new Histogram(3), 7, 0, 0.1, 0))
                .toList();
    }

    @Test
    void a_database_that_cannot_be_read_three_times_in_a_row_is_a_failure() {
        read(DATABASE, false, true, true, true);

        assertThatThrownBy(() -> detector.check(List.of()))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("the database has not answered for 3 s (MariaDB)");
    }

    @Test
    void one_answer_in_between_makes_it_none() {
        read(DATABASE, true, true, false, true, true);

        assertThatCode(() -> detector.check(List.of())).doesNotThrowAnyException();
    }

    @Test
    void a_probe_of_the_service_that_cannot_be_read_is_none() {
        read(SERVICE, true, true, true, true);

        assertThatCode(() -> detector.check(List.of())).doesNotThrowAnyException();
    }

    @Test
    void a_service_that_refuses_connections_for_six_seconds_is_a_failure() {
        assertThatCode(() -> detector.check(failing(5, "connection refused"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> detector.check(failing(6, "connection refused")))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("the service accepts no connections any more: 42 × connection refused");
    }

    @Test
    void a_service_that_answers_with_errors_or_accepts_a_connection_now_and_then_is_none() {
        var oneGood = new ClientSecond(3, 10, 1, Map.of("connection refused", 6L), new Histogram(3), 7, 0, 0.1, 0);
        List<ClientSecond> oneAnswer = Stream.of(
                        failing(3, "connection refused"), List.of(oneGood), failing(5, "connection refused"))
                .flatMap(List::stream)
                .toList();

        assertThatCode(() -> detector.check(failing(20, "status 500"))).doesNotThrowAnyException();
        assertThatCode(() -> detector.check(oneAnswer)).doesNotThrowAnyException();
    }

    @Test
    void a_script_that_means_a_host_that_nobody_named_is_a_failure_at_once() {
        assertThatThrownBy(() -> detector.check(failing(1, LoadGuard.NOT_ALLOWED)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("a host that the experiment does not name");
    }

    @Test
    void some_request_must_succeed_and_if_none_does_the_most_frequent_causes_are_told() {
        List<ClientSecond> seconds = Stream.of(failing(1, "timeout"), failing(2, "status 404"))
                .flatMap(List::stream)
                .toList();

        assertThatThrownBy(() -> detector.requireSomeSuccess(seconds))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("no request succeeded while warming up: 14 × status 404, 7 × timeout");
        assertThatCode(() -> detector.requireSomeSuccess(Trials.seconds(1, 10, 1, 99, 5)))
                .doesNotThrowAnyException();
    }
}
