package dev.poolfit.experiment;

/** What the body of a response must be like for the response to count as good. */
public sealed interface ResponseCheck {
    /** The body has this text somewhere; not empty. */
    record Contains(String text) implements ResponseCheck {}

    /**
     * The body is JSON and holds a value.
     *
     * @param pointer where (RFC 6901), such as {@code /items/0/id}
     * @param value the text, number, {@code true}, {@code false} or {@code null} as it is written there
     */
    record JsonValue(String pointer, String value) implements ResponseCheck {}
}
