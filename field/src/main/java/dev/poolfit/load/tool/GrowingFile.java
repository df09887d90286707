package dev.poolfit.load.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A file that somebody still writes: at its end reading waits for more, until the writer has gone. */
final class GrowingFile extends InputStream {
    private static final long POLL_MILLIS = 50;

    private final Path path;
    private final BooleanSupplier writerGone;
    private @Nullable RandomAccessFile file;

    GrowingFile(Path path, BooleanSupplier writerGone) {
        this.path = path;
        this.writerGone = writerGone;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (true) {
            // Asked before reading: what was written until then is read below.
            boolean gone = writerGone.getAsBoolean();
            int read = available(buffer, offset, length);
            if (read > 0 || length == 0) {
                return read;
            }
            if (gone) {
                return -1;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return -1;
            }
        }
    }

    private int available(byte[] buffer, int offset, int length) throws IOException {
        RandomAccessFile open = file;
        if (open == null) {
            if (!Files.exists(path)) {
                return -1;
            }
            open = new RandomAccessFile(path.toFile(), "r");
            file = open;
        }
        return open.read(buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
