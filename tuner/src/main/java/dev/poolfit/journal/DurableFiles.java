package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files so that they outlive a crash. */
final class DurableFiles {
    private DurableFiles() {}

    /** Appends a line and waits until the disk has it. */
    static void append(Path file, String line) {
        write(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Replaces a file as a whole: a reader sees the old or the new text, never a part. */
    static void replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        write(draft, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw unwritable(file, failed);
        }
    }

    private static void write(Path file, String text, OpenOption... options) {
        try (FileChannel channel = FileChannel.open(file, java.util.Set.of(options))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
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
