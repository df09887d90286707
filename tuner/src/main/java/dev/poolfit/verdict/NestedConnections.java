package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.ArrayList;
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
        var advice = new ArrayList<Sentence>();
        advice.add(
                atOnce
                        ? Sentence.of("advice.nested-connections.at-once")
                        : Sentence.of("advice.nested-connections.several", Facts.count(taken)));
        if (evidence.here().threads().isPresent()) {
            int threads = evidence.here().threads().getAsInt();
            int safe = threads * (each - 1) + 1;
            facts.with("threads", threads).with("poolSafeFromDeadlock", safe);
            advice.add(Sentence.of("advice.nested-connections.floor", threads, safe));
        }
        return facts.finding(Rule.NESTED_CONNECTIONS, atOnce ? Severity.WARNING : Severity.INFO, advice);
    }
}
