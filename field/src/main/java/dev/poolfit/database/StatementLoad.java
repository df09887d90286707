package dev.poolfit.database;

/**
 * Sums what a database tells of statements of one shape, over an observation.
 *
 * @param shape the statement without its values, as the database writes it
 * @param count statements that it ran
 * @param seconds that they took together
 * @param rowsRead rows that they looked at; 0 where the database does not tell
 * @param rowsGiven rows that they returned
 * @param withoutIndex statements that used no index; 0 where the database does not tell
 * @param onDisk statements that needed temporary tables or files on disk
 */
public record StatementLoad(
        String shape,
        double count,
        double seconds,
        double rowsRead,
        double rowsGiven,
        double withoutIndex,
        double onDisk) {
    static final StatementLoad NONE = new StatementLoad("", 0, 0, 0, 0, 0, 0);

    /** Returns what came after an earlier reading. */
    StatementLoad since(StatementLoad before) {
        return new StatementLoad(
                shape,
                count - before.count,
                seconds - before.seconds,
                rowsRead - before.rowsRead,
                rowsGiven - before.rowsGiven,
                withoutIndex - before.withoutIndex,
                onDisk - before.onDisk);
    }

    StatementLoad and(StatementLoad other) {
        return new StatementLoad(
                shape.isEmpty() ? other.shape : shape,
                count + other.count,
                seconds + other.seconds,
                rowsRead + other.rowsRead,
                rowsGiven + other.rowsGiven,
                withoutIndex + other.withoutIndex,
                onDisk + other.onDisk);
    }

    /** Returns the mean number of rows that one looks at. */
    public double rowsReadEach() {
        return count > 0 ? rowsRead / count : 0;
    }

    /** Returns the mean number of rows that one returns. */
    public double rowsGivenEach() {
        return count > 0 ? rowsGiven / count : 0;
    }
}
