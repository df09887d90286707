package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.testing.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Whatever happens to the tuner and to the service, the initial settings come back, or the user hears that they did not. */
class UndoIT {
    static final int INITIAL = 10;
    private static final String PASSWORD = "open-sesame";

    @TempDir
    Path folder;

    /** A budget so long that whatever ends the run comes first. */
    static Path experiment(Path folder, String name, String attach, ServiceProcess service) throws Exception {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, """
                name: %s
                service: {attach: %s}
                load:
                  users: 5
                  think: 50ms
                  requests: [{get: "http://127.0.0.1:%d/"}]
                tune: {pool: 2..40}
                goal: {throughput: max}
                budget: 45s
                """.formatted(name, attach, service.port()));
        return file;
    }

    static Path experiment(Path folder, String name, ServiceProcess service) throws Exception {
        return experiment(folder, name, "{port: " + service.port() + "}", service);
    }

    private Program tune(Path file, Map<String, String> environment) throws Exception {
        String name = file.getFileName().toString().replace(".yaml", "");
        return Program.start(folder, environment, "tune", file.toString(), "--out", name);
    }

    private Result restore(Map<String, String> environment, String... arguments) throws Exception {
        var all = new ArrayList<>(List.of("restore"));
        all.addAll(List.of(arguments));
        return Program.run(folder, environment, all.toArray(String[]::new));
    }

    private static void assertExit(int code, Result result) {
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(code);
        assertThat(result.err()).doesNotContain("\tat ");
    }

    @Test
    void a_frozen_service_is_not_taken_for_restored_and_its_note_stays_until_it_is() throws Exception {
        try (var service = ServiceProcess.start();
                Program program = tune(experiment(folder, "frozen", service), Map.of())) {
            program.awaitThat(() -> service.pool() != INITIAL);
            service.signal("STOP");
            program.signal("INT");
            Result interrupted = program.await();

            assertExit(3, interrupted);
            assertThat(interrupted.err())
                    .contains(
                            "Interrupted: putting everything back …",
                            "the initial settings (pool 10, threads 20, minimum-idle 10, min-spare 10, connection-timeout 3s) could not be put back",
                            "and the service may still have pool ",
                            "once the service answers, run poolfit restore " + folder.resolve("frozen"),
                            "MaximumPoolSize=10")
                    .doesNotContain("Done.")
                    .containsPattern("\n(No trial was finished\\.|\\d+ finished trials? (is|are) kept in .*)\n$");
            Path note = folder.resolve("frozen").resolve("restore.json");
            assertThat(note).exists();
            service.signal("CONT");

            Result restored = restore(Map.of(), "frozen");
            assertExit(0, restored);
            assertThat(restored.out()).contains("the initial settings (pool 10, ", ") are back.");
            assertThat(service.pool()).isEqualTo(INITIAL);
            assertThat(note).doesNotExist();
            assertThat(restore(Map.of()).out()).contains("Nothing to put back.");
        }
    }

    @Test
    void an_interrupted_run_tells_from_the_service_that_its_settings_are_back() throws Exception {
        try (var service = ServiceProcess.start();
                Program program = tune(experiment(folder, "interrupted", service), Map.of())) {
            program.awaitThat(() -> service.pool() != INITIAL);
            program.signal("INT");
            Result interrupted = program.await();

            assertExit(130, interrupted);
            assertThat(interrupted.err())
                    .contains(
                            "Interrupted: putting everything back …",
                            "The initial settings (pool 10, threads 20, minimum-idle 10, min-spare 10, connection-timeout 3s) are back.")
                    .containsPattern("\n(No trial was finished\\.|\\d+ finished trials? (is|are) kept in .*)\n$");
            assertThat(service.pool()).isEqualTo(INITIAL);
            assertThat(folder.resolve("interrupted").resolve("restore.json")).doesNotExist();
        }
    }

    /** The note comes first, so that a run that is killed while it attaches can be undone, too. */
    @Test
    void a_run_that_was_killed_while_it_attached_leaves_nothing_in_the_service_after_restore() throws Exception {
        try (var service = ServiceProcess.start()) {
            Path note = folder.resolve("attaching").resolve("restore.json");
            try (Program program = tune(experiment(folder, "attaching", service), Map.of())) {
                program.killWhen(() -> Files.exists(note));
            }

            assertExit(0, restore(Map.of(), "attaching"));

            assertThat(service.beans("dev.poolfit:*")).isEmpty();
            assertThat(service.pool()).isEqualTo(INITIAL);
            assertThat(note).doesNotExist();
        }
    }

    @Test
    void a_service_reached_by_jmx_alone_that_was_killed_too_needs_no_restoring() throws Exception {
        int jmxPort = Ports.free();
        var service = ServiceProcess.start(ServiceProcess.jmx(jmxPort).toArray(String[]::new));
        try (service;
                Program program = tune(
                        experiment(folder, "both", "{jmx: \"" + ServiceProcess.jmxUrl(jmxPort) + "\"}", service),
                        Map.of())) {
            program.killWhen(() -> service.pool() != INITIAL);
            service.signal("KILL");
        }

        Result restored = restore(Map.of(), "both");

        assertExit(0, restored);
        assertThat(restored.out())
                .contains("the service (pid " + service.pid() + ") has ended, and its changed settings with it");
    }

    @Test
    void what_somebody_else_set_after_a_run_was_killed_stays_and_is_told() throws Exception {
        try (var service = ServiceProcess.start();
                Program program = tune(experiment(folder, "foreign", service), Map.of())) {
            program.killWhen(() -> service.pool() != INITIAL);
            service.resize(25);

            Result restored = restore(Map.of(), "foreign");

            assertExit(0, restored);
            assertThat(restored.out()).contains("somebody else changed pool 25, which stays so (pool 10 at first)");
            assertThat(service.pool()).isEqualTo(25);
            assertThat(restore(Map.of()).out()).contains("Nothing to put back.");
        }
    }

    @Test
    void a_remote_service_with_a_password_is_restored_with_the_variable_the_option_or_the_next_runs_file()
            throws Exception {
        int jmxPort = Ports.free();
        try (var service = ServiceProcess.start(secured(jmxPort))) {
            String attach = "{jmx: \"" + ServiceProcess.jmxUrl(jmxPort) + "\", user: control, password: %s}";
            Path byVariable = experiment(folder, "variable", attach.formatted("\"${JMX_PASSWORD}\""), service);
            Map<String, String> known = Map.of("JMX_PASSWORD", PASSWORD);
            try (Program program = tune(byVariable, known)) {
                program.killWhen(() -> service.pool() != INITIAL);
            }
            int left = service.pool();
            Result refused = restore(Map.of(), "variable");
            assertExit(3, refused);
            assertThat(refused.out())
                    .contains("its JMX user control needs a password", "set JMX_PASSWORD", "--jmx-password");

            // By another way to the same service the changed settings are not taken for the initial ones.
            Result other = tune(experiment(folder, "other", service), Map.of()).await();
            assertExit(3, other);
            assertThat(other.err())
                    .contains("the service still has settings of the killed run in " + folder.resolve("variable"));
            assertThat(service.pool()).isEqualTo(left);

            assertExit(0, restore(known, "variable"));
            assertThat(service.pool()).isEqualTo(INITIAL);

            Path byText = experiment(folder, "text", attach.formatted(PASSWORD), service);
            try (Program program = tune(byText, Map.of())) {
                program.killWhen(() -> service.pool() != INITIAL);
            }
            assertThat(Files.readString(folder.resolve("text").resolve("restore.json")))
                    .doesNotContain(PASSWORD);
            assertExit(3, restore(Map.of(), "text"));
            try (Program asked = Program.start(folder, Map.of(), "restore", "text", "--jmx-password")) {
                asked.type(PASSWORD);
                assertExit(0, asked.await());
            }
            assertThat(service.pool()).isEqualTo(INITIAL);

            try (Program program = tune(byText, Map.of())) {
                program.killWhen(() -> service.pool() != INITIAL);
            }
            Path found = folder.resolve("text").resolve("notes.json");
            Files.delete(found);
            try (Program next = tune(byText, Map.of())) {
                next.awaitThat(() -> Files.exists(found));
                next.signal("INT");
                assertThat(next.await().err()).contains("The killed run in " + folder.resolve("text"), " are back.");
            }
            assertThat(new JsonMapper()
                            .readTree(Files.readString(found))
                            .at("/found/pool")
                            .asInt())
                    .isEqualTo(INITIAL);
            assertThat(service.pool()).isEqualTo(INITIAL);
        }
    }

    private String[] secured(int jmxPort) throws Exception {
        Path passwords = folder.resolve("jmx.password");
        Path rights = folder.resolve("jmx.access");
        Files.writeString(passwords, "control " + PASSWORD + "\n");
        Files.writeString(rights, "control readwrite\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        var options = new ArrayList<>(ServiceProcess.jmx(jmxPort));
        options.remove("-Dcom.sun.management.jmxremote.authenticate=false");
        options.add("-Dcom.sun.management.jmxremote.password.file=" + passwords);
        options.add("-Dcom.sun.management.jmxremote.access.file=" + rights);
        return options.toArray(String[]::new);
    }

    @Test
    void a_damaged_note_of_another_run_is_named_and_does_not_keep_a_service_from_being_tuned() throws Exception {
        try (var service = ServiceProcess.start()) {
            try (Program program = tune(experiment(folder, "damaged", service), Map.of())) {
                program.killWhen(() -> service.pool() != INITIAL);
            }
            Path note = folder.resolve("damaged").resolve("restore.json");
            Files.writeString(note, Files.readString(note).substring(0, 40));
            Result named = restore(Map.of());
            assertExit(3, named);
            assertThat(named.out()).contains(note + " is damaged (", "What to do: ");
        }
        try (var service = ServiceProcess.start();
                Program program = tune(experiment(folder, "sound", service), Map.of())) {
            program.awaitThat(() -> service.pool() != INITIAL);
            program.signal("INT");
            Result interrupted = program.await();
            assertExit(130, interrupted);
            assertThat(interrupted.err()).contains("damaged/restore.json is damaged (");
            assertThat(service.pool()).isEqualTo(INITIAL);
        }
    }
}
