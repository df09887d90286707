package dev.poolfit.results;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** A table of separated values (RFC 4180) under a heading; read once, from top to bottom. */
final class Table {
    static final int LONGEST_LINE = 1 << 16;

    private final Complaints complaints;
    private final Iterator<CsvRecord> records;
    private final List<String> heading;
    private final Map<String, Integer> columns = new HashMap<>();
    private int rows;

    private Table(Iterator<CsvRecord> records, CsvRecord first, Complaints complaints) {
        this.records = records;
        this.complaints = complaints;
        heading = first.getFields().stream().map(String::strip).toList();
        for (int i = 0; i < heading.size(); i++) {
            String name = key(heading.get(i));
            Integer earlier = columns.putIfAbsent(name, i);
            if (earlier != null && !name.isEmpty() && !"description".equals(name)) {
                complaints.add(
                        first.getStartingLineNumber(),
                        Complaints.quoted(heading.get(i)) + " (column " + (i + 1) + ")",
                        "stands in the heading twice, first as column " + (earlier + 1) + "; keep one");
            }
        }
    }

    /**
     * @param separator comma, semicolon or tab
     * @throws dev.poolfit.experiment.InvalidExperiment if not even a heading can be read
     */
    static Table of(Reader text, char separator, Complaints complaints) {
        Iterator<CsvRecord> records = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .trimWhitespacesAroundQuotes(true)
                .maxBufferSize(2 * LONGEST_LINE)
                .ofCsvRecord(text)
                .iterator();
        try {
            if (records.hasNext()) {
                return new Table(records, records.next(), complaints);
            }
        } catch (CsvParseException malformed) {
            throw complaints.with(unreadable(1));
        }
        throw complaints.with("must have a heading and rows, but is empty");
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String unreadable(long line) {
        return "cannot be read as a table from line " + line + " on: a quoted cell has no end, or a line has more than "
                + LONGEST_LINE + " characters; correct that line";
    }

    /** The names of the columns as they stand there. */
    List<String> heading() {
        return heading;
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Such as {@code throughput (column 6)}. */
    String field(String column) {
        return column + " (column " + (columns.getOrDefault(column, -1) + 1) + ")";
    }

    /** Complains of each of these columns that is not there. */
    void require(List<String> wanted, String advice) {
        wanted.stream()
                .filter(column -> !has(column))
                .forEach(column -> complaints.add(1, column, "is missing from the heading; " + advice));
    }

    /** How many rows were read. */
    int rows() {
        return rows;
    }

    /** Hands out the rows that have as many cells as the heading, and complains of the others. */
    void forEach(Consumer<Row> reader) {
        long line = 1;
        try {
            while (records.hasNext()) {
                CsvRecord cells = records.next();
                line = cells.getStartingLineNumber();
                if (blank(cells)) {
                    continue;
                }
                rows++;
                if (cells.getFieldCount() == heading.size()) {
                    reader.accept(new Row(cells));
                } else {
                    boolean cutOff = cells.getFieldCount() < heading.size() && !records.hasNext();
                    complaints.add(
                            line,
                            "the line",
                            "must have " + heading.size() + " cells as the heading has, but has "
                                    + cells.getFieldCount()
                                    + (cutOff
                                            ? "; the file ends here: if it was cut off, drop the line"
                                            : "; add or remove separators"));
                }
            }
        } catch (CsvParseException malformed) {
            complaints.add(unreadable(line + 1));
        }
    }

    private static boolean blank(CsvRecord cells) {
        for (int i = 0; i < cells.getFieldCount(); i++) {
            if (!cells.getField(i).isBlank()) {
                return false;
            }
        }
        return true;
    }

    /** A row below the heading. */
    final class Row {
        private final CsvRecord cells;

        private Row(CsvRecord cells) {
            this.cells = cells;
        }

        long line() {
            return cells.getStartingLineNumber();
        }

        /** The cell without blanks around it; empty where there is no such column. */
        String text(String column) {
            Integer index = columns.get(column);
            return index == null ? "" : cells.getField(index).strip();
        }

        /** Whether none of these columns says anything. */
        boolean blank(List<String> names) {
            for (String name : names) {
                if (!text(name).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        /** The number in a cell, NaN where it is blank or wrong; of a wrong one it complains. */
        double number(String column, Domain domain) {
            String text = text(column);
            if (text.isEmpty()) {
                return Double.NaN;
            }
            return domain.read(text).orElseGet(() -> {
                complain(column, domain.bound(), "correct it, or leave it blank where it is unknown");
                return Double.NaN;
            });
        }

        /** The number in a cell that must not be blank. */
        double required(String column, Domain domain) {
            String text = text(column);
            return domain.read(text).orElseGet(() -> {
                complain(column, domain.bound(), "correct it, or drop the line");
                return Double.NaN;
            });
        }

        void complain(String column, String bound, String advice) {
            String text = text(column);
            complaints.add(
                    line(),
                    field(column),
                    "must be " + bound + ", but is "
                            + (text.isEmpty() ? "blank" : Domain.numeral(text) ? text : Complaints.quoted(text)) + "; "
                            + advice);
        }
    }

    /** Names in the order of the heading that are not among these. */
    List<String> others(List<String> known) {
        var others = new ArrayList<String>();
        heading.stream().filter(name -> !known.contains(key(name))).forEach(others::add);
        return others;
    }
}
