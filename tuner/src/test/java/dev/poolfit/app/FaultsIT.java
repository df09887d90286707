package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Knob;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever fails, the exit code is 3, the message says what to do, and nothing is lost or left behind. */
class FaultsIT {
    private static final String WITHOUT_DATABASE = """
            name: fault
            service: %s
            load:
              users: 5
              think: 50ms
              requests: [{get: "http://127.0.0.1:%d/"}]
            tune: {pool: 2..20}
            goal: {throughput: max}
            budget: 40s
            """;

    @TempDir
    Path folder;

    private Result launch(String command, int port, String timeout) throws Exception {
        return tune(
                "{launch: \"%s\", ready: \"http://127.0.0.1:%d/health\", ready-timeout: %s}"
                        .formatted(command, port, timeout),
                port);
    }

    private Result attach(int port) throws Exception {
        return tune("{attach: {port: " + port + "}}", port);
    }

    private Result tune(String service, int port) throws Exception {
        Path file = folder.resolve("fault.yaml");
        Files.writeString(file, WITHOUT_DATABASE.formatted(service, port));
        return Program.run(folder, Map.of(), "tune", file.toString(), "--out", "run");
    }

    private static void assertFailed(Result result, String... messages) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(3);
        assertThat(result.err()).contains(messages).contains("What to do:").doesNotContain("\tat ", "/stub/");
    }

    @Test
    void a_service_that_ends_at_once_is_told_with_its_exit_code_and_its_last_words() throws Exception {
        assertFailed(launch("echo no such profile; exit 7", Ports.free(), "3m"), "exit code 7", "no such profile");
    }

    @Test
    void a_service_that_never_gets_ready_is_told_and_stopped() throws Exception {
        int port = Ports.free();
        String ownCommand = "sleep 3571." + port;
        Result result = launch("exec " + ownCommand, port, "1s");
        assertFailed(result, "ready");
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(ownCommand)))
                .isEmpty();
    }

    @Test
    void a_port_that_is_taken_is_told_with_who_has_it() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertFailed(
                    launch("exec sleep 3572", taken.getLocalPort(), "3m"),
                    "port " + taken.getLocalPort() + " is taken",
                    "" + ProcessHandle.current().pid());
        }
    }

    @Test
    void a_service_that_refuses_attachment_or_shows_no_pool_is_told_what_it_lacks() throws Exception {
        try (var service = ServiceProcess.start("-XX:+DisableAttachMechanism")) {
            assertFailed(attach(service.port()), "attach", "jmx");
        }
        try (var service = ServiceProcess.start("-Dpools=")) {
            assertFailed(attach(service.port()), "no HikariCP pool that has started", "send it one request");
        }
    }

    @Test
    void a_database_that_dies_in_a_trial_ends_the_run_and_the_service_has_its_settings_back() throws Exception {
        try (EmbeddedDatabase mortal = StockWorld.database(folder);
                var world = StockWorld.start(mortal, folder)) {
            Path run = folder.resolve("databaseless");
            List<String> finished;
            try (Program program = Program.start(
                    folder,
                    world.secrets(),
                    "tune",
                    world.experiment("databaseless").toString(),
                    "--out",
                    "databaseless",
                    "--budget",
                    "75s")) {
                finished = awaitTrial(program, run);
                mortal.close();
                assertFailed(program.await(), "database", " kept in ", "--resume");
            }
            assertThat(StockWorld.trials(run)).startsWith(finished.toArray(String[]::new));
            assertThat(world.settings().count(Knob.POOL)).isEqualTo(5);
            assertThat(run.resolve("restore.json")).doesNotExist();
        }
    }

    @Test
    void a_service_that_dies_in_a_trial_ends_the_run_and_every_finished_trial_is_kept() throws Exception {
        try (var service = ServiceProcess.start()) {
            Path run = folder.resolve("serviceless");
            Path file = Files.writeString(
                    folder.resolve("serviceless.yaml"),
                    WITHOUT_DATABASE.formatted("{attach: {port: " + service.port() + "}}", service.port()));
            List<String> finished;
            try (Program program = Program.start(
                    folder, Map.of(), "tune", file.toString(), "--out", "serviceless", "--budget", "75s")) {
                finished = awaitTrial(program, run);
                service.signal("KILL");
                assertFailed(program.await(), "service", " kept in ");
            }
            assertThat(StockWorld.trials(run)).startsWith(finished.toArray(String[]::new));
            assertThat(run.resolve("restore.json")).doesNotExist();
        }
    }

    @Test
    void every_problem_of_a_file_is_told_at_once_with_its_line() throws Exception {
        Path file = folder.resolve("wrong.yaml");
        Files.writeString(file, """
                service: {attach: {port: 0}}
                load: {users: 5, rate: 3/s, requests: [{get: "http://127.0.0.1:1/"}]}
                tune: {pool: 9..3}
                goal: {throughput: fast}
                speed: 11
                """);
        Result result = Program.run(folder, Map.of(), "tune", file.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines())
                .anyMatch(line -> line.startsWith("line 1: service.attach.port "))
                .anyMatch(line -> line.startsWith("line 2: load.rate "))
                .anyMatch(line -> line.startsWith("line 3: tune.pool "))
                .anyMatch(line -> line.startsWith("line 4: goal.throughput "))
                .anyMatch(line -> line.startsWith("line 5: speed "));
    }

    private static List<String> awaitTrial(Program program, Path run) throws IOException {
        program.awaitThat(() -> !StockWorld.trials(run).isEmpty());
        return StockWorld.trials(run);
    }
}
