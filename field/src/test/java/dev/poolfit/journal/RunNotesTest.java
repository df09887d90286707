package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WorkerThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunNotesTest {
    private static final RunNotes NOTES = new RunNotes(
            Instant.parse("2026-01-02T03:04:05Z"),
            new Found(
                    Settings.ofPoolAndThreads(10, 200),
                    WorkerThreads.TOMCAT,
                    OptionalInt.of(100),
                    OptionalInt.of(40),
                    Duration.ofMillis(6500),
                    true),
            Duration.ofMinutes(5),
            Optional.empty(),
            List.of(),
            2,
            OptionalDouble.of(1.5),
            Optional.of(new RunEnd(60, Duration.ofMillis(6_250), true)),
            0,
            Map.of("HOST", "shop"),
            Optional.of(true));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void what_was_written_is_read_back() {
        var run = new RunFolder(folder);
        NOTES.write(run);

        assertThat(RunNotes.read(run)).isEqualTo(NOTES);
    }

    /** A run of an older Poolfit. */
    @Test
    void where_housekeeping_was_not_kept_it_is_the_usual_one() throws IOException {
        var run = new RunFolder(folder);
        NOTES.write(run);
        String written = Files.readString(run.notes());
        Files.writeString(run.notes(), written.replace("\"housekeepingMs\":6500,", ""));

        assertThat(written).contains("\"housekeepingMs\":6500,");
        assertThat(RunNotes.read(run).found().housekeeping()).isEqualTo(Found.USUAL_HOUSEKEEPING);
    }
}
