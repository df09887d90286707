package dev.poolfit.experiment;

import dev.poolfit.units.Rate;
import java.util.List;

/**
 * A table that was measured before, by hand or on another machine. It decides nothing: once there is an answer, its settings
 * are tried as well, and each of its rates is shown beside what is predicted and measured here.
 *
 * @param title its name
 * @param rows at least one
 */
public record Earlier(String title, List<Row> rows) {
    /**
     * One setting of an earlier table.
     *
     * @param settings the knobs that it names
     * @param throughput its good responses a second
     */
    public record Row(Settings settings, Rate throughput) {}

    public Earlier {
        rows = List.copyOf(rows);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("an earlier table needs a row");
        }
    }
}
