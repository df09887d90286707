package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.journal.FullDisk.Synced;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written outlives a loss of power with its name, is its owner's alone, and never lands behind a link. */
class DurableFilesTest {
    @TempDir
    Path folder;

    private final FullDisk disk = new FullDisk();
    private Path victim = Path.of("");

    @BeforeEach
    void lay() throws IOException {
        victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r--r--"));
    }

    @AfterEach
    void putBack() throws IOException {
        disk.close();
        assertThat(victim).hasContent("precious");
        assertThat(mode(victim)).isEqualTo("rw-r--r--");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_replaced_file_has_its_name_on_the_disk_before_it_counts_as_written() {
        Path file = folder.resolve("result.json");
        DurableFiles.replace(file, "{}");

        assertThat(disk.synced()).containsExactly(new Synced(folder, Set.of("result.json", "victim")));
    }

    @Test
    void so_has_a_file_that_begins_with_its_first_line_and_one_that_is_moved_or_removed() throws IOException {
        Path file = folder.resolve("trials.jsonl");
        DurableFiles.append(file, "1");
        assertThat(disk.synced()).containsExactly(new Synced(folder, Set.of("trials.jsonl", "victim")));
        DurableFiles.append(file, "2");
        assertThat(disk.synced()).as("the name is there already").hasSize(1);

        Path inner = Files.createDirectory(folder.resolve("inner"));
        DurableFiles.move(file, inner.resolve("moved"));
        assertThat(disk.synced())
                .endsWith(new Synced(inner, Set.of("moved")), new Synced(folder, Set.of("inner", "victim")));

        DurableFiles.remove(inner.resolve("moved"));
        assertThat(disk.synced()).endsWith(new Synced(inner, Set.of()));
    }

    @Test
    void so_has_each_folder_that_is_made_and_those_above_it_cannot_be_written_to_by_others() throws IOException {
        Path run = folder.resolve("runs/shop");
        assertThat(DurableFiles.folder(run)).containsExactly(run.getParent(), run);

        assertThat(disk.synced())
                .containsExactly(
                        new Synced(folder, Set.of("runs", "victim")), new Synced(run.getParent(), Set.of("shop")));
        assertThat(mode(run)).isEqualTo("rwx------");
        assertThat(mode(run.getParent())).matches("rwx.-..-.");
    }

    @Test
    void a_link_in_the_place_of_a_file_is_refused_where_lines_are_added_and_replaced_itself_where_the_whole_is()
            throws IOException {
        Path lines = Files.createSymbolicLink(folder.resolve("trials.jsonl"), victim);
        assertThatThrownBy(() -> DurableFiles.append(lines, "1"))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("cannot write " + lines + ": it is a symbolic link, which is not followed");

        Path whole = Files.createSymbolicLink(folder.resolve("result.json"), victim);
        DurableFiles.replace(whole, "{}");
        assertThat(whole).isRegularFile().hasContent("{}");
        assertThat(Files.isSymbolicLink(whole)).isFalse();
    }

    @Test
    void a_link_in_the_place_of_a_draft_is_not_written_through() throws IOException {
        Path file = folder.resolve("result.json");
        Files.createSymbolicLink(folder.resolve("result.json.draft"), victim);
        DurableFiles.replace(file, "{}");

        assertThat(file).hasContent("{}");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @Test
    void a_link_in_the_place_of_a_log_is_refused() throws IOException {
        Path log = Files.createSymbolicLink(new RunFolder(folder).serviceLog(), victim);
        for (boolean again : new boolean[] {true, false}) {
            assertThatThrownBy(() -> new RunFolder(folder).beginServiceLog(again))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining(log.toString());
        }
    }

    @Test
    void a_file_that_a_user_names_is_written_for_its_owner_alone_and_behind_no_link() throws IOException {
        Path page = folder.resolve("comparison.html");
        OutputFile.write(page, "<p>");
        assertThat(mode(page)).isEqualTo("rw-------");

        Path draft = folder.resolve("poolfit.yaml");
        OutputFile.create(draft, "name: shop");
        assertThat(draft).hasContent("name: shop");
        assertThat(mode(draft)).isEqualTo("rw-------");
        assertThatThrownBy(() -> OutputFile.create(draft, "name: other"))
                .isInstanceOf(FileAlreadyExistsException.class);

        Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
        assertThatThrownBy(() -> OutputFile.write(link, "<p>")).isInstanceOf(EnvironmentFailure.class);
        assertThatThrownBy(() -> OutputFile.writeForAll(link, "<xml>")).isInstanceOf(EnvironmentFailure.class);
        assertThatThrownBy(() -> OutputFile.create(link, "name: x")).isInstanceOf(FileAlreadyExistsException.class);
    }
}
