package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's folder has one tuner at a time; that of another program is in RivalTunersIT. */
class FolderLockTest {
    @TempDir
    Path folder;

    @Test
    void a_folder_in_use_is_refused_with_its_path_its_owner_and_what_to_do_and_is_free_afterwards() {
        var run = new RunFolder(folder.resolve("run"));
        long pid = ProcessHandle.current().pid();
        try (FolderLock first = FolderLock.take(run)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> FolderLock.take(run))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the folder " + run.path() + " is in use by another run of Poolfit (pid " + pid + ")")
                    .extracting(failure -> ((EnvironmentFailure) failure).remedy())
                    .asString()
                    .contains("kill -INT " + pid, "--out");
        }
        FolderLock.take(run).close();
    }

    @Test
    void a_folder_that_is_made_for_it_is_for_its_owner_alone_and_is_removed_when_nothing_came_of_it() throws Exception {
        var run = new RunFolder(folder.resolve("runs/run"));
        try (FolderLock lock = FolderLock.take(run)) {
            assertThat(lock).isNotNull();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path())))
                    .isEqualTo("rwx------");
            assertThat(run.holdsRun()).isFalse();
        }
        assertThat(run.path()).doesNotExist();
    }

    @Test
    void a_folder_that_was_there_or_holds_something_stays() throws Exception {
        var before = new RunFolder(Files.createDirectory(folder.resolve("before")));
        FolderLock.take(before).close();
        assertThat(before.path()).exists();

        var filled = new RunFolder(folder.resolve("filled"));
        try (FolderLock lock = FolderLock.take(filled)) {
            Files.writeString(filled.serviceLog(), "why it did not start");
        }
        assertThat(filled.serviceLog()).exists();

        var begun = new RunFolder(folder.resolve("begun"));
        try (FolderLock lock = FolderLock.take(begun)) {
            Journal.begin(begun, "name: shop");
        }
        assertThat(begun.experiment()).exists();
    }

    @Test
    void a_folder_that_cannot_be_made_is_told() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> FolderLock.take(new RunFolder(file.resolve("run"))))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("cannot write " + file.resolve("run"));
    }
}
