package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A request takes a second connection: it acquires more than one, or more connections are in use than threads work. The
 * pool may deadlock then below {@link NestedConnections#floor}.
 */
final class NestedConnectionsRule {
    private static final double MORE_THAN_ONE = 1.1;

    private NestedConnectionsRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        Optional<Interval> acquired = evidence.here(Indicator.ACQUISITIONS);
        Optional<Interval> active = evidence.here(Indicator.ACTIVE);
        Optional<Interval> busy = evidence.here(Indicator.BUSY);
        boolean atOnce = active.isPresent()
                && busy.isPresent()
                && active.get().low() > busy.get().high();
        boolean several = acquired.isPresent() && acquired.get().low() > MORE_THAN_ONE;
        return atOnce || several ? Optional.of(finding(evidence, atOnce)) : Optional.empty();
    }

    private static Finding finding(DiagnosisContext evidence, boolean atOnce) {
        FindingBuilder builder = FindingBuilder.at(evidence, evidence.here())
                .figures(Indicator.ACQUISITIONS, Indicator.ACTIVE, Indicator.BUSY);
        double taken = evidence.here(Indicator.ACQUISITIONS).map(Interval::mean).orElse(2.0);
        int each = Math.max(2, (int) Math.round(taken));
        var advice = new ArrayList<Message>();
        advice.add(
                atOnce
                        ? Message.of("advice.nested-connections.at-once")
                        : Message.of("advice.nested-connections.several", Quantity.aboutCount(taken)));
        if (evidence.here().threads().isPresent()) {
            int threads = evidence.here().threads().getAsInt();
            long safe = NestedConnections.floor(threads, each);
            builder.with("threads", threads).with("poolSafeFromDeadlock", safe);
            if (atOnce) {
                advice.add(Message.of("advice.nested-connections.floor", threads, safe));
            }
        }
        return builder.finding(DiagnosisRule.NESTED_CONNECTIONS, atOnce ? Severity.WARNING : Severity.INFO, advice);
    }
}
