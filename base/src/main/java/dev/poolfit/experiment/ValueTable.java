package dev.poolfit.experiment;

import java.util.List;

/**
 * The values of a CSV file, called {@code table.column} where they are used.
 *
 * @param name the table's
 * @param columns their names; empty where the file was not read because nothing will be sent
 * @param rows at least one, each with a value for every column
 * @param eachUserKeepsItsRow whether a user has one row for good, its number modulo the rows; else each request takes
 *     the next row, and after the last the first again
 */
public record ValueTable(String name, List<String> columns, List<List<String>> rows, boolean eachUserKeepsItsRow) {
    public ValueTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Returns the column that a name such as {@code accounts.id} means, -1 if it is not of this table. */
    public int column(String value) {
        return value.startsWith(name + ".") ? columns.indexOf(value.substring(name.length() + 1)) : -1;
    }

    public boolean gives(String value) {
        return columns.isEmpty() ? value.startsWith(name + ".") : column(value) >= 0;
    }
}
