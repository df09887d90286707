package dev.poolfit.verdict;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Candidates.ModelledStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says in whole sentences what a conclusion rests on. */
final class Reasons {
    private final Question question;
    private final Target target;
    private final Appraisal appraisal;
    private final Neighbourhood near;

    Reasons(Question question, Target target, Appraisal appraisal, Neighbourhood near) {
        this.question = question;
        this.target = target;
        this.appraisal = appraisal;
        this.near = near;
    }

    Sentence seenOnce(Performance chosen) {
        return Sentence.of("reason.seen-once", name(chosen), figures(chosen));
    }

    Sentence undecided(Performance nearest) {
        return Sentence.of("reason.undecided", name(nearest), figures(nearest));
    }

    Sentence tooRisky(Performance nearest, double risk) {
        return Sentence.of(
                "reason.too-risky",
                name(nearest),
                figures(nearest),
                percent(BracketingSearch.INDIFFERENCE),
                String.format(Locale.ROOT, "%.0f %%", 100 * risk));
    }

    /**
     * @param certain whether everything was tried, and failed
     */
    List<Sentence> whyNone(Performance nearest, boolean certain) {
        return List.of(
                Sentence.of("reason.nearest", name(nearest), figures(nearest)),
                certain
                        ? levelling(nearest).orElseGet(() -> Sentence.of("reason.none-met", goal()))
                        : Sentence.of("reason.not-all-tried"));
    }

    Sentence untrusted(Settings settings, List<Trial> trials) {
        List<Sentence> why = trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .map(Sentence::of)
                .toList();
        return Sentence.of("reason.untrusted", settings.toString(), Sentence.joined("join.semicolon", why));
    }

    Sentence nothingMeasured() {
        return Sentence.of("reason.nothing-measured");
    }

    /** Of a step below that was not tried, for the model tells of it. */
    Sentence whyNotSmaller(ModelledStep below) {
        return Sentence.of(
                below.risk() > 0.5 ? "reason.not-smaller.modelled" : "reason.not-smaller.costly",
                name(below.settings()),
                String.format(Locale.ROOT, "%.0f %%", 100 * below.risk()));
    }

    Sentence whyThis(Performance chosen) {
        if (question.goal().maximal()) {
            Performance best = appraisal
                    .fastest(appraisal::leans)
                    .flatMap(appraisal::performance)
                    .orElse(chosen);
            return best.settings().equals(chosen.settings())
                    ? Sentence.of("reason.highest", name(chosen), figures(chosen))
                    : Sentence.of(
                            "reason.like-the-highest",
                            name(chosen),
                            figures(chosen),
                            name(best),
                            rate(best.throughput()),
                            percent(BracketingSearch.INDIFFERENCE));
        }
        return Sentence.of("reason.meets", name(chosen), goal(), figures(chosen));
    }

    Sentence whyNotSmaller(Performance chosen, Optional<Performance> smaller) {
        if (smaller.isEmpty()) {
            return near.below(chosen.settings()).isEmpty()
                    ? Sentence.of("reason.nothing-smaller")
                    : Sentence.of("reason.smaller-not-tried");
        }
        Performance below = smaller.get();
        return switch (below.standing()) {
            case FAILS ->
                missed(below)
                        .map(missed -> Sentence.of("reason.not-smaller.misses", name(below), missed))
                        .orElseGet(() -> Sentence.of("reason.not-smaller.fails", name(below)));
            case UNCLEAR ->
                question.goal().maximal()
                        ? Sentence.of("reason.not-smaller.below-line", name(below), rate(below.throughput()))
                        : Sentence.of("reason.not-smaller.unclear", name(below), figures(below));
            case MEETS -> Sentence.of("reason.smaller-may-do", name(below), below.trials());
        };
    }

    Optional<Sentence> whyNotLarger(Performance chosen) {
        return appraisal.performances().stream()
                .filter(each -> each.settings().pool().orElse(0)
                                > chosen.settings().pool().orElse(0)
                        || each.settings().pool().equals(chosen.settings().pool())
                                && each.settings().threads().orElse(0)
                                        > chosen.settings().threads().orElse(0))
                .max(Comparator.comparingDouble(each -> each.throughput().mean()))
                .map(larger -> Sentence.of(gain(chosen, larger), name(larger), rate(larger.throughput())));
    }

    private String gain(Performance chosen, Performance larger) {
        if (larger.throughput().low() <= chosen.throughput().high()) {
            return "reason.not-larger.same";
        }
        return question.goal().maximal() ? "reason.not-larger.within-line" : "reason.not-larger.unasked";
    }

    private Optional<Sentence> levelling(Performance best) {
        return appraisal.performances().stream()
                .filter(each -> each.settings().pool().orElse(0)
                                > best.settings().pool().orElse(0)
                        || each.settings().pool().orElse(0) * 1.4
                                        < best.settings().pool().orElse(0)
                                && each.throughput().mean()
                                        > 0.97 * best.throughput().mean())
                .findFirst()
                .map(other -> Sentence.of("reason.levelled-off", name(other), rate(other.throughput())));
    }

    private Optional<Sentence> missed(Performance performance) {
        var missed = new ArrayList<Sentence>();
        target.throughput().ifPresent(wanted -> {
            if (performance.throughput().high() < wanted) {
                missed.add(Sentence.of(
                        "missed.rate", String.format(Locale.ROOT, "%.1f/s", wanted), rate(performance.throughput())));
            }
        });
        if (performance.errorRate().low() > target.errors()
                || target.errors() == 0 && performance.errorRate().mean() > 0) {
            missed.add(
                    Sentence.of("missed.errors", percent(performance.errorRate().mean())));
        }
        target.p99Ms().ifPresent(most -> {
            if (performance.p99Ms().low() > most) {
                missed.add(Sentence.of(
                        "missed.p99",
                        String.format(Locale.ROOT, "%.0f ms", most),
                        String.format(
                                Locale.ROOT, "%.0f ms", performance.p99Ms().mean())));
            }
        });
        return missed.isEmpty() ? Optional.empty() : Optional.of(Sentence.joined("missed.join", missed));
    }

    private Sentence goal() {
        Goal goal = question.goal();
        var parts = new ArrayList<Sentence>();
        parts.add(goal.throughput()
                .map(rate -> Sentence.of("goal.rate", rate.toString()))
                .orElseGet(() -> Sentence.of("goal.highest")));
        goal.errors().ifPresent(share -> parts.add(Sentence.of("goal.errors", share.toString())));
        goal.p99().ifPresent(time -> parts.add(Sentence.of("goal.p99", Durations.format(time))));
        return Sentence.joined("join.comma", parts);
    }

    private Sentence name(Performance performance) {
        return name(performance.settings());
    }

    private Sentence name(Settings settings) {
        boolean both = question.space().of(Knob.THREADS).isPresent()
                && settings.threads().isPresent();
        int pool = settings.pool().orElse(0);
        int threads = settings.threads().orElse(0);
        if (settings.pool().isEmpty()) {
            return Sentence.of("name.threads", threads);
        }
        return both ? Sentence.of("name.pool-threads", pool, threads) : Sentence.of("name.pool", pool);
    }

    private static Sentence figures(Performance performance) {
        return Sentence.of(
                "join.comma",
                rate(performance.throughput()),
                Sentence.of(
                        "figures.quality",
                        time(performance.p99Ms().mean()),
                        percent(performance.errorRate().mean())));
    }

    private static String time(double millis) {
        return millis < 999.5
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    private static String rate(Interval interval) {
        return String.format(Locale.ROOT, "%.1f/s (%.1f–%.1f)", interval.mean(), interval.low(), interval.high());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", 100 * share).replaceAll("\\.?0+$", "") + " %";
    }
}
