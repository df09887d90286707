package dev.poolfit.app;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Bytes of a file as a crash, an editor or another version may leave them. */
final class Damage {
    /** What stands in for a byte or more: what JSON and CSV care for, letters of three bytes, and no text at all. */
    private static final List<String> PIECES = List.of(
            "",
            "0",
            "9",
            "-",
            ".",
            "e99",
            ",",
            "\n",
            "\"",
            "{",
            "}",
            "[",
            "]",
            ":",
            "null",
            "NaN",
            "Infinity",
            "상태",
            "\0",
            "\u00ff",
            "99999999999999999999");

    private Damage() {}

    static byte[] damaged(byte[] sound, Random random) {
        int from = random.nextInt(sound.length);
        int to = Math.min(sound.length, from + (random.nextBoolean() ? 1 : random.nextInt(40)));
        if (random.nextInt(10) == 0) {
            return Arrays.copyOf(sound, from);
        }
        byte[] piece = random.nextInt(4) == 0
                ? Arrays.copyOfRange(sound, from, to)
                : PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
        int at = random.nextBoolean() ? from : to;
        var out = new ByteArrayOutputStream();
        out.write(sound, 0, at);
        out.writeBytes(piece);
        out.write(sound, to, sound.length - to);
        return out.toByteArray();
    }
}
