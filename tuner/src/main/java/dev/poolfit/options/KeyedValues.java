package dev.poolfit.options;

import dev.poolfit.units.BadQuantity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Options such as {@code --assume threads=100,users=150}: keys with values, each with a reader of its own. */
final class KeyedValues {
    private final String option;
    private final List<String> problems;
    private final Map<String, Consumer<String>> readers;

    /**
     * @param option such as {@code --assume}
     * @param problems the list that takes whatever is wrong
     * @param readers the reader of each key's value; it throws {@link BadQuantity} where that is none
     */
    KeyedValues(String option, List<String> problems, Map<String, Consumer<String>> readers) {
        this.option = option;
        this.problems = problems;
        this.readers = readers;
    }

    void read(List<String> texts) {
        Set<String> seen = new HashSet<>();
        for (String text : texts) {
            for (String pair : text.split(",", -1)) {
                String[] sides = pair.split("=", 2);
                String key = sides[0].strip();
                Consumer<String> reader = readers.get(key);
                if (sides.length < 2) {
                    problem("must be a list such as key=value,key=value, but has \"" + pair.strip() + "\"");
                } else if (reader == null) {
                    problem("does not know \"" + key + "\"; known: " + String.join(", ", readers.keySet()));
                } else if (!seen.add(key)) {
                    problem(key + " is given twice; keep one");
                } else {
                    read(key, sides[1].strip(), reader);
                }
            }
        }
    }

    private void read(String key, String value, Consumer<String> reader) {
        try {
            reader.accept(value);
        } catch (BadQuantity bad) {
            problem(key + " " + bad.getMessage());
        }
    }

    private void problem(String message) {
        problems.add(option + " " + message);
    }

    /** Reads a whole number within bounds. */
    static int count(String text, int low, int high) {
        String bound = "a whole number from " + low + " to " + high;
        if (!text.matches("\\d{1,9}")) {
            throw new BadQuantity(bound, "\"" + text + "\"");
        }
        int value = Integer.parseInt(text);
        if (value < low || value > high) {
            throw new BadQuantity(bound, value);
        }
        return value;
    }
}
