package dev.poolfit.results.heading;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the heading of a column: the column of Poolfit's that it is, and the unit of its cells.
 *
 * @param column that it is
 * @param name as it stands in the table
 * @param unit empty where the heading names none
 */
public record Heading(Column column, String name, Optional<Unit> unit) {
    private static final Pattern IN_BRACKETS = Pattern.compile("(.+?)\\s*[(\\[]\\s*([^()\\[\\]]+?)\\s*[)\\]]\\s*");
    private static final Pattern AT_END = Pattern.compile("(.+?)[\\s_,]+([a-zA-Zµμ%/]+|초|밀리초)");

    /** Returns whether it is Poolfit's own name of the column. */
    public boolean exact() {
        return name.strip().equalsIgnoreCase(column.key());
    }

    /** Reads a heading; empty where it is none of Poolfit's columns. */
    public static Optional<Heading> of(String text) {
        for (Pattern pattern : new Pattern[] {IN_BRACKETS, AT_END}) {
            Matcher parts = pattern.matcher(text);
            if (parts.matches()) {
                Optional<Heading> found = withUnit(text, parts.group(1), parts.group(2));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Column.of(text).map(column -> new Heading(column, text, ofItself(column, text)));
    }

    private static Optional<Heading> withUnit(String text, String name, String unit) {
        return Column.of(name)
                .flatMap(column ->
                        Unit.of(unit, column.quantities()).map(known -> new Heading(column, text, Optional.of(known))));
    }

    /** Returns the unit that Poolfit's own names, and those such as {@code TPS}, hold. */
    private static Optional<Unit> ofItself(Column column, String text) {
        return switch (column.quantities()) {
            case RATE -> Optional.of(Unit.PER_SECOND);
            case FAILURES ->
                text.contains("%")
                        ? Optional.of(Unit.PERCENT)
                        : text.strip().equalsIgnoreCase(column.key())
                                        || text.matches("(?i).*(/s|/sec|per[ _]?s(ec(ond)?)?)")
                                ? Optional.of(Unit.PER_SECOND)
                                : Optional.empty();
            case TIME ->
                text.strip().equalsIgnoreCase(column.key()) ? Optional.of(Unit.MILLISECONDS) : Optional.empty();
            case COUNT -> Optional.empty();
        };
    }
}
