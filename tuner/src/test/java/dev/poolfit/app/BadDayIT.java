package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import dev.poolfit.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad luck of the machine that Poolfit runs on: exit code 3, what to do, and the service as it was found. */
class BadDayIT {
    private static final String EXPERIMENT = """
            name: bad day
            service: {attach: {port: %d}}
            %s
            load:
              users: 5
              think: 50ms
              allow-hosts: nowhere.invalid
              requests: [{get: "http://%s/"}]
            tune: {pool: 2..20}
            goal: {throughput: max}
            budget: %s
            """;

    @TempDir
    Path folder;

    private Program start(Map<String, String> environment, String text) throws IOException {
        Path file = folder.resolve("bad.yaml");
        Files.writeString(file, text);
        return Program.start(folder, environment, "tune", file.toString(), "--out", "run");
    }

    private static String experiment(ServiceProcess service, String budget) {
        return EXPERIMENT.formatted(service.port(), "", "127.0.0.1:" + service.port(), budget);
    }

    private static void assertFailed(Result result, String... messages) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(3);
        assertThat(result.err()).contains(messages).contains("What to do:").doesNotContain("\tat ");
    }

    private static Settings settings(ServiceProcess service) {
        var target = new Service(
                new Service.AttachPort(service.port()),
                Optional.empty(),
                Patience.LIMIT,
                Optional.empty(),
                Optional.empty());
        try (RunningService observed =
                new ServiceOpener(RealClock.NANOSECONDS).open(ServiceRequest.toObserve(target, Optional.empty()))) {
            return observed.effective();
        }
    }

    private Path run() {
        return folder.resolve("run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"restore.json", "notes.json", "result.json"})
    void a_file_that_cannot_be_written_ends_the_run_with_the_settings_put_back(String name) throws Exception {
        Files.createDirectories(run().resolve(name + ".draft").resolve("in the way"));
        try (var service = ServiceProcess.start()) {
            Settings before = settings(service);
            try (Program program = start(Map.of(), experiment(service, "33s"))) {
                assertFailed(program.await(), "cannot write " + run().resolve(name));
            }
            assertThat(settings(service)).isEqualTo(before);
            assertThat(Program.run(folder, Map.of(), "restore").out()).contains("Nothing to put back");
        }
    }

    @Test
    void a_state_folder_that_cannot_be_written_is_told_before_anything_is_changed() throws Exception {
        Path file = Files.createFile(folder.resolve("no-folder"));
        var environment = new HashMap<String, String>();
        environment.put("XDG_STATE_HOME", file.toString());
        try (var service = ServiceProcess.start()) {
            Settings before = settings(service);
            try (Program program = start(environment, experiment(service, "33s"))) {
                assertFailed(program.await(), file.toString());
            }
            assertThat(settings(service)).isEqualTo(before);
            assertThat(StockWorld.trials(run())).isEmpty();
        }
    }

    @Test
    void a_name_without_an_address_is_told_before_any_load() throws Exception {
        try (var service = ServiceProcess.start()) {
            String text = EXPERIMENT.formatted(service.port(), "", "nowhere.invalid:80", "33s");
            try (Program program = start(Map.of(), text)) {
                assertFailed(program.await(), "nowhere.invalid", "has no address");
            }
            assertThat(StockWorld.trials(run())).isEmpty();
        }
    }

    @Test
    void a_database_that_freezes_ends_the_run_with_the_settings_put_back() throws Exception {
        try (EmbeddedDatabase database = StockWorld.database(folder);
                var service = ServiceProcess.start()) {
            Settings before = settings(service);
            String named = "database: {url: \"%s\", user: %s, password: \"${DB_PASSWORD}\"}"
                    .formatted(database.jdbcUrl(), database.user());
            String text = EXPERIMENT.formatted(service.port(), named, "127.0.0.1:" + service.port(), "75s");
            try (Program program = start(Map.of("DB_PASSWORD", database.password()), text)) {
                program.awaitThat(() -> !StockWorld.trials(run()).isEmpty());
                signal("STOP", database.pid());
                try {
                    assertFailed(program.await(), "database", " kept in ");
                } finally {
                    signal("CONT", database.pid());
                }
            }
            assertThat(settings(service)).isEqualTo(before);
        }
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor();
    }

    @Test
    void a_service_that_its_supervisor_restarts_in_a_trial_ends_the_run_and_the_new_one_is_left_alone()
            throws Exception {
        int port = Ports.free();
        ServiceProcess first = ServiceProcess.start("-Dport=" + port);
        try (Program program = start(Map.of(), experiment(first, "75s"))) {
            try (first) {
                program.awaitThat(() -> !StockWorld.trials(run()).isEmpty());
            }
            try (var second = ServiceProcess.start("-Dport=" + port)) {
                Settings before = settings(second);
                assertFailed(program.await(), "service", " kept in ");
                assertThat(settings(second)).isEqualTo(before);
                assertThat(run().resolve("restore.json")).doesNotExist();
            }
        }
    }

    /** However little memory there is, it is told in words, and the service is as it was found. */
    @Test
    void a_tuner_without_memory_leaves_the_service_as_it_was() throws Exception {
        try (var service = ServiceProcess.start()) {
            Settings before = settings(service);
            String little = "-Xms8m -Xmx14m " + TemporaryFolder.option();
            try (Program program = start(Map.of("POOLFIT_JAVA_OPTS", little), experiment(service, "33s"))) {
                Result result = program.await();
                assertThat(result.exitCode()).as(result.toString()).isIn(0, 1, 3);
                assertThat(result.err()).doesNotContain("\tat ");
            }
            assertThat(settings(service)).isEqualTo(before);
        }
    }
}
