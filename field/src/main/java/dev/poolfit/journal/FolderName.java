package dev.poolfit.journal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Makes the name of an experiment that of a folder, on every file system. It keeps the letters and digits of every
 * script; where anything else of the name is lost, a part of its hash tells it from other names.
 */
public final class FolderName {
    private static final Pattern LOST = Pattern.compile("[^\\p{L}\\p{M}\\p{N}._-]+");
    private static final Pattern ENDS = Pattern.compile("^[.-]+|[.-]+$");
    /** Matches devices of Windows, whatever follows the first dot. */
    private static final Pattern RESERVED = Pattern.compile("(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\\..*)?");
    /** The most bytes, of the 255 that most file systems take, or 143 if they encrypt names. */
    private static final int MOST_BYTES = 120;

    private static final int HASH_BYTES = 4;

    private FolderName() {}

    /** Returns at most {@value #MOST_BYTES} bytes in UTF-8, and some for the hash; two different names differ. */
    public static String of(String experiment) {
        String name = Normalizer.normalize(experiment, Normalizer.Form.NFC);
        String safe = LOST.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
        safe = ENDS.matcher(cut(ENDS.matcher(safe).replaceAll(""))).replaceAll("");
        if (safe.isEmpty() || RESERVED.matcher(safe).matches()) {
            safe = "experiment-" + safe;
        }
        return safe.equals(name) ? name : ENDS.matcher(safe).replaceAll("") + "-" + hash(name);
    }

    private static String cut(String text) {
        int end = text.length();
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }

    private static String hash(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JVM has SHA-256", missing);
        }
    }
}
