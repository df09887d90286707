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
import java.util.regex.Pattern;

/** Finds connections that wait for a row lock of the database, and what is done with the one that has it. */
final class RowLocks {
    /** Databases tell how old a transaction is in whole seconds. */
    private static final double ROUNDING = 1;

    /** A statement that locks rows, or one of several that are counted together. */
    private static final Pattern LOCKS = Pattern.compile(
            "^\\s*(insert|update|delete|merge|replace|\\()|for (no key )?(update|share)", Pattern.CASE_INSENSITIVE);

    private final DatabaseReport database;
    private final HoldReport report;
    private final BlockedSession most;
    private final List<BlockedSession> alike;

    private RowLocks(DatabaseReport database, HoldReport report, BlockedSession most) {
        this.database = database;
        this.report = report;
        this.most = most;
        alike = database.blocked().stream()
                .filter(each -> each.blocker().equals(most.blocker()))
                .toList();
    }

    /** Returns what was seen where many wait; empty where they are few. */
    static Optional<RowLocks> of(DatabaseReport database, HoldReport report) {
        if (database.meanBlocked() < HoldVerdict.WORTH * Math.max(1, report.inUse())) {
            return Optional.empty();
        }
        var pairs = new LinkedHashMap<BlockedSession, Integer>();
        database.blocked()
                .forEach(each -> pairs.merge(new BlockedSession(each.statement(), each.blocker(), 0), 1, Integer::sum));
        return pairs.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(each -> new RowLocks(database, report, each.getKey()));
    }

    /**
     * Returns what the service does with the connection that has the lock, of what connections are held for beside the database. Only a session
     * that does nothing within its transaction leaves that to the service, and it is the service's only where the service holds connections as
     * long; then what it does is done in a transaction, and by an endpoint that writes, as far as its statements were seen.
     */
    Optional<AttributedTime> held(List<AttributedTime> beside) {
        return most.blocker().equals(BlockedSession.IDLE)
                ? beside.stream()
                        .filter(each -> each.endpoints.stream()
                                .anyMatch(endpoint ->
                                        writes(endpoint) && inTransaction(endpoint, each) && lastsAsLong(endpoint)))
                        .findFirst()
                : Optional.empty();
    }

    private static boolean writes(EndpointHolds endpoint) {
        return endpoint.statements().isEmpty()
                || endpoint.statements().stream()
                        .anyMatch(each -> LOCKS.matcher(each.shape()).find());
    }

    private static boolean inTransaction(EndpointHolds endpoint, AttributedTime spent) {
        return endpoint.uses().stream()
                .map(EndpointHolds.Use::stack)
                .filter(each -> each.top().filter(spent.frames::containsKey).isPresent())
                .anyMatch(Stack::inTransaction);
    }

    private boolean lastsAsLong(EndpointHolds endpoint) {
        double longest = Math.max(
                endpoint.holds().most() / 1e3,
                report.longHolds().stream()
                        .filter(each -> each.name().equals(endpoint.name()))
                        .mapToDouble(LongHold::seconds)
                        .max()
                        .orElse(0));
        long older = alike.stream()
                .filter(each -> each.blockerSeconds() > longest + ROUNDING)
                .count();
        return older <= alike.size() / 2;
    }

    /** @param held what the service does with the connection that has the lock, where that is known */
    Finding finding(Severity severity, Optional<AttributedTime> held) {
        double longest =
                alike.stream().mapToDouble(BlockedSession::blockerSeconds).max().orElse(0);
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
        held.flatMap(each -> each.meanwhile(elsewhere)).ifPresent(sentences::add);
        sentences.add(Message.of("holders.do.blocked"));
        return new Finding(
                HoldRule.ROW_LOCKS,
                severity,
                Map.of("waiting", database.meanBlocked(), "blockerSeconds", longest),
                Message.joined("join.space", sentences));
    }

    /** Returns the share of the connections in use that wait for a row lock, 0 to 1. */
    static double share(HoldReport report, Surroundings around) {
        return around.database()
                .map(database -> Math.min(1, database.meanBlocked() / Math.max(1e-9, report.inUse())))
                .orElse(0.0);
    }
}
