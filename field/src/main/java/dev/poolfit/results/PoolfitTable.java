package dev.poolfit.results;

import dev.poolfit.results.heading.Column;
import dev.poolfit.results.heading.Heading;
import dev.poolfit.results.heading.Measurement;
import dev.poolfit.results.heading.Unit;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads Poolfit's own columns in any order, by any names of {@link Column}: a row a run, blank where unknown. */
final class PoolfitTable {
    static final List<String> COLUMNS = Column.keys();
    private static final List<Column> MEASURED = List.of(Column.THROUGHPUT, Column.MEAN, Column.P99);
    /** The requests at a time below which a mean response time without a unit may as well be in seconds. */
    private static final double DOUBTFUL = 0.5;

    private final Table table;
    private final Complaints complaints;
    private final Map<Column, Heading> headings = new EnumMap<>(Column.class);
    private final Set<String> notices = new LinkedHashSet<>();

    private PoolfitTable(Table table, Complaints complaints) {
        this.table = table;
        this.complaints = complaints;
        List<Heading> all = table.heading().stream()
                .flatMap(name -> Heading.of(name).stream())
                .toList();
        all.stream().filter(Heading::exact).forEach(each -> headings.put(each.column(), each));
        all.stream().filter(each -> !each.exact()).forEach(this::addOther);
    }

    /** Adds a heading. Poolfit's own name stands above another one; of two others nobody knows which one is meant. */
    private void addOther(Heading heading) {
        Heading earlier = headings.putIfAbsent(heading.column(), heading);
        if (earlier != null && !earlier.exact()) {
            complaints.add(
                    1,
                    Complaints.quoted(heading.name()),
                    "means " + heading.column().key() + " as " + Complaints.quoted(earlier.name()) + " does; keep one");
        }
    }

    static boolean knows(Table table) {
        return table.heading().stream().anyMatch(name -> Heading.of(name).isPresent());
    }

    static Results read(Table table, Complaints complaints) {
        return new PoolfitTable(table, complaints).results();
    }

    private Results results() {
        if (MEASURED.stream().noneMatch(headings::containsKey)) {
            complaints.add(1, "the heading", "must name one of " + keys(MEASURED) + "; add what was measured");
        }
        tellOtherNames();
        var merger = new Merger();
        table.forEach(row -> read(row, merger));
        if (table.rows() == 0) {
            complaints.add("must have at least one row below the heading, but has none");
        }
        complaints.raise();
        tellIgnored();
        return new Results("Poolfit's CSV", merger.observations(), List.copyOf(notices));
    }

    private void read(Table.Row row, Merger merger) {
        var setup = new Merger.Setup(
                value(row, Column.POOL),
                value(row, Column.THREADS),
                value(row, Column.CONNECTION_TIMEOUT),
                value(row, Column.USERS),
                value(row, Column.THINK) / 1000);
        double rate = value(row, Column.THROUGHPUT);
        double mean = value(row, Column.MEAN);
        requireUnit(row, rate, mean);
        var measured = failures(row, rate, mean, value(row, Column.P99));
        if (MEASURED.stream().allMatch(each -> text(row, each).isEmpty())) {
            complaints.add(
                    row.line(),
                    "the line",
                    "must have one of " + keys(MEASURED) + ", but has none; fill one in or drop the line");
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

    /** Returns a value in the column's own unit; NaN where it is blank or wrong, and complains of a wrong one. */
    private double value(Table.Row row, Column column) {
        Optional<Measurement> found = measurement(row, column);
        if (found.isEmpty()) {
            return Double.NaN;
        }
        double factor = unit(found.get(), column).map(Unit::factor).orElse(1.0);
        return domain(column).read("" + factor * found.get().number()).orElseGet(() -> {
            complain(row, column, domain(column).bound());
            return Double.NaN;
        });
    }

    private Optional<Unit> unit(Measurement found, Column column) {
        return found.unit().or(() -> Optional.ofNullable(headings.get(column)).flatMap(Heading::unit));
    }

    private Optional<Measurement> measurement(Table.Row row, Column column) {
        String text = text(row, column);
        if (text.isEmpty() || text.equals("-") || text.equalsIgnoreCase("n/a")) {
            return Optional.empty();
        }
        boolean decimalComma = table.separator() == ';' && text.contains(",");
        Optional<Measurement> found = decimalComma ? Optional.empty() : Measurement.of(text, column.quantities());
        if (found.isEmpty()) {
            complain(row, column, domain(column).bound());
        }
        return found;
    }

    private String text(Table.Row row, Column column) {
        Heading heading = headings.get(column);
        return heading == null ? "" : row.text(Table.key(heading.name()));
    }

    private void complain(Table.Row row, Column column, String bound) {
        Heading heading = headings.get(column);
        if (heading != null) {
            row.complain(Table.key(heading.name()), bound, "correct it, or leave it blank where it is unknown");
        }
    }

    /** Adds failures as a rate, or as a share of all requests, which the rate counts then. */
    private Merger.Measured failures(Table.Row row, double rate, double mean, double p99) {
        Optional<Measurement> found = measurement(row, Column.ERRORS);
        if (found.isEmpty()) {
            return new Merger.Measured(rate, mean, p99, Double.NaN);
        }
        double number = found.get().number();
        Optional<Unit> unit = unit(found.get(), Column.ERRORS);
        if (unit.isEmpty() && number != 0) {
            complain(
                    row,
                    Column.ERRORS,
                    "a rate such as 2/s or a share such as 0.16%, which a number alone does not say");
        }
        if (unit.filter(Unit.PERCENT::equals).isEmpty()) {
            return new Merger.Measured(rate, mean, p99, value(row, Column.ERRORS));
        }
        double share = number * Unit.PERCENT.factor();
        if (!(share >= 0 && share < 1)) {
            complain(row, Column.ERRORS, "a share from 0 to below 100 %");
        } else if (share > 0) {
            notices.add(
                    "The rate is taken to count all requests, the failed ones among them, since failures are a share.");
        }
        return new Merger.Measured(rate * (1 - share), mean, p99, rate * share);
    }

    /** Requires a unit where a mean response time without one makes no sense in milliseconds. */
    private void requireUnit(Table.Row row, double rate, double mean) {
        if (measurement(row, Column.MEAN)
                        .flatMap(found -> unit(found, Column.MEAN))
                        .isEmpty()
                && rate * mean / 1000 < DOUBTFUL) {
            complain(row, Column.MEAN, "a time with its unit, such as 250ms or 2.3s");
        }
    }

    private void tellOtherNames() {
        String names = headings.values().stream()
                .filter(each -> !each.exact())
                .map(each ->
                        Complaints.quoted(each.name()) + " as " + each.column().key())
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            notices.add("Columns are read by what they are called: " + names + ".");
        }
        Heading mean = headings.get(Column.MEAN);
        if (mean != null && mean.unit().isEmpty()) {
            notices.add(
                    Complaints.quoted(mean.name()) + " names no unit; milliseconds are taken where a cell has none.");
        }
    }

    private void tellIgnored() {
        // A table of trials tells beside these by which rule each was tried.
        List<String> known = Stream.concat(headings.values().stream().map(Heading::name), Stream.of("rule"))
                .map(Table::key)
                .toList();
        List<String> ignored = table.others(known);
        if (!ignored.isEmpty()) {
            notices.add("Columns that are not known are passed over: "
                    + ignored.stream().map(Complaints::quoted).collect(Collectors.joining(", ")) + ".");
        }
        if (table.rows() == 1) {
            notices.add("The file has one row; from one setting a model can tell little about others.");
        }
    }

    private static Domain domain(Column column) {
        return switch (column) {
            case POOL, THREADS -> Domain.COUNT;
            case USERS -> Domain.USERS;
            case THINK -> Domain.PAUSE;
            case CONNECTION_TIMEOUT -> Domain.WHOLE_MILLIS;
            case THROUGHPUT -> Domain.RATE;
            case MEAN, P99 -> Domain.MILLIS;
            case ERRORS -> Domain.NOT_NEGATIVE;
        };
    }

    private static String keys(List<Column> columns) {
        return columns.stream().map(Column::key).collect(Collectors.joining(", "));
    }
}
