package dev.poolfit.results.heading;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with its unit as people write it into a cell, such as {@code 1.2 s}, {@code 9,000/min} or {@code 0.16%}.
 *
 * @param number without its unit
 * @param unit empty where the cell names none
 */
public record Measurement(double number, Optional<Unit> unit) {
    private static final Pattern PARTS = Pattern.compile("([+-]?[\\d.,]+(?:[eE][+-]?\\d+)?)\\s*([^\\d.,].*)?");
    private static final Pattern THOUSANDS = Pattern.compile("[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?");

    /** Reads a cell; empty where it is no number, or has a unit that the column cannot have. */
    public static Optional<Measurement> of(String cell, Column.Quantities quantities) {
        Matcher parts = PARTS.matcher(cell);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String digits = parts.group(1);
        OptionalDouble number = number(THOUSANDS.matcher(digits).matches() ? digits.replace(",", "") : digits);
        String name = parts.group(2);
        Optional<Unit> unit = name == null ? Optional.empty() : Unit.of(name, quantities);
        boolean known = name == null
                || unit.isPresent()
                || quantities == Column.Quantities.COUNT && name.strip().matches("개|명|users?|VUs?|threads?");
        return number.isPresent() && known
                ? Optional.of(new Measurement(number.getAsDouble(), unit))
                : Optional.empty();
    }

    private static OptionalDouble number(String digits) {
        try {
            double value = Double.parseDouble(digits) + 0.0; // -0 becomes 0
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException other) {
            return OptionalDouble.empty();
        }
    }
}
