package dev.poolfit.experiment;

import dev.poolfit.units.BadQuantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A text whose braces are drawn anew each time: {@code {1..1000}} a whole number of the range, both ends included,
 * {@code {a|b|c}} one of the words, all equally likely and evenly spread ({@link EvenDraws}), {@code {name}} a value that is looked up.
 */
public final class Template {
    private static final String BOUND =
            "a text whose braces hold a range such as {1..1000}, the lower number first, words such as {a|b|c}, or a name"
                    + " that data or extract gives";
    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");
    private static final Pattern WORD = Pattern.compile("[^{}|\"':,\\s]+");
    private static final int MOST_WORDS = 1_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w-]*(?:\\.[A-Za-z_][\\w-]*)?");

    private sealed interface Part permits Text, Range, Words, Value {}

    private record Text(String text) implements Part {}

    private record Range(long low, long high) implements Part {}

    private record Words(List<String> words) implements Part {}

    private record Value(String name) implements Part {}

    private final Part[] parts;

    private Template(List<Part> parts) {
        this.parts = parts.toArray(Part[]::new);
    }

    /**
     * Reads a text, such as an address, in which every brace is a placeholder.
     *
     * @param known tells the names that may stand in braces
     * @throws BadQuantity if a brace is not closed or not opened, or holds none of range, at most {@value #MOST_WORDS}
     *     words and known name
     */
    public static Template parse(String text, Predicate<String> known) {
        return read(text, known, true);
    }

    /**
     * Reads a text, such as a JSON body, in which braces that hold none of range, words and known name stand for
     * themselves.
     *
     * @param known tells the names that may stand in braces
     * @throws BadQuantity if a range is upside down or there are more than {@value #MOST_WORDS} words
     */
    public static Template parseLoosely(String text, Predicate<String> known) {
        return read(text, known, false);
    }

    /** Returns whether a text can be the name of a value, such as {@code token} or {@code accounts.id}. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static Template read(String text, Predicate<String> known, boolean strict) {
        List<Part> parts = new ArrayList<>();
        int literal = 0;
        int open = text.indexOf('{');
        while (open >= 0) {
            int close = text.indexOf('}', open);
            int innermost = close < 0 ? open : text.lastIndexOf('{', close);
            Part part = close < 0 || (strict && innermost > open)
                    ? null
                    : placeholder(text.substring(innermost + 1, close), text, known);
            if (part == null) {
                if (strict) {
                    throw new BadQuantity(BOUND, "\"" + text + "\"");
                }
                open = close < 0 ? -1 : text.indexOf('{', close);
                continue;
            }
            open = innermost;
            parts.add(new Text(text.substring(literal, open)));
            parts.add(part);
            literal = close + 1;
            open = text.indexOf('{', literal);
        }
        parts.add(new Text(text.substring(literal)));
        if (strict && parts.stream().anyMatch(part -> part instanceof Text plain && plain.text.indexOf('}') >= 0)) {
            throw new BadQuantity(BOUND, "\"" + text + "\"");
        }
        parts.removeIf(part -> part instanceof Text plain && plain.text.isEmpty());
        return new Template(parts);
    }

    private static @Nullable Part placeholder(String inner, String text, Predicate<String> known) {
        var range = RANGE.matcher(inner);
        if (range.matches()) {
            long low = Long.parseLong(range.group(1));
            long high = Long.parseLong(range.group(2));
            if (low > high) {
                throw new BadQuantity(BOUND, "\"" + text + "\"");
            }
            return new Range(low, high);
        }
        if (isName(inner) && known.test(inner)) {
            return new Value(inner);
        }
        return inner.indexOf('|') < 0 ? null : words(inner);
    }

    private static @Nullable Part words(String inner) {
        List<String> words = List.of(inner.split("\\|", -1));
        if (!words.stream().allMatch(word -> WORD.matcher(word).matches())) {
            return null;
        }
        if (words.size() > MOST_WORDS) {
            throw new BadQuantity(
                    "a text with at most " + MOST_WORDS
                            + " words in a brace (put more into a CSV file under load.data)",
                    words.size() + " words");
        }
        return new Words(words);
    }

    /** Returns whether there is nothing to draw, so that each text is the same. */
    public boolean constant() {
        return parts.length == 0 || (parts.length == 1 && parts[0] instanceof Text);
    }

    /** Returns the names of the values that are looked up. */
    public Set<String> names() {
        return Arrays.stream(parts)
                .flatMap(part -> part instanceof Value value ? Stream.of(value.name) : Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the text with its braces drawn, where no names stand in them. */
    public String draw(RandomGenerator random) {
        return draw(new EvenDraws(random), name -> "");
    }

    /**
     * Returns the text with its braces drawn; a constant one draws nothing.
     *
     * @param values gives each name its value
     */
    public String draw(EvenDraws draws, UnaryOperator<String> values) {
        if (constant()) {
            return parts.length == 0 ? "" : ((Text) parts[0]).text;
        }
        var drawn = new StringBuilder(64);
        for (Part part : parts) {
            if (part instanceof Text plain) {
                drawn.append(plain.text);
            } else if (part instanceof Range range) {
                drawn.append(range.low + draws.below(part, range.high + 1 - range.low));
            } else if (part instanceof Words choice) {
                drawn.append(choice.words.get((int) draws.below(part, choice.words.size())));
            } else if (part instanceof Value value) {
                drawn.append(values.apply(value.name));
            }
        }
        return drawn.toString();
    }
}
