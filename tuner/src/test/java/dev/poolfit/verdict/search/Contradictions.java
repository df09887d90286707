package dev.poolfit.verdict.search;

import dev.poolfit.experiment.Settings;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a verdict says against its own trials and figures. */
final class Contradictions {
    /** Sentences in which the model decides, or gives a probability. */
    static final Set<String> MODELLED = Set.of(
            "reason.near-the-highest.modelled",
            "reason.too-risky",
            "reason.not-smaller.modelled",
            "reason.smaller-not-measured",
            "reason.smaller-probably-enough");
    /** Of these, those that speak of a setting that is not the answer. */
    private static final Set<String> OF_OTHERS =
            Set.of("reason.not-smaller.modelled", "reason.smaller-not-measured", "reason.smaller-probably-enough");
    /** Sentences that say that the rest of the budget does not pay for one more trial; a comparison under one load takes more. */
    private static final Set<String> NO_TIME = Set.of(
            "reason.seen-once",
            "reason.repeats-untrusted",
            "reason.smaller-not-tried",
            "reason.not-all-tried",
            "reason.nothing-measured");

    private final SearchProblem problem;
    private final SimulatedQueue.Ended ended;
    private final Conclusion said;
    private final double line;

    Contradictions(SearchProblem problem, SimulatedQueue.Ended ended) {
        this.problem = problem;
        this.ended = ended;
        said = ended.conclusion();
        line = 1 - problem.goal().margin().fraction();
    }

    List<String> found() {
        var found = new ArrayList<String>();
        if (said.reasons().isEmpty()) {
            found.add("no reason is given");
        }
        if (said.reasons().stream().distinct().count() < said.reasons().size()) {
            found.add("a reason is told twice");
        }
        if (said.outcome() == Outcome.RECOMMENDED) {
            recommendation(said.recommended().orElseThrow(), found);
        }
        said.reasons().forEach(each -> {
            if (!agrees(each)) {
                found.add(Language.EN.text(each));
            }
        });
        model(found);
        for (Language language : Language.values()) {
            said.reasons().forEach(each -> {
                if (language.text(each).isBlank()) {
                    found.add(each.key() + " has no words");
                }
            });
        }
        return found;
    }

    private void recommendation(Performance chosen, List<String> found) {
        int answer = pool(chosen);
        if (chosen.standing() != Standing.MEETS) {
            found.add("recommended, and " + chosen.standing());
        }
        for (Performance each : said.tried()) {
            if (pool(each) < answer && each.standing() == Standing.MEETS) {
                found.add("pool " + pool(each) + " is smaller and does it, too");
            }
            if (each.settings().equals(chosen.settings()) && each.standing() != Standing.MEETS) {
                found.add("the answer's own row is " + each.standing());
            }
            if (problem.goal().maximal()
                    && each.throughput().mean() > 0
                    && chosen.throughput().over(each.throughput()).high() < line) {
                found.add("pool " + pool(each) + " was measured to be better");
            }
        }
    }

    /** What was measured stands above what is predicted; and who missed in advance predicts nothing. */
    private void model(List<String> found) {
        for (Message reason : said.reasons()) {
            if (OF_OTHERS.contains(reason.key())
                    && said.tried().stream().anyMatch(each -> reason.arguments().contains(name(each.settings())))) {
                found.add("measured, and rejected by prediction: " + Language.EN.text(reason));
            }
            if (MODELLED.contains(reason.key()) && error() > 1 - line) {
                found.add("the model missed by " + error() + " in advance: " + Language.EN.text(reason));
            }
        }
    }

    /** By what share the model was off in the mean in what it predicted in advance, as the report has it; infinite for nothing. */
    private double error() {
        return AdvancePredictions.of(ended.conclusion().counted(ended.trials())).stream()
                .mapToDouble(each -> Math.abs(each.error()))
                .average()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private Message name(Settings settings) {
        return Message.of("name.pool", settings.pool().orElseThrow());
    }

    private static int pool(Performance performance) {
        return performance.settings().pool().orElseThrow();
    }

    private boolean agrees(Message reason) {
        boolean switched =
                ended.trials().stream().anyMatch(each -> each.periods().isPresent());
        if (NO_TIME.contains(reason.key())
                && !switched
                && ended.left().compareTo(problem.cost().of(1)) >= 0) {
            return false;
        }
        Optional<Quantity> ratio = quantity(reason, Quantity.Kind.SHARE);
        Optional<Quantity> rate = quantity(reason, Quantity.Kind.RATE);
        return switch (reason.key()) {
            case "reason.not-worse", "reason.not-worse.separate" ->
                interval(ratio).low() > line;
            case "reason.not-smaller.worse" -> interval(ratio).high() < line;
            case "reason.not-smaller.not-decided", "reason.not-smaller.separate", "reason.not-shown" ->
                interval(ratio).low() <= line && line <= interval(ratio).high();
            case "reason.smallest-not-decided", "reason.smallest-not-decided.likely" ->
                said.recommended().orElseThrow().standing() == Standing.MEETS;
            case "reason.nothing-smaller" -> pool(said.recommended().orElseThrow()) <= 2;
            case "reason.meets" -> interval(rate).low() >= wanted();
            case "reason.meets.tested" -> rate.orElseThrow().value() >= wanted();
            case "reason.not-smaller.tested" -> rate.orElseThrow().value() < wanted();
            case "reason.none-shown", "reason.none-met" ->
                said.tried().stream().noneMatch(each -> each.standing() == Standing.MEETS);
            default -> true;
        };
    }

    private double wanted() {
        return problem.goal().throughput().orElseThrow().perSecond();
    }

    private static Quantity.Bounds interval(Optional<Quantity> quantity) {
        return quantity.orElseThrow().interval().orElseThrow();
    }

    private static Optional<Quantity> quantity(Message reason, Quantity.Kind kind) {
        return reason.arguments().stream()
                .flatMap(each -> each instanceof Message inner ? inner.arguments().stream() : Stream.of(each))
                .filter(each -> each instanceof Quantity quantity && quantity.kind() == kind)
                .map(Quantity.class::cast)
                .findFirst();
    }
}
