package dev.poolfit.verdict;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Finding.Severity;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The hold grows by a quarter and more where twice as many connections are in use. With the database's CPU a request
 * flat and CPUs to spare, requests wait for each other's locks; with it growing, too, the database works more for each
 * request the more there are (Gunther's coherence κ, Guerrilla Capacity Planning, 2007, whose optimum is √((1−σ)/κ)).
 */
final class Crowding {
    private static final double GROWTH = 1.25;
    private static final double CROWD = 2;

    private final Case evidence;
    private final Settings few;
    private final Settings many;

    private Crowding(Case evidence, Settings few, Settings many) {
        this.evidence = evidence;
        this.few = few;
        this.many = many;
    }

    static Optional<Finding> lockWait(Case evidence) {
        return of(evidence)
                .filter(each -> each.grows(Figure.HOLD_MS) && each.flat() && each.room())
                .map(Crowding::lockWait);
    }

    static Optional<Finding> coherence(Case evidence) {
        return of(evidence)
                .filter(each -> each.grows(Figure.HOLD_MS) && each.grows(Figure.DATABASE_MS))
                .map(Crowding::coherence);
    }

    private static Optional<Crowding> of(Case evidence) {
        Symptoms symptoms = evidence.symptoms();
        Comparator<Settings> byActive = Comparator.comparingDouble(each -> symptoms.mean(each, Figure.ACTIVE));
        Figure[] needed = {Figure.ACTIVE, Figure.HOLD_MS, Figure.DATABASE_MS};
        Optional<Settings> few = symptoms.settings(needed).min(byActive);
        Optional<Settings> many = symptoms.settings(needed).max(byActive);
        return few.isPresent()
                        && many.isPresent()
                        && symptoms.mean(many.get(), Figure.ACTIVE) >= CROWD * symptoms.mean(few.get(), Figure.ACTIVE)
                ? Optional.of(new Crowding(evidence, few.get(), many.get()))
                : Optional.empty();
    }

    private boolean grows(Figure figure) {
        return at(many, figure).low() > GROWTH * at(few, figure).high();
    }

    private boolean flat() {
        return at(many, Figure.DATABASE_MS).high()
                < GROWTH * at(few, Figure.DATABASE_MS).low();
    }

    private boolean room() {
        return evidence.processors(many).room().orElse(false);
    }

    private Interval at(Settings settings, Figure figure) {
        return evidence.symptoms().at(settings, figure).orElseThrow();
    }

    private Finding lockWait() {
        return facts().finding(
                        Rule.LOCK_WAIT,
                        Severity.WARNING,
                        Sentence.of(
                                "advice.lock-wait",
                                growth(),
                                Facts.time(at(many, Figure.DATABASE_MS).mean())));
    }

    private Finding coherence() {
        Facts facts = facts();
        OptionalDouble best = fastest();
        best.ifPresent(crowd -> facts.with("fastestCrowd", crowd));
        return facts.finding(
                Rule.COHERENCE,
                Severity.WARNING,
                Sentence.of(
                        "advice.coherence",
                        growth(),
                        Facts.time(at(few, Figure.DATABASE_MS).mean()),
                        Facts.time(at(many, Figure.DATABASE_MS).mean()),
                        best.isPresent()
                                ? Sentence.of("advice.coherence.fastest", Facts.count(best.getAsDouble()))
                                : Sentence.verbatim("")));
    }

    private Sentence growth() {
        return Sentence.of(
                "advice.growth",
                Facts.count(at(few, Figure.ACTIVE).mean()),
                Facts.count(at(many, Figure.ACTIVE).mean()),
                Facts.time(at(few, Figure.HOLD_MS).mean()),
                Facts.time(at(many, Figure.HOLD_MS).mean()));
    }

    private Facts facts() {
        return Facts.at(evidence, many)
                .figures(Figure.ACTIVE, Figure.HOLD_MS, Figure.DATABASE_MS)
                .with("activeWithFew", at(few, Figure.ACTIVE).mean())
                .with("holdMsWithFew", at(few, Figure.HOLD_MS).mean())
                .with("databaseCpuMsWithFew", at(few, Figure.DATABASE_MS).mean());
    }

    private OptionalDouble fastest() {
        OptionalDouble contention = evidence.fitted("σ");
        OptionalDouble coherence = evidence.fitted("κ");
        return contention.isPresent() && coherence.isPresent() && coherence.getAsDouble() > 0
                ? OptionalDouble.of(Math.sqrt((1 - Math.min(1, contention.getAsDouble())) / coherence.getAsDouble()))
                : OptionalDouble.empty();
    }
}
