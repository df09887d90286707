package dev.poolfit.process;

import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads the last lines of a log, however long the log and its lines are. */
public final class LogEnd {
    private static final int BYTES = 64 * 1024;

    private LogEnd() {}

    /**
     * Reads the last lines.
     *
     * @param most lines, at least 1
     * @throws IOException if the log cannot be read
     */
    public static List<String> of(Path log, int most) throws IOException {
        try (FileChannel file = FileChannel.open(log)) {
            long skipped = Math.max(0, file.size() - BYTES);
            byte[] end = Channels.newInputStream(file.position(skipped)).readNBytes(BYTES);
            List<String> lines = new String(end, StandardCharsets.UTF_8).lines().toList();
            // The first one has lost its beginning.
            int first = skipped > 0 && lines.size() > 1 ? 1 : 0;
            return lines.subList(Math.max(first, lines.size() - most), lines.size()).stream()
                    .map(OneLine::of)
                    .toList();
        }
    }
}
