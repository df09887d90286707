package dev.poolfit.load.http;

import dev.poolfit.experiment.ValueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the rows of the tables as the requests come by them. */
final class ValueRows {
    private static final class Cursor {
        private final ValueTable table;
        private int next;
        private List<String> row;

        Cursor(ValueTable table) {
            this.table = table;
            row = table.rows().get(0);
        }

        void turnFor(int user) {
            List<List<String>> rows = table.rows();
            if (table.eachUserKeepsItsRow()) {
                row = rows.get(user % rows.size());
            } else {
                row = rows.get(next);
                next = (next + 1) % rows.size();
            }
        }
    }

    private final List<Cursor> cursors = new ArrayList<>();

    ValueRows(List<ValueTable> tables) {
        tables.forEach(table -> cursors.add(new Cursor(table)));
    }

    /** Turns the tables that a request uses to the row that it gets. */
    void turn(Set<String> names, int user) {
        for (Cursor cursor : cursors) {
            if (names.stream().anyMatch(name -> cursor.table.column(name) >= 0)) {
                cursor.turnFor(user);
            }
        }
    }

    /** Returns the value of a name such as {@code accounts.id} in the row turned to, null if no table has it. */
    @Nullable
    String value(String name) {
        for (Cursor cursor : cursors) {
            int column = cursor.table.column(name);
            if (column >= 0) {
                return cursor.row.get(column);
            }
        }
        return null;
    }
}
