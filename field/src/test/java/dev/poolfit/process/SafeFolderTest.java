package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.process.SafeFolder.Danger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder is safe if no other user can exchange it, one above it, or a link on the way. */
class SafeFolderTest {
    private static final int USER = 1000;
    private static final int OTHER = 4242;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;
    private static final PrivateGroups GROUPS = new PrivateGroups(
            List.of("alice:x:1000:1000::/home/alice:/bin/sh", "bob:x:4242:4242::/home/bob:/bin/sh"),
            List.of("alice:x:1000:", "shop:x:2000:alice,bob"));

    @TempDir
    Path temporary;

    private final Map<Path, FileRights> rights = new HashMap<>();
    private Path run = Path.of("");

    @BeforeEach
    void make() throws IOException {
        temporary = temporary.toRealPath();
        run = Files.createDirectories(temporary.resolve("runs/pet"));
    }

    /** As the test says, or else of the user within the temporary folder, and of root above it. */
    private FileRights look(Path path) throws IOException {
        FileRights found = FileRights.of(path);
        return rights.getOrDefault(
                path.normalize(),
                path.startsWith(temporary)
                        ? new FileRights(USER, USER, found.isLink() ? LINK | 0777 : FOLDER | 0755)
                        : new FileRights(0, 0, FOLDER | 0755));
    }

    private void set(Path path, int owner, int group, int mode) {
        rights.put(path, new FileRights(owner, group, FOLDER | mode));
    }

    private Optional<Danger> danger(int user, Map<String, String> environment, Path folder) throws IOException {
        return new SafeFolder(user, environment, GROUPS, this::look).danger(folder);
    }

    private Optional<Danger> danger(Path folder) throws IOException {
        return danger(USER, Map.of(), folder);
    }

    @Test
    void a_folder_of_the_user_is_safe_whoever_may_read_it_and_so_is_one_that_is_yet_to_be_made() throws IOException {
        assertThat(danger(run)).isEmpty();
        assertThat(danger(run.resolve("not/yet"))).isEmpty();
    }

    @Test
    void one_of_another_user_is_none_whether_it_is_the_folder_or_one_above_it() throws IOException {
        set(run, OTHER, OTHER, 0755);
        assertThat(danger(run).orElseThrow().what())
                .startsWith(run + " belongs to user 4242")
                .endsWith("and Poolfit runs as user 1000");

        rights.clear();
        set(run.getParent(), OTHER, OTHER, 0755);
        assertThat(danger(run).orElseThrow().path()).isEqualTo(run.getParent());
        assertThat(danger(run.resolve("not/yet")).orElseThrow().path()).isEqualTo(run.getParent());
    }

    @Test
    void one_of_root_may_be_above_the_folder_and_not_the_folder_itself() throws IOException {
        set(run.getParent(), 0, 0, 0755);
        assertThat(danger(run)).isEmpty();
        set(run, 0, 0, 0755);
        assertThat(danger(run)).isPresent();
    }

    @Test
    void one_that_others_may_write_to_is_told_with_its_mode_and_how_to_change_it() throws IOException {
        set(run, USER, USER, 0757);
        assertThat(danger(run).orElseThrow())
                .isEqualTo(new Danger(
                        run,
                        run + " can be written to by other users (mode 757)",
                        Optional.of("run chmod go-w " + run)));

        set(run, USER, 2000, 0775);
        assertThat(danger(run)).isPresent();
    }

    @Test
    void a_group_that_has_the_user_alone_may_write() throws IOException {
        set(run, USER, USER, 0775);
        assertThat(danger(run)).isEmpty();
    }

    @Test
    void a_sticky_folder_may_be_above_and_not_the_folder_itself() throws IOException {
        set(run.getParent(), 0, 0, 01777);
        assertThat(danger(run)).isEmpty();
        set(run, USER, USER, 01777);
        assertThat(danger(run)).isPresent();
    }

    @Test
    void a_link_is_as_safe_as_its_owner_and_all_that_it_leads_to() throws IOException {
        Path inner = Files.createDirectories(temporary.resolve("shared/deep"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("runs/../shared/deep"));
        assertThat(danger(link)).isEmpty();

        set(inner.getParent(), USER, USER, 0777);
        assertThat(danger(link).orElseThrow().what()).contains("shared can be written to by other users (mode 777)");

        rights.clear();
        rights.put(link, new FileRights(OTHER, OTHER, LINK | 0777));
        assertThat(danger(link).orElseThrow().path()).isEqualTo(link);
    }

    @Test
    void for_root_the_folders_of_whoever_became_root_and_of_the_mounted_folder_are_its_own() throws IOException {
        assertThat(danger(0, Map.of(), run).orElseThrow().what()).contains("belongs to user 1000");
        assertThat(danger(0, Map.of("SUDO_UID", "1000"), run)).isEmpty();
        assertThat(danger(0, Map.of("SUDO_UID", "4242"), run)).isPresent();
        assertThat(danger(0, Map.of("SUDO_UID", "nobody"), run)).isPresent();
        assertThat(danger(0, Map.of(SafeFolder.SAFE, temporary.toString()), run))
                .isEmpty();

        set(run, OTHER, OTHER, 0755);
        assertThat(danger(USER, Map.of("SUDO_UID", "4242"), run))
                .as("others cannot give themselves folders")
                .isPresent();
    }

    /** As in a job of a build server, whose folder everybody may write to, and where nobody else is. */
    @Test
    void a_folder_that_the_user_says_is_safe_is_not_looked_at_nor_are_those_above_it_and_those_below_it_are()
            throws IOException {
        Path runs = run.getParent();
        set(runs, OTHER, OTHER, 0777);
        assertThat(danger(run)).isPresent();
        assertThat(danger(USER, Map.of(SafeFolder.SAFE, runs.toString()), run)).isEmpty();
        assertThat(danger(USER, Map.of(SafeFolder.SAFE, runs.getParent().toString()), run))
                .isPresent();

        set(run, USER, USER, 0777);
        assertThat(danger(USER, Map.of(SafeFolder.SAFE, runs.toString()), run)).isPresent();
    }
}
