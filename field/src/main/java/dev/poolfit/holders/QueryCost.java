package dev.poolfit.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.StatementLoad;
import dev.poolfit.database.StatementPlan;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what makes a statement costly: its plan, or else the rows and pages that the database read for it. */
final class QueryCost {
    /** The rows below which a table is read quickly, with an index or without. */
    private static final double MANY = 1_000;

    /** The rows below which a statement that looks at them is quick whatever it does. */
    private static final double MANY_ROWS = 500;
    /** The pages read from a disk for each statement that are many; one takes some 0.1 ms, or 5 ms where the disk turns. */
    private static final double MANY_PAGES = 5;

    /** What makes a statement return other rows than those that its conditions choose of one table, or hides its end. */
    private static final Pattern OTHER_ROWS = Pattern.compile(
            "\\b(?:join|union|limit|fetch|distinct|group\\s+by|having|count|sum|avg|min|max|between|exists|or)\\b"
                    + "|\\bfrom\\b.*\\bfrom\\b|\\bfrom\\s+[^\\s,()]+(?:\\s+[^\\s,()]+){0,2}\\s*,|…$",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern WHERE = Pattern.compile(
            "\\bwhere\\b(.+?)(?:\\border\\s+by\\b|\\bfor\\s+update\\b|$)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern AND = Pattern.compile("\\band\\b", Pattern.CASE_INSENSITIVE);

    private QueryCost() {}

    /** Returns sentences; none where it costs little, or the database does not say. */
    static List<Message> of(Optional<SentStatement> sent, DatabaseReport database) {
        List<Message> plan = plan(sent, database);
        return plan.isEmpty()
                ? scan(sent, database).or(() -> missed(database)).stream().toList()
                : plan;
    }

    private static List<Message> plan(Optional<SentStatement> sent, DatabaseReport database) {
        Optional<StatementPlan> plan = sent.flatMap(each -> database.plan(each.shape()));
        var sentences = new ArrayList<Message>();
        plan.stream()
                .flatMap(each -> each.scans().stream())
                .filter(each -> each.rows() >= MANY)
                .sorted(Comparator.comparingDouble(StatementPlan.Scan::rows).reversed())
                .limit(2)
                .forEach(scan -> {
                    sentences.add(Message.of("holders.plan.scan", scan.table(), Quantity.aboutCount(scan.rows())));
                    if (!scan.columns().isEmpty()) {
                        sentences.add(
                                Message.of("holders.plan.index", scan.table(), String.join(", ", scan.columns())));
                    }
                });
        plan.filter(StatementPlan::temporary).ifPresent(any -> sentences.add(Message.of("holders.plan.temporary")));
        plan.filter(StatementPlan::sorts).ifPresent(any -> sentences.add(Message.of("holders.plan.sort")));
        if (!sentences.isEmpty()) {
            sent.flatMap(each -> database.of(each.shape()))
                    .filter(load -> load.rowsReadEach() >= MANY)
                    .ifPresent(load -> sentences.add(rows(
                            load,
                            plan.filter(each -> indexGivesRows(each, sent.get().shape()))
                                    .isPresent())));
        }
        return sentences;
    }

    /** Returns whether an index on the columns that are named would read just the rows that the statement returns. */
    private static boolean indexGivesRows(StatementPlan plan, String sql) {
        Matcher where = WHERE.matcher(sql);
        return plan.scans().size() == 1
                && !OTHER_ROWS.matcher(sql).find()
                && where.find()
                && AND.split(where.group(1)).length
                        == plan.scans().get(0).columns().size();
    }

    private static Message rows(StatementLoad load, boolean byIndex) {
        return Message.of(
                byIndex ? "holders.plan.expected" : "holders.plan.rows",
                Quantity.aboutCount(load.rowsReadEach()),
                Quantity.aboutCount(load.rowsGivenEach()));
    }

    /** Tells of a statement that looks at far more rows than it returns; of all where the database tells only of all. */
    static Optional<Message> scan(Optional<SentStatement> sent, DatabaseReport database) {
        Optional<StatementLoad> load = sent.flatMap(each -> database.of(each.shape()));
        if (load.isPresent()) {
            double read = load.get().rowsReadEach();
            return read >= MANY_ROWS
                            && read >= MANY_ROWS / 10 * load.get().rowsGivenEach()
                            && load.get().withoutIndex() > load.get().count() / 2
                    ? Optional.of(Message.of(
                            "holders.scan",
                            Quantity.aboutCount(read),
                            Quantity.aboutCount(load.get().rowsGivenEach())))
                    : Optional.empty();
        }
        return database.statements().isEmpty() && database.scannedEach() >= MANY_ROWS
                ? Optional.of(Message.of("holders.scanned", Quantity.aboutCount(database.scannedEach())))
                : Optional.empty();
    }

    private static Optional<Message> missed(DatabaseReport database) {
        return database.missedEach() >= MANY_PAGES
                ? Optional.of(Message.of("holders.missed", Quantity.aboutCount(database.missedEach())))
                : Optional.empty();
    }
}
