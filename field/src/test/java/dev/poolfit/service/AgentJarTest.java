package dev.poolfit.service;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.FileRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file that others could put something into is ever handed to a service as code. */
class AgentJarTest {
    private static final int OTHER = 4242;

    @TempDir
    Path temporary;

    private Path cache;
    private Path folder;
    private int user;
    private Path foreign = Path.of("nobody's");

    @BeforeEach
    void name() throws IOException {
        temporary = temporary.toRealPath();
        cache = temporary.resolve("cache");
        folder = cache.resolve("poolfit/agent");
        user = FileRights.of(temporary).owner();
    }

    @Test
    void itIsWrittenOnceInAFolderOfTheUserAlone() throws IOException {
        Path jar = jar().file();

        assertThat(jar).hasParentRaw(folder).isEqualTo(jar().file());
        assertThat(Files.getPosixFilePermissions(jar)).isEqualTo(fromString("r--r--r--"));
        assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(fromString("rwx------"));
        assertThat(folder.toFile().list()).containsExactly("" + jar.getFileName());
        try (var packed = new JarFile(jar.toFile())) {
            assertThat(packed.getManifest().getMainAttributes().getValue("Agent-Class"))
                    .isEqualTo("dev.poolfit.agent.AgentLoader");
        }
    }

    @Test
    void forAServiceOfAnotherUserItCanBeReadAndNotWritten() throws IOException {
        Path jar = AgentJar.shared(cache, user, this::look).file();

        for (Path each : new Path[] {folder, folder.getParent()}) {
            assertThat(Files.getPosixFilePermissions(each)).isEqualTo(fromString("rwxr-xr-x"));
        }
        assertThat(Files.getPosixFilePermissions(jar)).isEqualTo(fromString("r--r--r--"));
    }

    @Test
    void oneThatWasChangedIsWrittenAnew() throws IOException {
        Path jar = jar().file();
        byte[] content = Files.readAllBytes(jar);
        Files.setPosixFilePermissions(jar, fromString("rw-------"));
        Files.writeString(jar, "damaged");

        jar().file();

        assertThat(jar).hasBinaryContent(content);
    }

    @Test
    void aFileThatOthersMayWriteToIsRefused() throws IOException {
        Path jar = jar().file();
        Files.setPosixFilePermissions(jar, fromString("rw-rw-rw-"));

        refused(jar + " can be written to by other users (mode 666)");
    }

    @Test
    void aFileOrFolderOfSomebodyElseIsRefused() throws IOException {
        Path jar = jar().file();
        for (Path each : new Path[] {jar, folder, folder.getParent(), cache}) {
            foreign = each;

            refused(each + " belongs to another user (4242)");
        }
    }

    @Test
    void aFolderThatOthersMayWriteToIsRefusedOnAllTheWayFromTheRoot() throws IOException {
        jar().file();
        for (Path each : new Path[] {folder, folder.getParent(), cache}) {
            for (String rights : new String[] {"rwxrwx---", "rwx----w-"}) {
                var before = Files.getPosixFilePermissions(each);
                Files.setPosixFilePermissions(each, fromString(rights));

                refused(each + " can be written to by other users");

                Files.setPosixFilePermissions(each, before);
            }
        }
    }

    @Test
    void aLinkInPlaceOfTheFileOrTheFolderIsRefused() throws IOException {
        Path jar = jar().file();
        Path elsewhere = Files.copy(jar, temporary.resolve("elsewhere.jar"));
        Files.delete(jar);
        Files.createSymbolicLink(jar, elsewhere);
        refused(jar + " is not a plain file");

        Files.delete(jar);
        Files.delete(folder);
        Files.createSymbolicLink(folder, Files.createDirectory(temporary.resolve("planted")));
        refused(folder + " is not a plain folder");
    }

    @Test
    void aPathThatAJvmWouldCutOffIsRefused() {
        assertThatThrownBy(() -> AgentJar.own(Map.of("XDG_CACHE_HOME", temporary + "/a=b"), user, this::look)
                        .file())
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("has the sign =");
    }

    private void refused(String message) {
        assertThatThrownBy(() -> jar().file())
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageStartingWith(message)
                .hasMessageEndingWith(", so others could put code into the service");
    }

    private AgentJar jar() {
        return AgentJar.own(Map.of("XDG_CACHE_HOME", cache.toString()), user, this::look);
    }

    /** The truth, but for who has the file of somebody else, and for what lies above the folder of this test. */
    private FileRights look(Path path) throws IOException {
        FileRights found = FileRights.of(path);
        return path.equals(foreign)
                ? new FileRights(OTHER, OTHER, found.mode())
                : temporary.startsWith(path) && !path.equals(temporary) ? new FileRights(0, 0, 0040755) : found;
    }
}
