package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.testing.Ports;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Before any load, everything that would keep a run from its end is told, with the field that has to change. */
class PreflightTest {
    private static final String CEILING = "ceiling: {instances: 2, share: 0.8}\nbudget:";

    private final ObedientService service = new ObedientService(Settings.ofPoolAndThreads(10, 200));
    private ServerSocket listening;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listening.close();
    }

    private String sound() {
        return Experiments.SOUND.replace("127.0.0.1:8080", "127.0.0.1:" + listening.getLocalPort());
    }

    private Preflight preflight(String text) {
        var time = new VirtualTime();
        return new Preflight(
                Experiments.read(text),
                service,
                new ScriptedEngine(time, second -> Trials.second(second, 10, 100, 0, 100)));
    }

    private Problem problem(String text) {
        var invalid = catchThrowableOfType(
                InvalidExperiment.class, () -> preflight(text).requireReady());
        assertThat(invalid).as("the file is refused").isNotNull();
        assertThat(invalid.problems()).hasSize(1);
        return invalid.problems().get(0);
    }

    @Test
    void what_listens_and_fits_below_the_ceiling_is_ready() {
        service.withMaxConnections(25);
        Preflight preflight = preflight(sound().replace("2..30", "10..30").replace("budget:", CEILING));

        assertThatCode(preflight::requireReady).doesNotThrowAnyException();
        assertThat(preflight.found().poolLimit()).hasValue(10);
    }

    @Test
    void a_ceiling_below_the_range_of_the_pool_is_told_with_its_line() {
        service.withMaxConnections(22);
        String text = sound().replace("2..30", "9..30").replace("budget:", CEILING);

        Problem problem = problem(text);

        assertThat(problem.field()).isEqualTo("tune.pool");
        assertThat(text.lines().toList().get(problem.line() - 1)).isEqualTo("  pool: 9..30");
        assertThat(problem.message())
                .isEqualTo("must begin at or below the ceiling of 8 (max_connections 22 × share ÷ instances),"
                        + " but begins at 9");
    }

    @Test
    void a_ceiling_below_the_fixed_pool_is_told_with_its_line() {
        service.withMaxConnections(22);
        String text =
                sound().replace("pool: 2..30", "threads: 10..50").replace("budget:", "fixed: {pool: 9}\n" + CEILING);

        Problem problem = problem(text);

        assertThat(problem.field()).isEqualTo("fixed.pool");
        assertThat(text.lines().toList().get(problem.line() - 1)).contains("pool: 9");
        assertThat(problem.message())
                .startsWith("must be at or below the ceiling of 8")
                .endsWith("but is 9");
    }

    @Test
    void threads_that_the_server_needs_for_itself_are_left_out_of_the_range_and_that_is_said() {
        service.with(new WorkerThreads(WebServer.JETTY, 5));
        String text = sound().replace("pool: 2..30", "threads: 2..50");
        Preflight preflight = preflight(text);

        assertThatCode(preflight::requireReady).doesNotThrowAnyException();
        assertThat(preflight.bounded()).hasValue(Message.of("missing.threads-least", 5, 2, "Jetty", 4));
        assertThat(FoundExperiment.of(Experiments.read(text).experiment(), preflight.found())
                        .experiment()
                        .space()
                        .text(Knob.THREADS))
                .isEqualTo("5..50");
        assertThat(preflight(text.replace("2..50", "5..50")).bounded()).isEmpty();
    }

    @Test
    void a_range_of_threads_that_the_server_takes_none_of_is_told_with_its_line() {
        service.with(new WorkerThreads(WebServer.JETTY, 5));
        String text = sound().replace("pool: 2..30", "threads: 2..4");

        Problem problem = problem(text);

        assertThat(problem.field()).isEqualTo("tune.threads");
        assertThat(text.lines().toList().get(problem.line() - 1)).isEqualTo("  threads: 2..4");
        assertThat(problem.message())
                .isEqualTo("must reach 5 threads, since Jetty needs 4 of them for itself, but ends at 4");
        assertThat(problem(sound().replace("budget:", "fixed: {threads: 3}\nbudget:"))
                        .message())
                .isEqualTo("must be at least 5, since Jetty needs 4 of them for itself, but is 3");
    }

    @Test
    void the_experiment_s_word_on_the_database_s_connections_counts_before_the_database_s_own() {
        service.withMaxConnections(1_000);

        Preflight preflight = preflight(sound().replace("budget:", CEILING.replace("}", ", max-connections: 20}")));

        assertThat(preflight.found().maxConnections()).hasValue(20);
        assertThat(preflight.found().poolLimit()).hasValue(8);
    }

    @Test
    void an_address_that_refuses_is_told_with_its_field() throws IOException {
        try (Socket deaf = Ports.deaf()) {
            String address = "127.0.0.1:" + deaf.getLocalPort();

            assertThatThrownBy(() -> preflight(Experiments.SOUND.replace("127.0.0.1:8080", address))
                            .requireReady())
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage(address + " of load.requests accepts no connection");
        }
    }

    @Test
    void every_problem_of_the_surroundings_is_told_at_once() throws IOException {
        service.missing(Message.of("some.sentence")).missing(Message.verbatim("the database refused the password"));
        try (Socket first = Ports.deaf();
                Socket second = Ports.deaf()) {
            String text = Experiments.SOUND
                    .replace(
                            "127.0.0.1:8080/items",
                            "127.0.0.1:" + first.getLocalPort() + "/items\n    - get:" + " http://127.0.0.1:"
                                    + second.getLocalPort() + "/")
                    .replace("budget:", CEILING);

            var failure = catchThrowableOfType(
                    EnvironmentFailure.class, () -> preflight(text).requireReady());

            assertThat(failure.getMessage().lines())
                    .containsExactly(
                            "the ceiling needs the database's max_connections, which cannot be read: the database"
                                    + " refused the password",
                            "127.0.0.1:" + first.getLocalPort() + " of load.requests accepts no connection",
                            "127.0.0.1:" + second.getLocalPort() + " of load.requests accepts no connection");
            assertThat(failure.remedy()).contains("ceiling.max-connections", "start what listens there");
        }
    }

    @Test
    void the_settings_found_are_told_with_the_fixed_ones_in_their_place() {
        Preflight preflight = preflight(sound().replace("budget:", "fixed: {threads: 50}\nbudget:"));

        assertThat(preflight.found().settings()).isEqualTo(Settings.ofPoolAndThreads(10, 50));
        assertThat(preflight.found().settings().has(Knob.MINIMUM_IDLE)).isFalse();
    }

    @Test
    void a_service_that_takes_no_limiter_is_told_why_sizes_are_resized() {
        Message said = preflight(sound()).unlimited().orElseThrow();

        assertThat(said.key()).isEqualTo("missing.limiter");
        assertThat(said.toString()).contains("limit");
    }

    @Test
    void worker_threads_that_cannot_be_limited_are_told_and_pools_alone_are_not() {
        service.limitedBy(() -> new VirtualLimiter(new VirtualTime(), -1, limit -> 100));

        assertThat(preflight(sound()).unlimited()).isEmpty();
        assertThat(preflight(sound().replace("pool: 2..30", "threads: 10..200")).unlimited())
                .hasValueSatisfying(said -> assertThat(said.key()).isEqualTo("missing.limiter-threads"));
    }

    @Test
    void nothing_is_told_of_the_limiter_where_settings_do_not_take_turns_anyway() {
        String openLoad =
                sound().replace("users: 10", "rate: 50/s").replace("throughput: max", "throughput: \">= 40/s\"");

        assertThat(preflight(openLoad).unlimited()).isEmpty();
    }
}
