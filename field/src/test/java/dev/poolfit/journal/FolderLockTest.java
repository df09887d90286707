package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.FileRights;
import dev.poolfit.testing.SmallDisk;
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
        assertThat(run.path().getParent())
                .as("the folder above was made for it, too")
                .doesNotExist();
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

    @Test
    void a_link_in_the_place_of_the_lock_is_not_followed_and_what_it_leads_to_stays_as_it_is() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r--r--"));
        var run = new RunFolder(Files.createDirectory(folder.resolve("run")));
        Files.createSymbolicLink(run.lock(), victim);

        assertThatThrownBy(() -> FolderLock.take(run))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("cannot write " + run.lock() + ": it is a symbolic link, which is not followed");
        assertThat(victim).hasContent("precious");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void a_folder_that_others_may_write_to_is_refused_with_its_mode_and_nothing_is_made_in_it() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("runs"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

        for (Path run : new Path[] {shared, shared.resolve("run")}) {
            assertThatThrownBy(() -> FolderLock.take(new RunFolder(run)))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the folder " + run + " is not safe: " + shared
                            + " can be written to by other users (mode 777), so others could exchange the files in it")
                    .extracting(failure -> ((EnvironmentFailure) failure).remedy())
                    .asString()
                    .contains("run chmod go-w " + shared + ", or", "--out");
        }
        assertThat(shared).isEmptyDirectory();

        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        FolderLock.take(new RunFolder(shared)).close();
    }

    @Test
    void a_folder_of_another_user_is_refused_with_its_owner_by_root_too() throws Exception {
        assumeThat(FileRights.of(folder).owner())
                .as("only root gives folders away")
                .isZero();
        Path run = Files.createDirectory(folder.resolve("run"));
        Files.setAttribute(run, "unix:uid", 4242);

        assertThatThrownBy(() -> FolderLock.take(new RunFolder(run)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining(run + " belongs to user 4242, and Poolfit runs as user 0");
        assertThatThrownBy(() -> new RunFolder(run).write(run.resolve("report.html"), "<p>"))
                .as("that report writes")
                .isInstanceOf(EnvironmentFailure.class);
        assertThat(run).isEmptyDirectory();
    }

    @Test
    void a_disk_without_room_for_the_lock_keeps_no_folder_of_it() throws Exception {
        Path full = Files.createDirectory(folder.resolve("full"));
        try (SmallDisk disk = SmallDisk.mount(full)) {
            disk.fill();
            assertThatThrownBy(() -> FolderLock.take(new RunFolder(full.resolve("runs/run"))))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("No space left on device");
            assertThat(full.toFile().list()).containsExactly("filling");
        }
    }
}
