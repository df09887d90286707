package dev.poolfit.units;

import java.util.List;
import java.util.Locale;

/**
 * A sentence, or a part of one, that is put into words only when its reader's language is known.
 *
 * @param key the key of the words in each language, such as {@code reason.meets}
 * @param arguments the arguments for the words' places, in their order: whole numbers, sentences, and texts that read the same
 *     in every language, such as figures with their unit
 */
public record Message(String key, List<Object> arguments) {
    private static final String VERBATIM = "verbatim";

    public Message {
        arguments = List.copyOf(arguments);
        for (Object each : arguments) {
            if (!(each instanceof String
                    || each instanceof Integer
                    || each instanceof Long
                    || each instanceof Quantity
                    || each instanceof Message)) {
                throw new IllegalArgumentException(
                        "a message takes texts, whole numbers, quantities and messages, but " + key + " got " + each);
            }
        }
    }

    public static Message of(String key, Object... arguments) {
        return new Message(key, List.of(arguments));
    }

    /** Returns a text that reads the same in every language, such as a name that somebody gave. */
    public static Message verbatim(String text) {
        return of(VERBATIM, text);
    }

    /** Returns whether it reads the same in every language. */
    public boolean isVerbatim() {
        return key.equals(VERBATIM);
    }

    /**
     * Joins parts two by two.
     *
     * @param key of words for a beginning and what comes after it
     * @param parts at least one
     */
    public static Message joined(String key, List<Message> parts) {
        return parts.stream()
                .reduce((first, second) -> of(key, first, second))
                .orElseThrow(() -> new IllegalArgumentException("there is nothing to join"));
    }

    /** Returns a constant's own words, by its name: {@code bound.database-cpu}. */
    public static Message of(Enum<?> constant) {
        return of(kebab(constant.getDeclaringClass().getSimpleName()) + "." + kebab(constant.name()));
    }

    private static String kebab(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }
}
