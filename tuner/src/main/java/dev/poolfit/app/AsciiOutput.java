package dev.poolfit.app;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Writes the signs of Poolfit's English texts as a terminal shows them that knows ASCII alone, such as one with
 * {@code LC_ALL=C}: {@code ×} as {@code x}. What has no such form, as Korean has none, stays UTF-8.
 */
final class AsciiOutput extends FilterOutputStream {
    private static final Map<Integer, String> FORMS = Map.ofEntries(
            Map.entry((int) '×', "x"),
            Map.entry((int) '÷', "/"),
            Map.entry((int) '–', "-"),
            Map.entry((int) '—', "-"),
            Map.entry((int) '−', "-"),
            Map.entry((int) '…', "..."),
            Map.entry((int) '·', "|"),
            Map.entry((int) '±', "+/-"),
            Map.entry((int) '≤', "<="),
            Map.entry((int) '≥', ">="),
            Map.entry((int) 'λ', "lambda"),
            Map.entry((int) 'σ', "sigma"),
            Map.entry((int) 'κ', "kappa"),
            Map.entry((int) 'ρ', "rho"),
            Map.entry((int) '\u00a0', " "),
            Map.entry((int) '\u202f', " "));

    private final byte[] sign = new byte[4];
    private int length;
    private int wanted;

    private AsciiOutput(OutputStream out) {
        super(out);
    }

    /** Makes standard output and error take UTF-8 everywhere; through this where the system's encoding lacks the signs. */
    static void install() {
        String encoding = System.getProperty("native.encoding", "UTF-8");
        boolean signs = !Charset.isSupported(encoding)
                || Charset.forName(encoding).newEncoder().canEncode('×');
        System.setOut(signs ? new PrintStream(System.out, true, StandardCharsets.UTF_8) : of(System.out));
        System.setErr(signs ? new PrintStream(System.err, true, StandardCharsets.UTF_8) : of(System.err));
    }

    /** @param out takes UTF-8 */
    static PrintStream of(OutputStream out) {
        return new PrintStream(new AsciiOutput(out), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        for (int i = offset; i < offset + count; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public void write(int octet) throws IOException {
        int value = octet & 0xFF;
        if (length == 0 && value < 0x80) {
            out.write(value);
            return;
        }
        if (length == 0) {
            wanted = value >= 0xF0 ? 4 : value >= 0xE0 ? 3 : 2;
        }
        sign[length++] = (byte) value;
        if (length == wanted) {
            String text = new String(sign, 0, length, StandardCharsets.UTF_8);
            length = 0;
            out.write(FORMS.getOrDefault(text.codePointAt(0), text).getBytes(StandardCharsets.UTF_8));
        }
    }
}
