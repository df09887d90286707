package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed run left in the folder for temporary files goes, and nothing else does. */
class WorkFolderTest {
    @TempDir
    Path temporary;

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectories(temporary.resolve(name).resolve("in it"))
                .getParent();
        Files.writeString(folder.resolve("answer"), "k6 v2");
        return folder;
    }

    @Test
    void only_what_a_process_that_has_ended_left_is_removed() throws Exception {
        Path mine = WorkFolder.create();
        try {
            String name = mine.getFileName().toString();
            Path living = folder(name);
            Path ended = folder(name.replaceFirst("[+]\\d+-", "+1-"));
            Path otherBoot =
                    folder(name.replaceFirst("[0-9a-f]{8}-[0-9a-f-]{27}", "00000000-0000-0000-0000-000000000000"));
            Path elsewhere = folder(name.replaceFirst("[+]\\d+[+]\\d+-", "+7+1-"));
            Path another = folder("poolfit-check123");
            Path unreadable = folder("poolfit-1%zz-2");
            Path pointed = folder("pointed");
            Path link = Files.createSymbolicLink(
                    temporary.resolve(ended.getFileName().toString() + "1"), pointed);

            WorkFolder.removeAbandoned(temporary);

            assertThat(ended).doesNotExist();
            assertThat(otherBoot).doesNotExist();
            assertThat(living).exists();
            assertThat(elsewhere).exists();
            assertThat(another).exists();
            assertThat(unreadable).exists();
            assertThat(link).exists();
            assertThat(pointed.resolve("answer")).exists();
        } finally {
            WorkFolder.remove(mine);
        }
    }

    @Test
    void a_folder_for_temporary_files_that_is_not_there_is_nothing_to_clean() {
        WorkFolder.removeAbandoned(temporary.resolve("none"));

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_folder_for_temporary_files_that_is_not_there_or_no_folder_is_named_with_what_to_do() throws Exception {
        Path absent = temporary.resolve("absent");
        assertThatThrownBy(() -> WorkFolder.create(absent))
                .isInstanceOf(WorkFolder.Unusable.class)
                .hasMessageStartingWith("the folder for temporary files, " + absent + ", cannot be used (")
                .extracting(failure -> ((WorkFolder.Unusable) failure).remedy())
                .asString()
                .contains("java.io.tmpdir");
    }

    @Test
    void one_without_room_is_named_before_anything_is_lost_in_it_and_nothing_is_left_there() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temporary)) {
            disk.fill();
            assertThatThrownBy(() -> WorkFolder.create(temporary))
                    .isInstanceOf(WorkFolder.Unusable.class)
                    .hasMessage("the folder for temporary files, " + temporary
                            + ", cannot be used (No space left on device)");
            assertThat(temporary.toFile().list()).containsExactly("filling");
        }
    }
}
