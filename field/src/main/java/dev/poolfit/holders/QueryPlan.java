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

/** Says what the plan of a statement costs, and what would make it cheaper. */
final class QueryPlan {
    /** The rows below which a table is read quickly, with an index or without. */
    private static final double MANY = 1_000;

    private QueryPlan() {}

    /** Returns sentences; none where the database told no plan, or one that costs little. */
    static List<Message> of(Optional<SentStatement> sent, DatabaseReport database) {
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
                    .ifPresent(load -> sentences.add(rows(load)));
        }
        return sentences;
    }

    private static Message rows(StatementLoad load) {
        return Message.of(
                "holders.plan.rows",
                Quantity.aboutCount(load.rowsReadEach()),
                Quantity.aboutCount(load.rowsGivenEach()));
    }
}
