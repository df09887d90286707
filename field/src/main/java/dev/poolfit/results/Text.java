package dev.poolfit.results;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads text in UTF-8, and knows whether it ended in the middle of a line. */
final class Text extends FilterReader {
    private final End end;
    private char last = '\n';
    private boolean ended;

    private Text(End end) {
        super(new InputStreamReader(
                end,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        this.end = end;
    }

    static Text of(InputStream bytes) {
        return new Text(new End(bytes));
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int count;
        try {
            count = super.read(buffer, offset, length);
        } catch (CharacterCodingException malformed) {
            if (!end.reached || malformed instanceof java.nio.charset.UnmappableCharacterException) {
                throw malformed;
            }
            last = '?'; // the file was cut off within a character
            count = -1;
        }
        if (count > 0) {
            last = buffer[offset + count - 1];
        }
        ended |= count < 0;
        return count;
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    /** Returns whether it was read to its end and its last line has none. */
    boolean cutOff() {
        return ended && last != '\n' && last != '\r';
    }

    private static final class End extends java.io.FilterInputStream {
        private boolean reached;

        End(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            reached |= count < 0;
            return count;
        }
    }
}
