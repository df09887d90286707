package dev.poolfit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Poolfit's own columns, any of them in any order: one row a run, a blank cell for what is unknown. */
final class PoolfitTable {
    static final List<String> COLUMNS = List.of(
            "pool",
            "threads",
            "users",
            "think_ms",
            "connection_timeout_ms",
            "throughput",
            "mean_ms",
            "p99_ms",
            "errors_per_s");
    private static final List<String> MEASURED = List.of("throughput", "mean_ms", "p99_ms");

    private PoolfitTable() {}

    static boolean knows(Table table) {
        return COLUMNS.stream().anyMatch(table::has);
    }

    static Results read(Table table, Complaints complaints) {
        if (MEASURED.stream().noneMatch(table::has)) {
            complaints.add(
                    1, "the heading", "must name one of " + String.join(", ", MEASURED) + "; add what was measured");
        }
        var merger = new Merger();
        table.forEach(row -> read(row, merger, complaints));
        if (table.rows() == 0) {
            complaints.add("must have at least one row below the heading, but has none");
        }
        complaints.raise();
        return new Results("Poolfit's CSV", merger.observations(), notices(table));
    }

    private static void read(Table.Row row, Merger merger, Complaints complaints) {
        var setup = new Merger.Setup(
                row.number("pool", Domain.COUNT),
                row.number("threads", Domain.COUNT),
                row.number("connection_timeout_ms", Domain.WHOLE_MILLIS),
                row.number("users", Domain.USERS),
                row.number("think_ms", Domain.PAUSE) / 1000);
        var measured = new Merger.Measured(
                row.number("throughput", Domain.RATE),
                row.number("mean_ms", Domain.MILLIS),
                row.number("p99_ms", Domain.MILLIS),
                row.number("errors_per_s", Domain.NOT_NEGATIVE));
        if (row.blank(MEASURED)) {
            complaints.add(
                    row.line(),
                    "the line",
                    "must have one of " + String.join(", ", MEASURED) + ", but has none; fill one in or drop the line");
        }
        if (!merger.add(row.line(), setup, measured)) {
            throw complaints.with(
                    row.line(),
                    "the line",
                    String.format(
                            Locale.ROOT,
                            "must not be of yet another setting: the lines before it have %,d different ones, which is the"
                                    + " most that are read; drop those that do not matter",
                            Merger.MOST));
        }
    }

    private static List<String> notices(Table table) {
        var notices = new ArrayList<String>();
        List<String> ignored = table.others(COLUMNS);
        if (!ignored.isEmpty()) {
            notices.add("Columns that are not known are passed over: "
                    + ignored.stream().map(Complaints::quoted).collect(Collectors.joining(", ")) + ".");
        }
        if (table.rows() == 1) {
            notices.add("The file has one row; from one setting a model can tell little about others.");
        }
        return notices;
    }
}
