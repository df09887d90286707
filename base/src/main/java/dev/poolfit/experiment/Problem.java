package dev.poolfit.experiment;

import dev.poolfit.units.PlainText;

/**
 * A problem of an experiment.
 *
 * @param line its line in the file, from 1; 0 where no line is to blame
 * @param field its path, such as {@code load.users}
 * @param message the bound and the actual value, and what to do; kept on one line, and of a very long one the beginning
 */
public record Problem(int line, String field, String message) {
    private static final int LONGEST = 2_000;

    public Problem {
        field = PlainText.line(field);
        message = PlainText.shortened(PlainText.line(message), LONGEST);
    }

    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ": " : "") + field + " " + message;
    }
}
