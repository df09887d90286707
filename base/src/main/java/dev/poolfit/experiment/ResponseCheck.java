package dev.poolfit.experiment;

/** A check of a response's body; the response counts as good only if it passes. */
public sealed interface ResponseCheck {
    /**
     * The body has a text somewhere.
     *
     * @param text the text; not empty
     * @param shown the text as the file writes it, its secrets hidden
     */
    record Contains(String text, String shown) implements ResponseCheck {
        public Contains(String text) {
            this(text, text);
        }
    }

    /**
     * The body is JSON and holds a value.
     *
     * @param pointer the value's place (RFC 6901), such as {@code /items/0/id}
     * @param value the text, number, {@code true}, {@code false} or {@code null} as it is written there
     * @param shown the value as the file writes it, its secrets hidden
     */
    record JsonValue(String pointer, String value, String shown) implements ResponseCheck {
        public JsonValue(String pointer, String value) {
            this(pointer, value, value);
        }
    }
}
