package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.journal.ChangeNote;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.process.ProcessIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed runs left is settled note by note, and none is lost that could not be. */
class StaleChangesTest {
    /** Of a process that has ended, so that there is nothing to connect to. */
    private static final String ENDED =
            "{\"process\":\"%d linux here 00000000-0000-0000-0000-000000000000 1 1\",\"pool\":\"main\","
                    + "\"settings\":{\"pool\":10},\"changes\":[{\"pool\":40}]}";

    private static final String REMOTE =
            "{\"jmx\":\"service:jmx:rmi:///jndi/rmi://127.0.0.1:1/jmxrmi\",\"user\":\"control\",\"pool\":\"main\","
                    + "\"settings\":{\"pool\":10},\"changes\":[]}";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void findState() {
        environment = Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
    }

    private RunFolder note(String name, String found, String tuner) throws IOException {
        var run = new RunFolder(folder.resolve(name));
        Journal.begin(run, "service: {attach: {jmx: x, user: control, password: \"${JMX_PASSWORD}\"}}");
        ChangeNote.write(run, found, environment);
        String self = ProcessIdentity.current().start().orElseThrow();
        Files.writeString(run.restore(), Files.readString(run.restore()).replace(self, tuner));
        return run;
    }

    /** The start of this process in an earlier boot. */
    private static String killed() {
        return ProcessIdentity.current()
                .start()
                .orElseThrow()
                .replaceAll("[0-9a-f-]{36}", "00000000-0000-0000-0000-000000000000");
    }

    private static String ended() {
        String host = ProcessIdentity.current().start().orElseThrow().split(" ", -1)[1];
        return ENDED.formatted(7).replace(" here ", " " + host + " ");
    }

    private boolean putBack() {
        return new StaleChanges(
                        environment,
                        new PrintStream(told, true, StandardCharsets.UTF_8),
                        found -> Optional.empty(),
                        false)
                .putBack(PendingChanges.of(environment));
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    @Test
    void the_note_of_a_service_that_ended_goes() throws IOException {
        RunFolder run = note("ended", ended(), killed());

        assertThat(putBack()).isTrue();
        assertThat(told())
                .isEqualTo("The killed run in " + run.path()
                        + ": the service (pid 7) has ended, and its changed settings with it.\n");
        assertThat(run.restore()).doesNotExist();
    }

    @Test
    void a_run_that_still_goes_on_is_left_alone() throws IOException {
        RunFolder run = note("busy", ended(), ProcessIdentity.current().start().orElseThrow());

        assertThat(putBack()).isTrue();
        assertThat(told()).contains("still goes on");
        assertThat(run.restore()).exists();
    }

    @Test
    void a_run_of_another_machine_is_left_alone_and_told() throws IOException {
        RunFolder run = note("far", ended(), "linux far! 00000000-0000-0000-0000-000000000000 1 1");

        assertThat(putBack()).isFalse();
        assertThat(told()).contains("another machine or in another container", "--trust");
        assertThat(run.restore()).exists();
    }

    @Test
    void a_note_that_names_no_service_is_told_and_the_next_one_is_settled() throws IOException {
        RunFolder damaged = note("a", "{\"pool\":\"main\",\"settings\":{},\"changes\":[]}", killed());
        RunFolder unknown = note("b", ended().replace("\"pool\":10", "\"depth\":10"), killed());
        RunFolder sound = note("c", ended(), killed());

        assertThat(putBack()).isFalse();
        assertThat(told())
                .contains(damaged.restore() + " is damaged (no process, command or JMX address)")
                .contains(unknown.restore() + " is damaged (unknown knob depth)")
                .contains("The killed run in " + sound.path());
        assertThat(damaged.restore()).exists();
        assertThat(sound.restore()).doesNotExist();
    }

    @Test
    void a_password_that_nobody_gave_is_asked_for_with_the_variable_of_the_file() throws IOException {
        RunFolder run = note("remote", REMOTE, killed());

        assertThat(putBack()).isFalse();
        assertThat(told())
                .contains("its JMX user control needs a password")
                .contains("set JMX_PASSWORD as for that run, or run poolfit restore " + run.path()
                        + " --jmx-password, which asks for it");
        assertThat(run.restore()).exists();
    }
}
