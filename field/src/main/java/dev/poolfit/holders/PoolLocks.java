package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.units.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds requests that hold a connection while they wait for another: those that stand still, and those that can. */
final class PoolLocks {
    /** The share of the requests that can stand still which has to be seen at once for it to have come near. */
    private static final double NEAR = 0.5;

    private PoolLocks() {}

    static Optional<Finding> standstill(HoldReport report) {
        return report.standstill()
                .map(still -> new Finding(
                        HoldRule.DEADLOCK,
                        Severity.BLOCKING,
                        Map.of("connections", (double) still.connections(), "requests", (double) still.waiting()),
                        Message.joined("join.space", List.of(still.said(), Message.of("holders.do.nested")))));
    }

    static Optional<Finding> nested(HoldReport report) {
        return report.nested().map(each -> finding(each, report.size()));
    }

    private static Finding finding(NestedConnections nested, int pool) {
        var evidence = new HashMap<>(
                Map.of("connectionsEach", (double) nested.each(), "requestsAtOnce", (double) nested.atOnce()));
        nested.floor().ifPresent(floor -> evidence.put("poolSafeFromDeadlock", (double) floor));
        boolean safe = nested.isSafe(pool);
        boolean near = nested.atOnce() >= NEAR * nested.possibleFrom(pool);
        if (!safe) {
            evidence.put("deadlockFromRequests", (double) nested.possibleFrom(pool));
        }
        return new Finding(
                HoldRule.NESTED_CONNECTIONS,
                safe ? Severity.INFO : near ? Severity.BLOCKING : Severity.WARNING,
                evidence,
                nested.said(pool));
    }
}
