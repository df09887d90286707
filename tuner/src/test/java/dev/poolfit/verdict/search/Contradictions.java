package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.forecast.AdvancePredictions;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a verdict says against its own trials and figures. */
final class Contradictions {
    /** That the rest of the budget does not pay for one more trial; a comparison under one load takes more. */
    private static final Set<Class<?>> NO_TIME = Set.of(
            Undecided.SeenOnce.class,
            Undecided.RepeatsNotCounted.class,
            NotSmaller.NotTried.class,
            Undecided.NotAllTried.class,
            Undecided.NothingMeasured.class);

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
        said.reasons().stream()
                .filter(each -> !agrees(each))
                .map(Object::toString)
                .forEach(found::add);
        model(found);
        return found;
    }

    /** Whether the model decides in it, or gives a probability. */
    static boolean modelled(Reason reason) {
        return reason instanceof WhyThis.ProbablyNearHighest
                || reason instanceof Undecided.TooRisky
                || predicted(reason).isPresent();
    }

    /** The setting that is not the answer, and of which the model gives a probability. */
    private static Optional<Settings> predicted(Reason reason) {
        return Optional.ofNullable(
                reason instanceof NotSmaller.ProbablyFails it
                        ? it.smaller()
                        : reason instanceof NotSmaller.NotMeasured it
                                ? it.smaller()
                                : reason instanceof NotSmaller.ProbablyEnough it ? it.smaller() : null);
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
        for (Reason reason : said.reasons()) {
            if (said.tried().stream().anyMatch(each -> predicted(reason).equals(Optional.of(each.settings())))) {
                found.add("measured, and rejected by prediction: " + reason);
            }
            if (modelled(reason) && error() > 1 - line) {
                found.add("the model missed by " + error() + " in advance: " + reason);
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

    private static int pool(Performance performance) {
        return performance.settings().pool().orElseThrow();
    }

    private boolean agrees(Reason reason) {
        boolean switched =
                ended.trials().stream().anyMatch(each -> each.periods().isPresent());
        boolean time = !switched && ended.left().compareTo(problem.cost().of(1)) >= 0;
        return !(time && NO_TIME.contains(reason.getClass()))
                && (!(reason instanceof WhyThis.NotWorse it) || it.ratio().low() > line)
                && (!(reason instanceof WhyThis.Between it)
                        || it.smallest().pool().orElseThrow()
                                < pool(said.recommended().orElseThrow()))
                && (!(reason instanceof NotSmaller.Worse it) || it.ratio().high() < line)
                && (!(reason instanceof NotSmaller.NotDecided it) || open(it.ratio()))
                && (!(reason instanceof NotSmaller.MayBeWorse it) || open(it.ratio()))
                && (!(reason instanceof Undecided.NotShown it) || open(it.ratio()))
                && (!(reason instanceof NotSmaller.NothingSmaller)
                        || pool(said.recommended().orElseThrow()) <= 2)
                && (!(reason instanceof WhyThis.Meets it) || reached(it))
                && (!(reason instanceof NotSmaller.FailsTest it)
                        || it.smaller().throughput().mean() < wanted())
                && (!(reason instanceof Undecided.SmallestNotDecided)
                        || said.recommended().orElseThrow().standing() == Standing.MEETS)
                && (!(reason instanceof Undecided.NoneShown || reason instanceof OutOfReach.NoneMet)
                        || said.tried().stream().noneMatch(each -> each.standing() == Standing.MEETS));
    }

    private boolean open(Interval ratio) {
        return ratio.low() <= line && line <= ratio.high();
    }

    private boolean reached(WhyThis.Meets it) {
        Interval rate = it.chosen().throughput();
        return (it.tested() ? rate.mean() : rate.low()) >= wanted();
    }

    private double wanted() {
        return problem.goal().throughput().orElseThrow().perSecond();
    }
}
