package dev.poolfit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/** Marks the environment of a command, by which Linux finds what it started even outside of its family. */
final class RunMark {
    private final String word = UUID.randomUUID().toString();

    /** Returns the value of {@code POOLFIT_RUN}. */
    String word() {
        return word;
    }

    /** Returns the processes that have it, of those that this user may look into. */
    Stream<ProcessHandle> bearers() {
        return ProcessHandle.allProcesses().filter(process -> isBorneBy(process.pid()));
    }

    private boolean isBorneBy(long pid) {
        try {
            return Files.readString(Path.of("/proc", "" + pid, "environ"), StandardCharsets.ISO_8859_1)
                    .contains("POOLFIT_RUN=" + word);
        } catch (IOException hidden) {
            return false;
        }
    }
}
