package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files so that they outlive a crash. */
final class DurableFiles {
    private DurableFiles() {}

    /** Appends a line and waits until the disk has it. */
    static void append(Path file, String line) {
        write(file, line + "\n", true);
    }

    /** Replaces a file as a whole: a reader sees the old or the new text, never a part. */
    static void replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        write(draft, text, false);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw unwritable(file, failed);
        }
    }

    /** Not by a channel, which an interrupt would close in the middle of a line. */
    private static void write(Path file, String text, boolean append) {
        try (var out = new FileOutputStream(file.toFile(), append)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        } catch (IOException failed) {
            throw unwritable(file, failed);
        }
    }

    static EnvironmentFailure unwritable(Path file, IOException failed) {
        return new EnvironmentFailure(
                "cannot write " + file + " (" + failed.getClass().getSimpleName() + ": " + failed.getMessage() + ")",
                "free the disk or choose another folder with --out",
                failed);
    }
}
