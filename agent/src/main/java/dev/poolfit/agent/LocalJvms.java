package dev.poolfit.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the JVMs beside this one, as Linux shows them under /proc. */
final class LocalJvms {
    private static final Path PROC = Path.of("/proc");
    private static final int LISTENS = 0x0A;
    /** Options of java whose value is a word of its own. */
    private static final List<String> VALUED = List.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads");

    private LocalJvms() {}

    /**
     * Returns the process id of the JVM that was named, or else that listens on a port, or else of the only one.
     *
     * @param pid 0: not named
     * @param port 0: not known
     * @throws IOException if that leaves none, or several
     */
    static long choose(long pid, int port) throws IOException {
        List<Long> all = all();
        if (pid > 0) {
            if (!all.contains(pid)) {
                throw new IOException("process " + pid + " is no JVM that can be seen there" + listed(all));
            }
            return pid;
        }
        Set<String> sockets = port > 0 ? listening(port) : Set.of();
        for (long each : all) {
            if (!sockets.isEmpty() && holds(each, sockets)) {
                return each;
            }
        }
        if (!sockets.isEmpty()) {
            throw new IOException("port " + port
                    + " is listened on by a process that this user may not see; run the command as the service's user");
        }
        if (all.size() == 1) {
            return all.get(0);
        }
        throw new IOException(
                all.isEmpty()
                        ? "no JVM can be seen there; the user there may be another than the service's"
                        : "there are " + all.size() + " JVMs" + listed(all));
    }

    private static String listed(List<Long> pids) {
        return pids.isEmpty()
                ? ""
                : ": "
                        + pids.stream()
                                .map(pid -> "pid " + pid + " (" + command(pid) + ")")
                                .collect(Collectors.joining(", "));
    }

    /** Returns what was started: the jar or the main class. */
    private static String command(long pid) {
        String[] words = text(PROC.resolve(pid + "/cmdline")).split("\0", -1);
        for (int i = 1; i < words.length; i++) {
            if (words[i - 1].equals("-jar") || !words[i].startsWith("-") && !takesValue(words[i - 1])) {
                return words[i];
            }
        }
        return words[0];
    }

    private static boolean takesValue(String option) {
        return VALUED.contains(option);
    }

    private static List<Long> all() throws IOException {
        List<Long> pids = new ArrayList<>();
        Set<Long> tuner = ancestors();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path each : entries) {
                long pid = Long.parseLong(each.getFileName().toString());
                if (!tuner.contains(pid) && text(each.resolve("maps")).contains("libjvm.")) {
                    pids.add(pid);
                }
            }
        }
        return pids;
    }

    /** Returns this process and those that started it: the tuner, where the command leads to a shell of its own. */
    private static Set<Long> ancestors() {
        Set<Long> all = new HashSet<>();
        for (ProcessHandle each = ProcessHandle.current();
                each != null && all.add(each.pid());
                each = each.parent().orElse(null)) {
            continue;
        }
        return all;
    }

    /** Returns the sockets that listen on the port, as /proc names what a process holds; proc_pid_net(5). */
    private static Set<String> listening(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : text(PROC.resolve(table)).split("\n", -1)) {
                String[] fields = line.trim().split("\\s+", -1);
                if (fields.length > 9
                        && fields[1].endsWith(String.format(":%04X", port))
                        && Integer.parseInt(fields[3], 16) == LISTENS) {
                    sockets.add("socket:[" + fields[9] + "]");
                }
            }
        }
        return sockets;
    }

    private static boolean holds(long pid, Set<String> sockets) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC.resolve(pid + "/fd"))) {
            for (Path each : entries) {
                if (sockets.contains(Files.readSymbolicLink(each).toString())) {
                    return true;
                }
            }
        } catch (IOException hidden) {
            return false;
        }
        return false;
    }

    /** Returns an empty text where it may not be read. */
    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
