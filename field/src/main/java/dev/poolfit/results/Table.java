package dev.poolfit.results;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Reads a table of separated values (RFC 4180) under a heading once, from top to bottom. */
final class Table {
    static final int LONGEST_LINE = 1 << 16;

    private final Complaints complaints;
    private final Text text;
    private final char separator;
    private final Iterator<Cells> records;
    private final List<String> heading;
    private final Map<String, Integer> columns = new HashMap<>();
    private final long headingLine;
    private int rows;
    private long cut;

    private Table(Text text, char separator, Iterator<Cells> records, Cells first, Complaints complaints) {
        this.text = text;
        this.separator = separator;
        this.records = records;
        this.complaints = complaints;
        heading = IntStream.range(0, first.count()).mapToObj(first::cell).toList();
        for (int i = 0; i < heading.size(); i++) {
            String name = key(heading.get(i));
            columns.putIfAbsent(name, i);
        }
        headingLine = first.line();
    }

    /** Complains of each name that stands in the heading twice. */
    void requireDistinct() {
        for (int i = 0; i < heading.size(); i++) {
            String name = key(heading.get(i));
            int earlier = columns.getOrDefault(name, i);
            if (earlier != i && !name.isEmpty() && !"description".equals(name)) {
                complaints.add(
                        headingLine,
                        Complaints.quoted(heading.get(i)) + " (column " + (i + 1) + ")",
                        "stands in the heading twice, first as column " + (earlier + 1) + "; keep one");
            }
        }
    }

    /**
     * Reads the heading.
     *
     * @param separator comma, semicolon or tab
     * @throws dev.poolfit.experiment.InvalidExperiment if not even a heading can be read
     */
    static Table of(Text text, char separator, Complaints complaints) {
        Iterator<Cells> records = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .trimWhitespacesAroundQuotes(true)
                .maxBufferSize(2 * LONGEST_LINE)
                .build(new Cells(), text)
                .iterator();
        try {
            if (records.hasNext()) {
                return new Table(text, separator, records, records.next(), complaints);
            }
        } catch (CsvParseException malformed) {
            throw complaints.with(unreadable(1));
        }
        throw complaints.with("must have a heading and rows, but is empty");
    }

    /** Returns a name by which cells are found. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String unreadable(long line) {
        return "cannot be read as a table from line " + line + " on: a quoted cell has no end, or a line has more than "
                + LONGEST_LINE + " characters; correct that line";
    }

    List<String> heading() {
        return heading;
    }

    char separator() {
        return separator;
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Returns {@code throughput (column 6)}. */
    String field(String column) {
        return column + " (column " + (columns.getOrDefault(column, -1) + 1) + ")";
    }

    /** Complains of each of these columns that is not there. */
    void require(List<String> wanted, String advice) {
        wanted.stream()
                .filter(column -> !has(column))
                .forEach(column -> complaints.add(1, column, "is missing from the heading; " + advice));
    }

    int rows() {
        return rows;
    }

    /** Hands out the rows that have as many cells as the heading, and complains of the others. */
    void forEach(Consumer<Row> reader) {
        read(reader, false);
    }

    /**
     * Hands out rows as {@link #forEach}, of a file that a tool writes line by line: a last line without a line end was
     * cut off and is passed over.
     *
     * @return the sentence that says so; empty where the file is whole
     */
    Optional<String> forEachWhole(Consumer<Row> reader) {
        read(reader, true);
        return cut == 0 ? Optional.empty() : Optional.of(CutOff.inLine(cut));
    }

    private void read(Consumer<Row> reader, boolean whole) {
        long line = 1;
        var row = new Row();
        try {
            while (records.hasNext()) {
                Cells cells = records.next();
                line = cells.line();
                int count = cells.count();
                if (whole && text.cutOff()) {
                    cut = line;
                } else if (cells.blank()) {
                    continue;
                } else if (cells.same(heading)) {
                    throw complaints.with(
                            line,
                            "the line",
                            "must not be a heading again; if these are several runs, put each into a file of its own");
                } else if (count == heading.size()) {
                    rows++;
                    row.cells = cells;
                    reader.accept(row);
                } else if (whole && count < heading.size() && !records.hasNext()) {
                    cut = line; // within a quoted cell, after a line end of its own
                } else {
                    rows++;
                    boolean last = count < heading.size() && !records.hasNext();
                    complaints.add(
                            line,
                            "the line",
                            "must have " + heading.size() + " cells as the heading has, but has " + count
                                    + (last
                                            ? "; the file ends here: if it was cut off, drop the line"
                                            : "; add or remove separators"));
                }
            }
        } catch (CsvParseException malformed) {
            complaints.add(unreadable(line + 1));
        }
    }

    /** A row below the heading, until the next one is read. */
    final class Row {
        private Cells cells = new Cells();

        private Row() {}

        long line() {
            return cells.line();
        }

        /** Returns the cell without blanks around it; empty where there is no such column. */
        String text(String column) {
            Integer index = columns.get(column);
            return index == null ? "" : cells.cell(index);
        }

        boolean blank(List<String> names) {
            for (String name : names) {
                if (!text(name).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the number in a cell, NaN where it is blank or wrong; complains of a wrong one. */
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

        /** Returns the number in a cell that must not be blank. */
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

    /** Returns the names that are not among these, in the order of the heading. */
    List<String> others(List<String> known) {
        var others = new ArrayList<String>();
        heading.stream().filter(name -> !known.contains(key(name))).forEach(others::add);
        return others;
    }
}
