package dev.poolfit.configuration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Replaces placeholders such as {@code ${DB_HOST:localhost}} as Spring does: what follows the first colon counts where the name
 * has no value, and both may have placeholders within.
 */
final class Placeholders {
    private static final int DEEPEST = 32;
    /** The most placeholders of a value, those within others included. */
    private static final int MOST = 1_000;

    /** The number of characters that are shown of a value that is too long. */
    private static final int SHOWN = 20;

    private static final int LONGEST = 2_000;

    private static final String BEGIN = "${";

    private final Function<String, Optional<String>> values;
    private final Set<String> unset = new TreeSet<>();
    private final Deque<String> open = new ArrayDeque<>();
    private int seen;

    private Placeholders(Function<String, Optional<String>> values) {
        this.values = values;
    }

    /**
     * Replaces placeholders. One that has no value, stands within itself, or is one of too many is left as it is; a
     * value that grows too long is not known.
     *
     * @param values the text of a name, with its own placeholders
     */
    static SpringValue replace(String text, Function<String, Optional<String>> values) {
        var all = new Placeholders(values);
        String replaced = all.replaced(text);
        return replaced.length() > LONGEST
                ? new SpringValue("", Set.of(replaced.substring(0, SHOWN) + "…"))
                : new SpringValue(replaced, all.unset);
    }

    private String replaced(String text) {
        var out = new StringBuilder();
        int from = 0;
        int begin;
        while (out.length() <= LONGEST && (begin = text.indexOf(BEGIN, from)) >= 0) {
            int end = end(text, begin);
            if (end < 0) {
                break;
            }
            out.append(text, from, begin);
            String inner = text.substring(begin + BEGIN.length(), end);
            out.append(value(inner).orElseGet(() -> {
                unset.add(inner.replaceFirst(":.*", ""));
                return BEGIN + inner + "}";
            }));
            from = end + 1;
        }
        return out.append(text.substring(from)).toString();
    }

    private static int end(String text, int begin) {
        int depth = 0;
        for (int i = begin; i < text.length(); i++) {
            if (text.startsWith(BEGIN, i)) {
                depth++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private Optional<String> value(String inner) {
        if (open.contains(inner) || open.size() >= DEEPEST || ++seen > MOST) {
            return Optional.empty();
        }
        open.push(inner);
        try {
            int colon = colon(inner);
            String name = replaced(colon < 0 ? inner : inner.substring(0, colon));
            Optional<String> found = values.apply(name);
            return found.isPresent() || colon < 0
                    ? found.map(this::replaced)
                    : Optional.of(replaced(inner.substring(colon + 1)));
        } finally {
            open.pop();
        }
    }

    /** Returns the first one outside a placeholder within. */
    private static int colon(String inner) {
        int depth = 0;
        for (int i = 0; i < inner.length(); i++) {
            if (inner.startsWith(BEGIN, i)) {
                depth++;
            } else if (inner.charAt(i) == '}') {
                depth--;
            } else if (inner.charAt(i) == ':' && depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
