package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A request holds its connection nearly all its time, computing in the service meanwhile: open session in view (OSIV,
 * {@code spring.jpa.open-in-view}, on by default), or a transaction around the whole request.
 *
 * <p>Usage ÷ response must exceed 0.9. The response is the time on a worker thread without the wait for the connection,
 * (busy − pending) ÷ rate, which no queue before the threads or the pool lengthens, and it is taken where requests waited
 * least. A long query alone gives such a share, too; so the service's CPU that does not fit beside the hold must be a
 * tenth of the hold and more. Where the flag itself was tuned, its two values are compared instead.
 */
final class OpenInViewRule {
    private static final double HELD = 0.9;
    private static final double WORTH = 0.1;

    private OpenInViewRule() {}

    static Optional<Finding> judge(DiagnosisContext evidence) {
        Optional<Finding> compared = compared(evidence);
        return compared.isPresent() ? compared : suspected(evidence);
    }

    private static Optional<Finding> suspected(DiagnosisContext evidence) {
        ProbeStatistics probes = evidence.probes();
        return probes.least(
                        probes.settings(
                                Indicator.HELD_SHARE,
                                Indicator.HOLD_MS,
                                Indicator.THREAD_MS,
                                Indicator.SERVICE_MS,
                                Indicator.WAIT_MS),
                        Indicator.WAIT_MS)
                .flatMap(quiet -> suspected(evidence, quiet));
    }

    private static Optional<Finding> suspected(DiagnosisContext evidence, Settings quiet) {
        ProbeStatistics probes = evidence.probes();
        Interval share = probes.at(quiet, Indicator.HELD_SHARE).orElseThrow();
        Interval hold = probes.at(quiet, Indicator.HOLD_MS).orElseThrow();
        double outside = (1 - Math.min(1, share.low()))
                * probes.at(quiet, Indicator.THREAD_MS).orElseThrow().high();
        double inside =
                Math.min(probes.at(quiet, Indicator.SERVICE_MS).orElseThrow().low(), hold.mean()) - outside;
        boolean off = !quiet.openInView().orElse(true);
        if (share.low() <= HELD || inside < WORTH * hold.mean()) {
            return Optional.empty();
        }
        return Optional.of(FindingBuilder.at(evidence, quiet)
                .figures(
                        Indicator.HELD_SHARE,
                        Indicator.HOLD_MS,
                        Indicator.THREAD_MS,
                        Indicator.WAIT_MS,
                        Indicator.SERVICE_MS)
                .with("serviceCpuWhileHeldMsAtLeast", inside)
                .finding(
                        DiagnosisRule.OSIV,
                        Severity.WARNING,
                        List.of(
                                Message.of(
                                        "advice.osiv.held",
                                        Quantity.aboutShare(probes.mean(quiet, Indicator.HELD_SHARE)),
                                        Quantity.time(inside),
                                        Quantity.time(hold.mean())),
                                Message.of(off ? "advice.osiv.transaction" : "advice.osiv.either"))));
    }

    /** Compares one setting with the flag on and off; of several, the one that gave most with it on. */
    private static Optional<Finding> compared(DiagnosisContext evidence) {
        ProbeStatistics probes = evidence.probes();
        return probes.settings(Indicator.RATE)
                .filter(each -> each.openInView().orElse(false))
                .filter(on -> probes.at(without(on), Indicator.RATE).isPresent())
                .max(Comparator.comparingDouble(on -> probes.mean(on, Indicator.RATE)))
                .map(on -> compared(evidence, on));
    }

    private static Finding compared(DiagnosisContext evidence, Settings on) {
        ProbeStatistics probes = evidence.probes();
        Settings off = without(on);
        Interval with = probes.at(on, Indicator.RATE).orElseThrow();
        Interval without = probes.at(off, Indicator.RATE).orElseThrow();
        boolean costs = with.high() < without.low();
        boolean gains = with.low() > without.high();
        FindingBuilder builder = FindingBuilder.at(evidence, on)
                .with("throughputWithOpenInView", with.mean())
                .with("throughputWithout", without.mean());
        Optional<Interval> held = probes.at(on, Indicator.HOLD_MS);
        Optional<Interval> brief = probes.at(off, Indicator.HOLD_MS);
        var advice = new ArrayList<Message>();
        advice.add(Message.of(
                costs ? "advice.osiv.costs" : gains ? "advice.osiv.gains" : "advice.osiv.same",
                Quantity.aboutRate(with.mean()),
                Quantity.aboutRate(without.mean()),
                on.toString(),
                Quantity.aboutShare(Math.abs(1 - with.mean() / without.mean()))));
        if (held.isPresent() && brief.isPresent()) {
            builder.with("holdMsWithOpenInView", held.get().mean())
                    .with("holdMsWithout", brief.get().mean());
            advice.add(Message.of(
                    "advice.osiv.hold",
                    Quantity.time(held.get().mean()),
                    Quantity.time(brief.get().mean()),
                    Quantity.aboutCount(busy(with, held.get())),
                    Quantity.aboutCount(busy(without, brief.get()))));
        }
        if (costs) {
            advice.add(Message.of("advice.osiv.turn-off"));
        }
        return builder.finding(DiagnosisRule.OSIV, costs ? Severity.WARNING : Severity.INFO, advice);
    }

    /** Returns the connections in use, by Little's law. */
    private static double busy(Interval rate, Interval holdMs) {
        return rate.mean() * holdMs.mean() / 1000;
    }

    private static Settings without(Settings on) {
        return on.with(Knob.OPEN_IN_VIEW, false);
    }
}
