package dev.poolfit.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads CPU seconds of processes from Linux's /proc. */
public final class ProcessTimes {
    /** USER_HZ, which is 100 on all machines that a JVM runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER = 11;

    private ProcessTimes() {}

    /** Returns the CPU seconds of a process and of the children that it has reaped; 0 if it is gone. */
    public static double withReaped(long pid) {
        return ticks(pid, 4) / TICKS_PER_SECOND;
    }

    /** Returns the CPU seconds of a process alone; 0 if it is gone. */
    public static double alone(long pid) {
        return ticks(pid, 2) / TICKS_PER_SECOND;
    }

    /** Returns the CPU seconds of a process with all that it has started, living or reaped; 0 if it is gone. */
    public static double whole(long pid) {
        return withReaped(pid)
                + below(pid, Set.of()).stream().mapToDouble(ProcessTimes::alone).sum();
    }

    /** Returns the processes below this one, leaving out those named with everything below them. */
    public static List<Long> below(long pid, Set<Long> without) {
        var found = new ArrayList<Long>();
        for (long child : children(pid)) {
            if (!without.contains(child)) {
                found.add(child);
                found.addAll(below(child, without));
            }
        }
        return found;
    }

    private static long ticks(long pid, int fields) {
        Optional<String> stat = ProcFiles.text(ProcFiles.of(pid).resolve("stat"));
        // The program's name, in brackets, may have spaces and brackets itself.
        return stat.map(text -> text.substring(text.lastIndexOf(')') + 2).split(" ", -1))
                .map(values -> Arrays.stream(values, USER, USER + fields)
                        .mapToLong(Long::parseLong)
                        .sum())
                .orElse(0L);
    }

    private static List<Long> children(long pid) {
        var found = new ArrayList<Long>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(ProcFiles.of(pid).resolve("task"))) {
            for (Path thread : threads) {
                ProcFiles.text(thread.resolve("children")).stream()
                        .flatMap(text -> Arrays.stream(text.split(" ", -1)))
                        .filter(word -> !word.isBlank())
                        .map(word -> Long.parseLong(word.strip()))
                        .forEach(found::add);
            }
        } catch (IOException gone) {
            return found;
        }
        return found;
    }
}
