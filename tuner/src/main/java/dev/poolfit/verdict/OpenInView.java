package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
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
final class OpenInView {
    private static final double HELD = 0.9;
    private static final double WORTH = 0.1;

    private OpenInView() {}

    static Optional<Finding> judge(Case evidence) {
        Optional<Finding> compared = compared(evidence);
        return compared.isPresent() ? compared : suspected(evidence);
    }

    private static Optional<Finding> suspected(Case evidence) {
        Symptoms symptoms = evidence.symptoms();
        return symptoms.least(
                        symptoms.settings(
                                Figure.HELD_SHARE, Figure.HOLD_MS, Figure.THREAD_MS, Figure.SERVICE_MS, Figure.WAIT_MS),
                        Figure.WAIT_MS)
                .flatMap(quiet -> suspected(evidence, quiet));
    }

    private static Optional<Finding> suspected(Case evidence, Settings quiet) {
        Symptoms symptoms = evidence.symptoms();
        Interval share = symptoms.at(quiet, Figure.HELD_SHARE).orElseThrow();
        Interval hold = symptoms.at(quiet, Figure.HOLD_MS).orElseThrow();
        double outside = (1 - Math.min(1, share.low()))
                * symptoms.at(quiet, Figure.THREAD_MS).orElseThrow().high();
        double inside =
                Math.min(symptoms.at(quiet, Figure.SERVICE_MS).orElseThrow().low(), hold.mean()) - outside;
        boolean off = quiet.has(Knob.OPEN_IN_VIEW) && quiet.get(Knob.OPEN_IN_VIEW) == 0;
        if (share.low() <= HELD || inside < WORTH * hold.mean()) {
            return Optional.empty();
        }
        return Optional.of(Facts.at(evidence, quiet)
                .figures(Figure.HELD_SHARE, Figure.HOLD_MS, Figure.THREAD_MS, Figure.WAIT_MS, Figure.SERVICE_MS)
                .with("serviceCpuWhileHeldMsAtLeast", inside)
                .finding(
                        Rule.OSIV,
                        Severity.WARNING,
                        List.of(
                                Sentence.of(
                                        "advice.osiv.held",
                                        Facts.percent(symptoms.mean(quiet, Figure.HELD_SHARE)),
                                        Facts.time(inside),
                                        Facts.time(hold.mean())),
                                Sentence.of(off ? "advice.osiv.transaction" : "advice.osiv.either"))));
    }

    /** The same setting with the flag on and off; the one that gave most with it on, where there are several. */
    private static Optional<Finding> compared(Case evidence) {
        Symptoms symptoms = evidence.symptoms();
        return symptoms.settings(Figure.RATE)
                .filter(each -> each.has(Knob.OPEN_IN_VIEW) && each.get(Knob.OPEN_IN_VIEW) != 0)
                .filter(on -> symptoms.at(without(on), Figure.RATE).isPresent())
                .max(Comparator.comparingDouble(on -> symptoms.mean(on, Figure.RATE)))
                .map(on -> compared(evidence, on));
    }

    private static Finding compared(Case evidence, Settings on) {
        Symptoms symptoms = evidence.symptoms();
        Settings off = without(on);
        Interval with = symptoms.at(on, Figure.RATE).orElseThrow();
        Interval without = symptoms.at(off, Figure.RATE).orElseThrow();
        boolean costs = with.high() < without.low();
        boolean gains = with.low() > without.high();
        Facts facts = Facts.at(evidence, on)
                .with("throughputWithOpenInView", with.mean())
                .with("throughputWithout", without.mean());
        Optional<Interval> held = symptoms.at(on, Figure.HOLD_MS);
        Optional<Interval> brief = symptoms.at(off, Figure.HOLD_MS);
        var advice = new ArrayList<Sentence>();
        advice.add(Sentence.of(
                costs ? "advice.osiv.costs" : gains ? "advice.osiv.gains" : "advice.osiv.same",
                Facts.rate(with.mean()),
                Facts.rate(without.mean()),
                on.toString(),
                Facts.percent(Math.abs(1 - with.mean() / without.mean()))));
        if (held.isPresent() && brief.isPresent()) {
            facts.with("holdMsWithOpenInView", held.get().mean())
                    .with("holdMsWithout", brief.get().mean());
            advice.add(Sentence.of(
                    "advice.osiv.hold",
                    Facts.time(held.get().mean()),
                    Facts.time(brief.get().mean()),
                    Facts.count(busy(with, held.get())),
                    Facts.count(busy(without, brief.get()))));
        }
        if (costs) {
            advice.add(Sentence.of("advice.osiv.turn-off"));
        }
        return facts.finding(Rule.OSIV, costs ? Severity.WARNING : Severity.INFO, advice);
    }

    /** Connections in use, by Little's law. */
    private static double busy(Interval rate, Interval holdMs) {
        return rate.mean() * holdMs.mean() / 1000;
    }

    private static Settings without(Settings on) {
        return on.with(Knob.OPEN_IN_VIEW, 0);
    }
}
