package dev.poolfit.experiment;

import dev.poolfit.units.Message;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts what a file says, such as <code>${TOKEN}</code>, back in place of what it stood for. It is for texts that others
 * worded, such as the messages of drivers and tools; Poolfit's own texts name the reference in the first place.
 */
public final class References {
    /** The references of a file that takes nothing from the environment. */
    public static final References NONE = new References(Map.of());

    /** The fewest characters of a value; a shorter one stands in texts by chance. */
    private static final int SHORTEST = 6;

    private static final Pattern EVERYWHERE = Pattern.compile("localhost|127\\.0\\.0\\.1|\\d{1,7}");

    private final Map<String, String> references = new HashMap<>();
    private final @Nullable Pattern values;

    /**
     * @param references the text to write for each value; values of fewer than 6 characters, and those that stand in texts
     *     anyway, such as {@code localhost}, are left out
     */
    public References(Map<String, String> references) {
        references.forEach((value, reference) -> {
            for (String form : new String[] {value, UrlTemplate.encodedValue(value), value.replace("\"", "\\\"")}) {
                if (form.length() >= SHORTEST && !EVERYWHERE.matcher(form).matches()) {
                    this.references.putIfAbsent(form, reference);
                }
            }
        });
        values = this.references.isEmpty()
                ? null
                : Pattern.compile(this.references.keySet().stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|")));
    }

    /** Returns the text with a reference in place of each value. */
    public String in(String text) {
        return values == null
                ? text
                : values.matcher(text)
                        .replaceAll(
                                value -> Matcher.quoteReplacement(references.getOrDefault(value.group(), "******")));
    }

    /** Returns the sentence with a reference in place of each value. */
    public Message in(Message sentence) {
        return new Message(
                sentence.key(),
                sentence.arguments().stream()
                        .map(each -> each instanceof String text
                                ? in(text)
                                : each instanceof Message part ? (Object) in(part) : each)
                        .toList());
    }
}
