package dev.poolfit.holders;

import dev.poolfit.database.BlockedSession;
import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds connections that wait for a row lock of the database, and what is done with the one that has it. */
final class RowLocks {
    private RowLocks() {}

    /**
     * Returns that many wait; empty where they are few.
     *
     * @param beside what connections are held for beside the database's own work
     */
    static Optional<Finding> finding(
            DatabaseReport database, HoldReport report, Severity severity, List<AttributedTime> beside) {
        if (database.meanBlocked() < HoldVerdict.WORTH * Math.max(1, report.inUse())) {
            return Optional.empty();
        }
        var pairs = new LinkedHashMap<BlockedSession, Integer>();
        database.blocked()
                .forEach(each -> pairs.merge(new BlockedSession(each.statement(), each.blocker(), 0), 1, Integer::sum));
        BlockedSession most = pairs.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        double longest = database.blocked().stream()
                .filter(each -> each.blocker().equals(most.blocker()))
                .mapToDouble(BlockedSession::blockerSeconds)
                .max()
                .orElse(0);
        var sentences = new ArrayList<Message>();
        sentences.add(Message.of(
                "holders.blocked",
                Quantity.aboutCount(database.meanBlocked()),
                Quantity.aboutCount(report.inUse()),
                most.statement(),
                most.blocker()));
        double elsewhere = report.endpoints().stream()
                .flatMap(each -> each.uses().stream()
                        .filter(use -> use.stack().kind() != HoldKind.DATABASE)
                        .map(use -> use.share() * each.seconds()))
                .mapToDouble(Double::doubleValue)
                .sum();
        beside.stream()
                .filter(any -> most.blocker().equals(BlockedSession.IDLE))
                .flatMap(each -> each.meanwhile(elsewhere).stream())
                .findFirst()
                .ifPresent(sentences::add);
        sentences.add(Message.of("holders.do.blocked"));
        return Optional.of(new Finding(
                HoldRule.ROW_LOCKS,
                severity,
                Map.of("waiting", database.meanBlocked(), "blockerSeconds", longest),
                Message.joined("join.space", sentences)));
    }

    /** Returns the share of the connections in use that wait for a row lock, 0 to 1. */
    static double share(HoldReport report, Surroundings around) {
        return around.database()
                .map(database -> Math.min(1, database.meanBlocked() / Math.max(1e-9, report.inUse())))
                .orElse(0.0);
    }
}
