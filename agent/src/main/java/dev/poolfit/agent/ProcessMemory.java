package dev.poolfit.agent;

import dev.poolfit.wire.SampleKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what this process waits for its own memory: pages that come back from a disk (proc(5)). Only Linux tells it. */
final class ProcessMemory {
    /** The fields behind the name of the program, which may have blanks itself; the tenth of them counts major faults. */
    private static final Pattern FAULTS = Pattern.compile("\\) \\S(?: -?\\d+){8} (\\d+) ");

    private static final Pattern SWAPPED = Pattern.compile("(?m)^VmSwap:\\s+(\\d+) kB");
    private static final double KIBIBYTES = 1024;

    private final Path self;

    private ProcessMemory(Path self) {
        this.self = self;
    }

    static ProcessMemory own() {
        return at(Path.of("/"));
    }

    /** @param root of the file system, in which {@code proc/self} tells of this process */
    static ProcessMemory at(Path root) {
        return new ProcessMemory(root.resolve("proc").resolve("self"));
    }

    /** Adds the running total {@code majorFaults}, and {@code swappedMiB}; what is not told is left out. */
    void readInto(Map<String, Double> values) {
        Matcher faults = FAULTS.matcher(text("stat"));
        if (faults.find()) {
            values.put(SampleKey.MAJOR_FAULTS, Double.valueOf(faults.group(1)));
        }
        Matcher swapped = SWAPPED.matcher(text("status"));
        if (swapped.find()) {
            values.put(SampleKey.SWAPPED_MIB, Double.parseDouble(swapped.group(1)) / KIBIBYTES);
        }
    }

    private String text(String name) {
        try {
            return new String(Files.readAllBytes(self.resolve(name)), StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException none) {
            return "";
        }
    }
}
