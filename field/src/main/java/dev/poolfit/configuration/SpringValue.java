package dev.poolfit.configuration;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The value of a property.
 *
 * @param text with each placeholder replaced that has a value
 * @param unset the placeholders that have none, as the file writes them, such as {@code DB_HOST}
 */
record SpringValue(String text, Set<String> unset) {
    /** Matches what Maven fills in when it builds, and what Jasypt decrypts when the service starts. */
    private static final Pattern FILLED_IN_LATER = Pattern.compile("@[\\w.-]+@|ENC\\(.*\\)");

    SpringValue {
        unset = Set.copyOf(unset);
    }

    boolean isKnown() {
        return unset.isEmpty() && !FILLED_IN_LATER.matcher(text).find();
    }
}
