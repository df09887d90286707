package dev.poolfit.benchmarks.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what the kernel tells of processes, without the program that is on trial. */
final class ProcTable {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final String LISTENING = "0A";
    /** 127.x.x.x, ::1 and ::ffff:127.x.x.x, as the kernel writes them. */
    private static final Pattern LOOPBACK = Pattern.compile("[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F");

    private ProcTable() {}

    /** Returns the processes that have this entry, such as {@code NAME=value}, in their environment, as {@code pid command}. */
    static List<String> withEnvironment(String entry) throws IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> processes = Files.list(PROC)) {
            for (Path process : processes
                    .filter(each ->
                            NUMBER.matcher(each.getFileName().toString()).matches())
                    .toList()) {
                if (List.of(text(process.resolve("environ")).split("\0", -1)).contains(entry)) {
                    found.add(process.getFileName() + " "
                            + text(process.resolve("cmdline"))
                                    .replace('\0', ' ')
                                    .strip());
                }
            }
        }
        return found;
    }

    /** Counts the threads of a process with this name, which the kernel cuts to 15 characters. */
    static long threads(long pid, String name) throws IOException {
        Path tasks = PROC.resolve(pid + "/task");
        if (!Files.isDirectory(tasks)) {
            return 0;
        }
        try (Stream<Path> each = Files.list(tasks)) {
            return each.filter(task -> text(task.resolve("comm")).strip().equals(name))
                    .count();
        }
    }

    /** Returns the ports on which a process can be reached from other machines. */
    static Set<Integer> openPorts(long pid) throws IOException {
        Set<String> inodes = sockets(pid);
        var ports = new TreeSet<Integer>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : text(PROC.resolve(table)).lines().skip(1).toList()) {
                String[] fields = line.strip().split("\\s+", -1);
                String[] local = fields[1].split(":", -1);
                if (fields[3].equals(LISTENING)
                        && inodes.contains(fields[9])
                        && !LOOPBACK.matcher(local[0]).matches()) {
                    ports.add(Integer.parseInt(local[1], 16));
                }
            }
        }
        return ports;
    }

    private static Set<String> sockets(long pid) throws IOException {
        var inodes = new HashSet<String>();
        Path descriptors = PROC.resolve(pid + "/fd");
        if (!Files.isDirectory(descriptors)) {
            return inodes;
        }
        try (Stream<Path> links = Files.list(descriptors)) {
            for (Path link : links.toList()) {
                try {
                    String target = Files.readSymbolicLink(link).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                } catch (IOException closed) {
                    // Closed since it was listed.
                }
            }
        }
        return inodes;
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }
}
