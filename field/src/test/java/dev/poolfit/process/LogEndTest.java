package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a log is read, and no more of it. */
class LogEndTest {
    @TempDir
    Path folder;

    @Test
    void theLastLinesAreThoseOfAShortLog() throws IOException {
        assertThat(LogEnd.of(log("one\ntwo\nthree\n"), 2)).containsExactly("two", "three");
        assertThat(LogEnd.of(log("one"), 2)).containsExactly("one");
        assertThat(LogEnd.of(log(""), 2)).isEmpty();
    }

    @Test
    void aLogThatNoMemoryHoldsIsReadFromItsEnd() throws IOException {
        Path log = log("");
        try (var file = new RandomAccessFile(log.toFile(), "rw")) {
            // A file with a hole takes no space on the disk.
            file.setLength(1L << 33);
        }
        Files.writeString(log, "\nno database\n", StandardOpenOption.APPEND);

        assertThat(LogEnd.of(log, 15)).containsExactly("no database");
    }

    @Test
    void aLineThatIsLongerThanWhatIsReadIsCut() throws IOException {
        List<String> lines = LogEnd.of(log("x".repeat(1 << 20)), 15);

        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).startsWith("xxx").hasSizeLessThan(400);
    }

    @Test
    void aLineCannotMoveTheCursor() throws IOException {
        assertThat(LogEnd.of(log("\u001b[2J\u0007gone\n"), 15)).containsExactly("[2J gone");
    }

    private Path log(String content) throws IOException {
        return Files.writeString(folder.resolve("log"), content);
    }
}
