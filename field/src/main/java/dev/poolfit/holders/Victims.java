package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds endpoints that hold connections longer while the pool is dry: they wait for something else that the cause takes. The pool may be
 * dry because they are slow, too. What others take comes with the others: one of them does more in dry seconds than in calm ones. Where
 * nobody does, each is slow by itself.
 */
final class Victims {
    /** Holds so many times as long are more than chance. */
    private static final double LONGER = 1.5;
    /** Connections in use so many times as many are more than chance. */
    private static final double MORE = 1.5;
    /** The share of all connection time from which on it is worth a sentence. */
    private static final double WORTH = 0.05;

    /** Those that do more while threads wait, were each of their holds as long as before. */
    private final List<EndpointHolds> takers;

    Victims(HoldReport report) {
        double worth = WORTH
                * report.endpoints().stream().mapToDouble(EndpointHolds::dryUse).sum();
        takers = report.endpoints().stream()
                .filter(each -> own(each) >= MORE * each.calmUse() && own(each) - each.calmUse() > worth)
                .toList();
    }

    private static double own(EndpointHolds each) {
        return each.dryUse() / each.growth();
    }

    /** Returns how many times as long an endpoint holds a connection because of others; 1 where nobody else does more meanwhile. */
    double growth(EndpointHolds each) {
        return takers.stream().anyMatch(other -> !other.equals(each)) ? each.growth() : 1;
    }

    /** @param cause which is no victim of itself */
    static Optional<Finding> of(HoldReport report, AttributedTime cause) {
        return new Victims(report).finding(report, cause);
    }

    private Optional<Finding> finding(HoldReport report, AttributedTime cause) {
        List<EndpointHolds> victims = report.endpoints().stream()
                .filter(each -> growth(each) >= LONGER && !cause.endpoints.contains(each))
                .filter(each -> lost(each) >= WORTH * report.heldSeconds())
                .sorted(Comparator.comparingDouble(this::lost).reversed())
                .toList();
        if (victims.isEmpty()) {
            return Optional.empty();
        }
        EndpointHolds most = victims.get(0);
        double lost = victims.stream().mapToDouble(this::lost).sum() / report.heldSeconds();
        Message name = victims.size() == 1
                ? Message.verbatim(most.name())
                : Message.of("holders.and-more", most.name(), victims.size() - 1);
        return Optional.of(new Finding(
                HoldRule.VICTIMS,
                Severity.INFO,
                Map.of("endpoints", (double) victims.size(), "shareOfConnectionTime", lost),
                Message.of(
                        "holders.victims",
                        name,
                        Quantity.time(most.calmMs()),
                        Quantity.time(most.dryMs()),
                        Quantity.aboutShare(lost))));
    }

    /** Returns the connection-seconds that its holds are longer. */
    private double lost(EndpointHolds each) {
        return each.seconds() * (1 - 1 / growth(each));
    }
}
