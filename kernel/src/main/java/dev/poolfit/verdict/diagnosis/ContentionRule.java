package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Parameter;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The hold grows by a quarter and more where twice as many connections are in use. With the database's CPU a request
 * flat and CPUs to spare, requests wait for each other's locks; with it growing, too, the database works more for each
 * request the more there are (Gunther's coherence κ, Guerrilla Capacity Planning, 2007, whose optimum is √((1−σ)/κ)).
 */
final class ContentionRule {
    private static final double GROWTH = 1.25;
    private static final double MORE_ACTIVE = 2;

    private final DiagnosisContext evidence;
    private final Settings few;
    private final Settings many;

    private ContentionRule(DiagnosisContext evidence, Settings few, Settings many) {
        this.evidence = evidence;
        this.few = few;
        this.many = many;
    }

    static Optional<Finding> lockWait(DiagnosisContext evidence) {
        return of(evidence)
                .filter(each -> each.grows(Indicator.HOLD_MS) && each.flat() && each.room())
                .map(ContentionRule::lockWait);
    }

    static Optional<Finding> coherence(DiagnosisContext evidence) {
        return of(evidence)
                .filter(each -> each.grows(Indicator.HOLD_MS) && each.grows(Indicator.DATABASE_MS))
                .map(ContentionRule::coherence);
    }

    private static Optional<ContentionRule> of(DiagnosisContext evidence) {
        ProbeStatistics probes = evidence.probes();
        Comparator<Settings> byActive = Comparator.comparingDouble(each -> probes.mean(each, Indicator.ACTIVE));
        Indicator[] needed = {Indicator.ACTIVE, Indicator.HOLD_MS, Indicator.DATABASE_MS};
        Optional<Settings> few = probes.settings(needed).min(byActive);
        Optional<Settings> many = probes.settings(needed).max(byActive);
        return few.isPresent()
                        && many.isPresent()
                        && probes.mean(many.get(), Indicator.ACTIVE)
                                >= MORE_ACTIVE * probes.mean(few.get(), Indicator.ACTIVE)
                ? Optional.of(new ContentionRule(evidence, few.get(), many.get()))
                : Optional.empty();
    }

    private boolean grows(Indicator figure) {
        return at(many, figure).low() > GROWTH * at(few, figure).high();
    }

    private boolean flat() {
        return at(many, Indicator.DATABASE_MS).high()
                < GROWTH * at(few, Indicator.DATABASE_MS).low();
    }

    private boolean room() {
        return evidence.processors(many).room().orElse(false);
    }

    private Interval at(Settings settings, Indicator figure) {
        return evidence.probes().at(settings, figure).orElseThrow();
    }

    private Finding lockWait() {
        return builder()
                .finding(
                        DiagnosisRule.LOCK_WAIT,
                        Severity.WARNING,
                        Message.of(
                                "advice.lock-wait",
                                growth(),
                                Quantity.time(at(many, Indicator.DATABASE_MS).mean())));
    }

    private Finding coherence() {
        FindingBuilder builder = builder();
        OptionalDouble best = fastest();
        best.ifPresent(active -> builder.with("fastestConcurrency", active));
        return builder.finding(
                DiagnosisRule.COHERENCE,
                Severity.WARNING,
                Message.of(
                        "advice.coherence",
                        growth(),
                        Quantity.time(at(few, Indicator.DATABASE_MS).mean()),
                        Quantity.time(at(many, Indicator.DATABASE_MS).mean()),
                        best.isPresent()
                                ? Message.of("advice.coherence.fastest", Quantity.aboutCount(best.getAsDouble()))
                                : Message.verbatim("")));
    }

    private Message growth() {
        return Message.of(
                "advice.growth",
                Quantity.aboutCount(at(few, Indicator.ACTIVE).mean()),
                Quantity.aboutCount(at(many, Indicator.ACTIVE).mean()),
                Quantity.time(at(few, Indicator.HOLD_MS).mean()),
                Quantity.time(at(many, Indicator.HOLD_MS).mean()));
    }

    private FindingBuilder builder() {
        return FindingBuilder.at(evidence, many)
                .figures(Indicator.ACTIVE, Indicator.HOLD_MS, Indicator.DATABASE_MS)
                .with("activeWithFew", at(few, Indicator.ACTIVE).mean())
                .with("holdMsWithFew", at(few, Indicator.HOLD_MS).mean())
                .with("databaseCpuMsWithFew", at(few, Indicator.DATABASE_MS).mean());
    }

    private OptionalDouble fastest() {
        OptionalDouble contention = evidence.fitted(Parameter.Key.CONTENTION);
        OptionalDouble coherence = evidence.fitted(Parameter.Key.COHERENCE);
        return contention.isPresent() && coherence.isPresent() && coherence.getAsDouble() > 0
                ? OptionalDouble.of(Math.sqrt((1 - Math.min(1, contention.getAsDouble())) / coherence.getAsDouble()))
                : OptionalDouble.empty();
    }
}
