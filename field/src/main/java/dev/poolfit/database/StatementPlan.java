package dev.poolfit.database;

import java.util.List;

/**
 * How a database would run a statement, as its EXPLAIN says.
 *
 * @param key of the statement
 * @param scans tables that it reads as a whole
 * @param temporary whether it makes a temporary table
 * @param sorts whether it sorts, which an index would save
 */
public record StatementPlan(StatementKey key, List<Scan> scans, boolean temporary, boolean sorts) {
    public StatementPlan {
        scans = List.copyOf(scans);
    }

    /**
     * A table that is read as a whole.
     *
     * @param rows that it has, about
     * @param columns by which rows are chosen and no index begins; empty where none are, or an index is not used on purpose
     */
    public record Scan(String table, double rows, List<String> columns) {
        public Scan {
            columns = List.copyOf(columns);
        }
    }
}
