package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.verdict.Finding.Severity;
import java.util.Optional;

/**
 * A request takes a second connection: it acquires more than one, or more connections are in use than threads work. If
 * every thread can hold all but one of its C connections and wait for the last, the pool deadlocks; it cannot from
 * T(C−1)+1 connections on (About Pool Sizing, HikariCP's wiki: pool locking).
 */
final class NestedConnections {
    private static final double MORE_THAN_ONE = 1.1;

    private NestedConnections() {}

    static Optional<Finding> judge(Case evidence) {
        Optional<Interval> acquired = evidence.here(Figure.ACQUISITIONS);
        Optional<Interval> active = evidence.here(Figure.ACTIVE);
        Optional<Interval> busy = evidence.here(Figure.BUSY);
        boolean atOnce = active.isPresent()
                && busy.isPresent()
                && active.get().low() > busy.get().high();
        boolean several = acquired.isPresent() && acquired.get().low() > MORE_THAN_ONE;
        return atOnce || several ? Optional.of(finding(evidence, atOnce)) : Optional.empty();
    }

    private static Finding finding(Case evidence, boolean atOnce) {
        Facts facts = Facts.at(evidence, evidence.here()).figures(Figure.ACQUISITIONS, Figure.ACTIVE, Figure.BUSY);
        double taken = evidence.here(Figure.ACQUISITIONS).map(Interval::mean).orElse(2.0);
        int each = Math.max(2, (int) Math.round(taken));
        String floor = "";
        if (evidence.here().threads().isPresent()) {
            int threads = evidence.here().threads().getAsInt();
            int safe = threads * (each - 1) + 1;
            facts.with("threads", threads).with("poolSafeFromDeadlock", safe);
            floor = " With " + threads + " threads only a pool of " + safe + " and more cannot lock up that way.";
        }
        return atOnce
                ? facts.finding(
                        Rule.NESTED_CONNECTIONS,
                        Severity.WARNING,
                        "More connections are in use than threads work: requests hold one while they take another."
                                + " Take the second out of the first one's transaction (REQUIRES_NEW, a second data"
                                + " access while streaming)." + floor)
                : facts.finding(
                        Rule.NESTED_CONNECTIONS,
                        Severity.INFO,
                        "A request takes " + Facts.count(taken) + " connections. One after another that is harmless;"
                                + " see that none is taken while another is held." + floor);
    }
}
