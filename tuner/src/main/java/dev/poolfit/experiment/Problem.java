package dev.poolfit.experiment;

/**
 * One thing that is wrong with an experiment.
 *
 * @param line its line in the file, from 1; 0 where no line is to blame
 * @param field its path, such as {@code load.users}
 * @param message the bound and the actual value, and what to do
 */
public record Problem(int line, String field, String message) {
    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ": " : "") + field + " " + message;
    }
}
