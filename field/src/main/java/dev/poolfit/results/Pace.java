package dev.poolfit.results;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Bounds the characters that a parser, which keeps them, may take before its next step. */
final class Pace extends FilterReader {
    /** The most characters between two steps, some thousand of reading ahead included. */
    static final int MOST = 4 << 20;

    private long taken;

    Pace(Reader text) {
        super(text);
    }

    void step() {
        if (!lost()) {
            taken = 0;
        }
    }

    /** Returns whether the parser took too many characters without a step; it gets no more. */
    boolean lost() {
        return taken > MOST;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        if (lost()) {
            throw new IOException("more than " + MOST + " characters in one piece");
        }
        int count = super.read(buffer, offset, length);
        taken += Math.max(0, count);
        return count;
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }
}
