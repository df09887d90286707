package dev.poolfit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** The folder for temporary files, of which each process that runs tests has its own. */
public final class TemporaryFolder implements LauncherSessionListener {
    private static final String SOCKET = ".java_pid";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try {
            Files.createDirectories(path());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A JVM that is killed leaves the socket behind by which it was attached to, wherever its folder for temporary files is. */
    @Override
    public void launcherSessionClosed(LauncherSession session) {
        try (var sockets = Files.newDirectoryStream(Path.of("/tmp"), SOCKET + "*")) {
            for (Path socket : sockets) {
                String pid = socket.getFileName().toString().substring(SOCKET.length());
                if (pid.matches("\\d{1,9}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    removeOwn(socket);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void removeOwn(Path socket) throws IOException {
        try {
            if (Files.getOwner(socket).equals(Files.getOwner(path()))) {
                Files.delete(socket);
            }
        } catch (NoSuchFileException gone) {
            // Another process that runs tests ended at the same time.
        }
    }

    /** Where the processes that a test starts put their temporary files, too. */
    public static Path path() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** The option by which a JVM takes this folder. */
    public static String option() {
        return "-Djava.io.tmpdir=" + path();
    }

    /** What is in it, but for what JUnit itself removes later. */
    static Set<String> content() {
        try (var files = Files.list(path())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("junit"))
                    .collect(Collectors.toSet());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
