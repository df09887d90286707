package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.journal.ChangeNote.Pending;
import dev.poolfit.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A note is found until it is removed, and one that cannot be used is named, whatever is wrong with it. */
class PendingChangesTest {
    private static final String FOUND = "{\"pid\":1}";

    @TempDir
    Path folder;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void findState() {
        environment = Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
    }

    private RunFolder run(String name) {
        return new RunFolder(folder.resolve(name));
    }

    private ChangeNote note(String name) {
        Journal.begin(run(name), "name: x\n");
        return ChangeNote.write(run(name), FOUND, environment);
    }

    private void edit(String name, String from, String to) throws IOException {
        Path file = run(name).restore();
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private PendingChanges pending() {
        return PendingChanges.of(environment);
    }

    private List<Path> pointers() throws IOException {
        try (var files = Files.list(folder.resolve("state").resolve("poolfit"))) {
            return files.toList();
        }
    }

    @Test
    void a_note_is_found_from_anywhere_until_it_is_removed() throws IOException {
        ChangeNote note = note("run");
        note.replace("{\"pid\":2}");

        assertThat(pending().unusable()).isEmpty();
        assertThat(pending().notes()).singleElement().satisfies(pending -> {
            assertThat(pending.folder()).isEqualTo(run("run").path());
            assertThat(pending.found()).isEqualTo("{\"pid\":2}");
            assertThat(pending.owner()).isTrue();
        });
        note.remove();
        assertThat(pending().isEmpty()).isTrue();
        assertThat(run("run").restore()).doesNotExist();
        assertThat(pointers()).isEmpty();
    }

    @Test
    void a_tuner_whose_process_id_another_process_has_now_does_not_go_on() throws IOException {
        note("run");
        String start = ProcessIdentity.current().start().orElseThrow();
        edit("run", start, start.replaceAll("\\d+$", "1"));

        assertThat(pending().notes()).singleElement().matches(pending -> !pending.owner());
    }

    @Test
    void a_damaged_note_is_named_and_the_others_are_still_found() throws IOException {
        note("cut");
        note("sound");
        Files.writeString(run("cut").restore(), "{\"version\":2,\"tun");

        assertThat(pending().notes())
                .extracting(Pending::folder)
                .containsExactly(run("sound").path());
        assertThat(pending().unusable()).singleElement().satisfies(useless -> {
            assertThat(useless).hasMessageContaining(run("cut").restore() + " is damaged (");
            assertThat(useless.remedy()).contains("check its settings or restart it", "remove the file");
        });
    }

    @Test
    void a_note_that_lacks_something_or_is_far_too_long_is_named() throws IOException {
        note("run");
        edit("run", "\"found\"", "\"lost\"");
        assertThat(pending().unusable()).singleElement().asString().contains("is damaged (", "found");

        Files.writeString(run("run").restore(), "{" + " ".repeat(1 << 17) + "}");
        assertThat(pending().unusable()).singleElement().asString().contains("has 131074 bytes");

        Files.writeString(run("run").restore(), "{\"version\":2,\"tuner\":-7,\"found\":{}}");
        assertThat(pending().unusable()).singleElement().asString().contains("at least 1, but is -7");
    }

    @Test
    void a_note_of_a_newer_poolfit_is_left_to_that() throws IOException {
        note("run");
        edit("run", "\"version\":2", "\"version\":3");

        assertThat(pending().unusable()).singleElement().satisfies(newer -> {
            assertThat(newer)
                    .hasMessage(run("run").restore() + " was written by a newer Poolfit: its version is 3, and this one"
                            + " reads version 2");
            assertThat(newer.remedy()).contains("restore of that Poolfit");
        });
        assertThat(pointers()).hasSize(1);
    }

    @Test
    void the_pointer_to_a_run_that_is_not_mounted_is_kept() throws IOException {
        note("run");
        Files.move(run("run").path(), folder.resolve("unmounted"));

        for (int i = 0; i < 2; i++) {
            assertThat(pending().unusable()).singleElement().satisfies(absent -> {
                assertThat(absent).hasMessageContaining(run("run").path() + " may have left a service changed");
                assertThat(absent.remedy())
                        .contains("mount", "remove " + pointers().get(0));
            });
        }
        Files.move(folder.resolve("unmounted"), run("run").path());
        assertThat(pending().notes()).hasSize(1);
    }

    @Test
    void the_pointer_to_a_run_whose_note_somebody_removed_goes() throws IOException {
        note("run");
        Path pointer = pointers().get(0);
        Files.writeString(pointer, Files.readString(pointer).lines().findFirst().orElseThrow());
        Files.delete(run("run").restore());

        assertThat(pending().isEmpty()).isTrue();
        assertThat(pointers()).isEmpty();
    }

    @Test
    void the_pointer_of_a_run_that_is_about_to_write_its_note_stays() throws IOException {
        note("run");
        Files.delete(run("run").restore());

        assertThat(pending().isEmpty()).isTrue();
        assertThat(pointers()).hasSize(1);
    }

    @Test
    void a_damaged_pointer_is_named() throws IOException {
        note("run");
        Path pointer = pointers().get(0);
        for (String text : List.of("", "run\n", "\0")) {
            Files.writeString(pointer, text);
            assertThat(pending().unusable()).singleElement().asString().contains(pointer.toString());
            assertThat(PendingChanges.in(run("other"), environment, false).isEmpty())
                    .isTrue();
        }
        assertThat(pointer).exists();
    }

    @Test
    void a_note_in_a_folder_is_used_only_if_this_users_state_points_to_it_or_somebody_trusts_it() throws IOException {
        note("run");
        assertThat(PendingChanges.in(run("run"), environment, false).notes()).hasSize(1);
        Path link = Files.createSymbolicLink(folder.resolve("link"), run("run").path());
        assertThat(PendingChanges.in(new RunFolder(link), environment, false).notes())
                .hasSize(1);

        Files.delete(pointers().get(0));
        assertThatThrownBy(() -> PendingChanges.in(run("run"), environment, false))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining(run("run").restore() + " is not a note of yours")
                .extracting(failure -> ((EnvironmentFailure) failure).remedy())
                .asString()
                .contains("--trust");
        assertThat(PendingChanges.in(run("run"), environment, true).notes()).hasSize(1);
    }

    @Test
    void a_note_is_not_written_over() {
        note("run");

        assertThatThrownBy(() -> ChangeNote.write(run("run"), FOUND, environment))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage(run("run").restore() + " says that a service is still changed");
    }

    @Test
    void a_note_that_others_could_have_exchanged_is_used_only_if_somebody_trusts_it() throws IOException {
        note("run");
        Path run = run("run").path();
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(pending().notes()).isEmpty();
        assertThat(pending().unusable()).singleElement().satisfies(unsafe -> {
            assertThat(unsafe).hasMessageContaining(run + " can be written to by other users (mode 777)");
            assertThat(unsafe.remedy()).contains("run chmod go-w " + run, "poolfit restore " + run + " --trust");
        });
        assertThat(PendingChanges.in(run("run"), environment, true).notes()).hasSize(1);
    }
}
