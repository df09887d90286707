package dev.poolfit.experiment;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells by a name, such as {@code DB_PASS}, {@code X-Auth} or {@code apiKey}, that its value is a secret. */
public final class SecretNames {
    private static final List<String> WITHIN = List.of(
            "passw",
            "passphrase",
            "passcode",
            "pwd",
            "secret",
            "token",
            "credential",
            "authoriz",
            "authentic",
            "apikey",
            "privatekey",
            "accesskey",
            "cookie",
            "session",
            "signature",
            "jwt");
    private static final Set<String> WORDS = Set.of("pass", "key", "keys", "auth", "sig", "sid", "pin", "otp");
    private static final List<String> ENDINGS = List.of("pass", "key", "auth");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z]|(?<=[a-z])(?=[A-Z])");

    private SecretNames() {}

    /** Returns whether a variable, a header or a parameter of that name holds a secret. */
    public static boolean matches(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (WITHIN.stream().anyMatch(letters::contains)) {
            return true;
        }
        for (String each : BETWEEN_WORDS.split(name)) {
            String word = each.toLowerCase(Locale.ROOT);
            if (WORDS.contains(word) || ENDINGS.stream().anyMatch(word::endsWith)) {
                return true;
            }
        }
        return false;
    }
}
