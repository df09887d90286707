package dev.poolfit.holders;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds endpoints that hold connections longer while the pool is dry: they wait for something else that the cause takes. */
final class Victims {
    /** Holds so many times as long are more than chance. */
    private static final double LONGER = 1.5;
    /** The share of all connection time from which on it is worth a sentence. */
    private static final double WORTH = 0.05;

    private Victims() {}

    /** @param cause which is no victim of itself */
    static Optional<Finding> of(HoldReport report, AttributedTime cause) {
        List<EndpointHolds> victims = report.endpoints().stream()
                .filter(each -> each.growth() >= LONGER && !cause.endpoints.contains(each))
                .filter(each -> lost(each) >= WORTH * report.heldSeconds())
                .sorted(Comparator.comparingDouble(Victims::lost).reversed())
                .toList();
        if (victims.isEmpty()) {
            return Optional.empty();
        }
        EndpointHolds most = victims.get(0);
        double lost = victims.stream().mapToDouble(Victims::lost).sum() / report.heldSeconds();
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
    private static double lost(EndpointHolds each) {
        return each.seconds() * (1 - 1 / each.growth());
    }
}
