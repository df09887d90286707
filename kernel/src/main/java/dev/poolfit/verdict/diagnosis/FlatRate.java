package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Choice;
import dev.poolfit.verdict.Performance;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * No pool size helps: all compared sizes from the answer's up to the initial one, or beyond, give the same highest rate within the
 * margin of the goal. Whatever is full there comes before the setting, which then only saves connections.
 *
 * @param pool of the answer
 * @param other the largest size whose whole interval shows it
 * @param perSecond the rate, in good responses a second
 */
public record FlatRate(int pool, int other, double perSecond) {
    /** What can be full, the surest first, how it is said, and what connections are held for by whoever takes most of it. */
    private enum Resource {
        DATABASE(DiagnosisRule.DATABASE_BOUND.id(), "advice.flat.database", "held-by-database", "held-by-repeated"),
        SERVICE(DiagnosisRule.SERVICE_BOUND.id(), "advice.flat.service", "held-by-code", "held-by-mapping"),
        ROW_LOCKS("row-locks", "advice.flat.locks"),
        LOCKS(DiagnosisRule.LOCK_WAIT.id(), "advice.flat.locks");

        private final String rule;
        private final String words;
        private final Set<String> filledBy;

        Resource(String rule, String words, String... filledBy) {
            this.rule = rule;
            this.words = words;
            this.filledBy = Set.of(filledBy);
        }
    }

    /** The share of all connection time from which on what connections are held for is taken for the cause. */
    private static final double MUCH = 0.5;

    /**
     * Judges a conclusion; empty where its comparisons do not show it, or another rate was asked for than the highest.
     *
     * @param found the initial settings
     */
    public static Optional<FlatRate> of(Goal goal, Settings found, Conclusion conclusion) {
        Optional<Performance> answer = conclusion.recommended();
        int pool = answer.map(Performance::settings)
                .map(Settings::pool)
                .orElse(OptionalInt.empty())
                .orElse(0);
        if (!goal.maximal() || pool == 0 || answer.orElseThrow().throughput().mean() <= 0) {
            return Optional.empty();
        }
        Interval rate = answer.orElseThrow().throughput();
        double margin = goal.margin().fraction();
        List<Performance> larger = conclusion.tried().stream()
                .filter(each -> each.settings().pool().orElse(0) > pool)
                .toList();
        boolean flat = larger.stream()
                .allMatch(each -> within(margin, each.throughput().mean() / rate.mean()));
        OptionalInt other = larger.stream()
                .filter(each -> each.settings().pool().orElse(0) >= found.pool().orElse(0))
                .filter(each -> ratio(conclusion.choice(), each, rate)
                        .filter(seen -> within(margin, seen.low()) && within(margin, seen.high()))
                        .isPresent())
                .mapToInt(each -> each.settings().pool().orElse(0))
                .max();
        return flat && other.isPresent()
                ? Optional.of(new FlatRate(pool, other.getAsInt(), rate.mean()))
                : Optional.empty();
    }

    /** Returns the rate of the answer as a multiple of another one's; that of the initial settings was compared directly. */
    private static Optional<Interval> ratio(Choice choice, Performance each, Interval rate) {
        boolean initial = choice.baseline()
                .filter(before -> before.settings().equals(each.settings()))
                .isPresent();
        return initial
                ? choice.gain()
                : Optional.of(each.throughput())
                        .filter(other -> other.low() > 0)
                        .map(rate::over);
    }

    private static boolean within(double margin, double ratio) {
        return ratio >= 1 - margin && ratio <= 1 / (1 - margin);
    }

    /** Returns findings with what is full, where one of them tells it, as one that stands before the setting. */
    List<Finding> first(List<Finding> findings) {
        for (Resource resource : Resource.values()) {
            for (Finding each : findings) {
                if (each.rule().equals(resource.rule)) {
                    return each.severity() == Severity.BLOCKING
                            ? findings
                            : replaced(findings, each, told(each, resource));
                }
            }
        }
        return findings;
    }

    private Finding told(Finding full, Resource resource) {
        var advice = List.of(
                Message.of(resource.words, Quantity.aboutRate(perSecond)),
                full.advice(),
                Message.of("advice.flat", pool, other));
        return new Finding(full.rule(), Severity.BLOCKING, full.evidence(), Message.joined("join.space", advice));
    }

    /** Returns findings where what is full also tells what fills it, as far as that was seen. */
    static List<Finding> withWhoFills(List<Finding> findings) {
        for (Resource resource : Resource.values()) {
            Optional<Finding> full = findings.stream()
                    .filter(each -> each.rule().equals(resource.rule) && each.severity() == Severity.BLOCKING)
                    .findFirst();
            Optional<Finding> fills = findings.stream()
                    .filter(each -> resource.filledBy.contains(each.rule()))
                    .filter(each -> each.evidence().getOrDefault("shareOfConnectionTime", 0.0) >= MUCH)
                    .findFirst();
            if (full.isPresent() && fills.isPresent()) {
                List<Finding> others = findings.stream()
                        .filter(each -> !each.equals(fills.get()))
                        .toList();
                return replaced(others, full.get(), joined(full.get(), fills.get()));
            }
        }
        return findings;
    }

    private static List<Finding> replaced(List<Finding> findings, Finding one, Finding by) {
        return findings.stream().map(each -> each.equals(one) ? by : each).toList();
    }

    private static Finding joined(Finding full, Finding fills) {
        var evidence = new HashMap<>(fills.evidence());
        evidence.putAll(full.evidence());
        return new Finding(
                full.rule(),
                full.severity(),
                evidence,
                Message.joined("join.space", List.of(full.advice(), fills.advice())));
    }
}
