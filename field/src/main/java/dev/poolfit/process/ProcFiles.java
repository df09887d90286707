package dev.poolfit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what Linux reports about a process under /proc. */
public final class ProcFiles {
    private static final Path PROC = Path.of("/proc");

    private ProcFiles() {}

    /** Returns whether this machine has /proc at all. */
    public static boolean available() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    /** Returns the folder of a process. */
    public static Path of(long pid) {
        return PROC.resolve("" + pid);
    }

    /** Returns the short name of the program, or ? if the process is gone. */
    public static String command(long pid) {
        return text(of(pid).resolve("comm"))
                .map(String::strip)
                .or(() -> ProcessHandle.of(pid)
                        .flatMap(process -> process.info().command())
                        .map(path -> path.substring(path.lastIndexOf('/') + 1)))
                .orElse("?");
    }

    /**
     * Returns the number of the user that the process runs as.
     *
     * @throws IOException if the process is gone
     */
    public static int owner(long pid) throws IOException {
        return FileRights.of(of(pid)).owner();
    }

    /** Returns whether the process finds this very file at its path, unlike one in a container or a chroot. */
    public static boolean finds(long pid, Path file) {
        try {
            return Files.isSameFile(file, of(pid).resolve("root" + file.toAbsolutePath()));
        } catch (IOException hidden) {
            return false;
        }
    }

    /** Returns whether the process has loaded a library whose path has this part; empty if that may not be read. */
    public static Optional<Boolean> loads(long pid, String part) {
        return text(of(pid).resolve("maps")).map(maps -> maps.contains(part));
    }

    /** Returns whether the process is a JVM, as far as that can be seen. */
    public static boolean isJvm(long pid) {
        return loads(pid, "libjvm.").orElse(false);
    }

    /** Returns whether the option is on the command line or in the variables that a JVM takes options from. */
    public static boolean startedWith(long pid, String option) {
        Stream<String> arguments =
                text(of(pid).resolve("cmdline")).stream().flatMap(line -> Stream.of(line.split("\0")));
        Stream<String> variables = text(of(pid).resolve("environ")).stream()
                .flatMap(line -> Stream.of(line.split("\0")))
                .filter(variable ->
                        variable.startsWith("JAVA_TOOL_OPTIONS=") || variable.startsWith("JDK_JAVA_OPTIONS="));
        return arguments.anyMatch(option::equals) || variables.anyMatch(variable -> variable.contains(option));
    }

    /** Returns the whole file, or empty if it is gone or may not be read. */
    public static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
