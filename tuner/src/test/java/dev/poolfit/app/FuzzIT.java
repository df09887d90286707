package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happened to a file, the program ends with an exit code of the contract and in words, never with a stack trace.
 * This is the sample of {@code benchmarks/run fuzz}, which runs more, measures time and bounds memory.
 */
class FuzzIT {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final int RUNS = 250;
    private static final long SEED = 14_000_000;

    @TempDir
    Path folder;

    /** Notes are looked for there, and those of the user who builds must stay as they are. */
    @BeforeEach
    void notes_of_this_build_alone_are_looked_at() {
        assertThat(System.getenv("XDG_STATE_HOME"))
                .as("XDG_STATE_HOME, which the pom sets; in an IDE set it to a folder under target")
                .contains("target");
    }

    @Test
    void hundreds_of_damaged_files_end_in_words() throws IOException {
        FuzzRun fuzz = FuzzRun.quick(HOME);
        Map<Long, String> faults = new TreeMap<>();
        for (long seed : LongStream.range(SEED, SEED + RUNS).toArray()) {
            FuzzRun.Ending ending = fuzz.run(seed, folder.resolve("" + seed));
            if (!ending.sound()) {
                faults.put(seed, ending.fault());
            }
        }
        assertThat(faults)
                .as("seed and fault; repeat one with benchmarks/run fuzz 1 SEED")
                .isEmpty();
    }
}
