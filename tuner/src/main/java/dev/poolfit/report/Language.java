package dev.poolfit.report;

import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import dev.poolfit.units.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/** A language that verdict and report are written in; its words lie in a bundle, one key a sentence. */
public enum Language {
    EN(Locale.ROOT),
    KO(Locale.KOREAN);

    private static final String BUNDLE = "dev.poolfit.report.messages";
    /** Reads a bundle alone: whatever this machine's language is, a missing key is not filled up from another one. */
    private static final ResourceBundle.Control ALONE =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private final Locale locale;

    Language(Locale locale) {
        this.locale = locale;
    }

    /** Returns the tag that pages and the command line name it by: {@code en}, {@code ko}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the sentence in this language. */
    public String text(Message sentence) {
        return words(sentence.key())
                .fill(sentence.arguments().stream().map(this::argument).toList());
    }

    /** Returns the sentence that {@link Message#of(String, Object...)} makes of the same arguments, in this language. */
    public String text(String key, Object... arguments) {
        return text(Message.of(key, arguments));
    }

    /** Returns a constant's own words in this language. */
    public String text(Enum<?> constant) {
        return text(Message.of(constant));
    }

    /** Returns the sentences in this language. */
    public List<String> text(List<Message> sentences) {
        return sentences.stream().map(this::text).toList();
    }

    /** Returns the words of a sentence before its arguments are put into their places. */
    MessagePattern words(String key) {
        return new MessagePattern(bundle().getString(key));
    }

    /** Returns whether there are words for the sentence and each of its parts, and arguments for all their places. */
    public boolean says(Message sentence) {
        return knows(sentence.key())
                && words(sentence.key()).places().stream()
                        .allMatch(place -> place < sentence.arguments().size())
                && sentence.arguments().stream().allMatch(each -> !(each instanceof Message part) || says(part));
    }

    boolean knows(String key) {
        return bundle().containsKey(key);
    }

    /**
     * Returns the language's words by key.
     *
     * @throws MissingResourceException if the program's jar lacks them
     */
    ResourceBundle bundle() {
        return ResourceBundle.getBundle(BUNDLE, locale, ALONE);
    }

    private String argument(Object argument) {
        if (argument instanceof Message inner) {
            return text(inner);
        }
        return argument instanceof Quantity quantity
                ? new Figures(this).quantity(quantity)
                : PlainText.lines(argument.toString());
    }

    @Override
    public String toString() {
        return tag();
    }
}
