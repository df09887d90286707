package dev.poolfit.results;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Remembers how a stream ended, so that a file that was cut off can be distinguished from one that is wrong. */
final class Tail extends FilterInputStream {
    private static final int KEPT = 256;

    private final byte[] kept = new byte[KEPT];
    private int keptLength;
    private long length;
    private long lastLineEnd = -1;
    private boolean ended;

    Tail(InputStream bytes) {
        super(bytes);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int size) throws IOException {
        int count = super.read(buffer, offset, size);
        if (count < 0) {
            ended = true;
            return count;
        }
        for (int i = count - 1; i >= 0; i--) {
            if (buffer[offset + i] == '\n') {
                lastLineEnd = length + i;
                break;
            }
        }
        length += count;
        keep(buffer, offset, count);
        return count;
    }

    private void keep(byte[] buffer, int offset, int count) {
        int fresh = Math.min(count, KEPT);
        int old = Math.min(keptLength, KEPT - fresh);
        System.arraycopy(kept, keptLength - old, kept, 0, old);
        System.arraycopy(buffer, offset + count - fresh, kept, old, fresh);
        keptLength = old + fresh;
    }

    /** Returns whether a place lies in a last line that has no end. */
    boolean inLastLine(long byteOffset) {
        return ended() && lastLineEnd < length - 1 && byteOffset > lastLineEnd;
    }

    /** Returns whether the stream was read to its end, and this does not stand there. */
    boolean endsWithout(String wanted) {
        return ended() && !new String(kept, 0, keptLength, StandardCharsets.ISO_8859_1).contains(wanted);
    }

    private boolean ended() {
        try {
            return ended || read() < 0;
        } catch (IOException unreadable) {
            return false;
        }
    }
}
