package dev.poolfit.verdict;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Candidates.ModelledStep;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns the evidence into a conclusion and says in whole sentences what it rests on. */
final class ConclusionWriter {
    /** Nothing is recommended that was seen only once. */
    private static final int LEAST_TRIALS = 2;

    private final Question question;
    private final Target target;
    private final Appraisal appraisal;
    private final Neighbourhood near;
    private final List<Trial> trials;

    ConclusionWriter(Question question, Target target, Appraisal appraisal, Neighbourhood near, List<Trial> trials) {
        this.trials = trials;
        this.question = question;
        this.target = target;
        this.appraisal = appraisal;
        this.near = near;
    }

    /** The smallest setting from the answer on that meets the target beyond its interval. */
    Conclusion conclude(Settings answer, Optional<Settings> below) {
        Optional<Performance> chosen = question.goal().maximal()
                ? appraisal.performance(answer)
                : appraisal.performances().stream()
                        .filter(each -> each.standing() == Standing.MEETS && notBelow(each.settings(), answer))
                        .min(Comparator.comparingInt((Performance each) ->
                                        each.settings().pool().orElse(0))
                                .thenComparingInt(
                                        each -> each.settings().threads().orElse(0)));
        if (chosen.isPresent() && chosen.get().trials() < LEAST_TRIALS) {
            return conclusion(
                    Outcome.INCONCLUSIVE,
                    chosen,
                    Optional.empty(),
                    List.of(name(chosen.get()) + " looks best, " + figures(chosen.get())
                            + ", but the budget ended before it could be repeated; give a larger one."));
        }
        if (chosen.isEmpty()) {
            Performance nearest = appraisal.performance(answer).orElseThrow();
            return conclusion(
                    Outcome.INCONCLUSIVE,
                    Optional.of(nearest),
                    Optional.empty(),
                    List.of(name(nearest) + " cannot be told from the goal: " + figures(nearest)
                            + ". More time would tell; give a larger budget."));
        }
        Settings settings = chosen.get().settings();
        Optional<Performance> smaller =
                (settings.equals(answer) ? below : near.below(settings)).flatMap(appraisal::performance);
        var reasons = new ArrayList<String>();
        reasons.add(whyThis(chosen.get()));
        reasons.add(whyNotSmaller(chosen.get(), smaller));
        whyNotLarger(chosen.get()).ifPresent(reasons::add);
        return conclusion(Outcome.RECOMMENDED, chosen, smaller, reasons);
    }

    /** The highest throughput, with a step below that need not have been tried, for the model tells of it. */
    Conclusion conclude(Settings answer, ModelledStep below) {
        Conclusion conclusion = conclude(answer, Optional.of(below.settings()));
        if (conclusion.outcome() != Outcome.RECOMMENDED || appraisal.tried(below.settings())) {
            return conclusion;
        }
        var reasons = new ArrayList<>(conclusion.reasons());
        String setting = name(below.settings());
        String risk = String.format(Locale.ROOT, "%.0f %%", 100 * below.risk());
        reasons.set(
                1,
                below.risk() > 0.5
                        ? "Not smaller: by the model, " + setting + " falls short of the line with a probability of "
                                + risk + "."
                        : "A step smaller, " + setting + ", falls short of the line with a probability of " + risk
                                + " by the model; trials to make sure would cost more than it saves.");
        return conclusion(Outcome.RECOMMENDED, conclusion.recommended(), conclusion.smaller(), reasons);
    }

    /** The highest throughput, where the trials leave models possible under which the answer loses too much. */
    Conclusion tooRisky(Settings answer, double risk) {
        Performance nearest = appraisal.performance(answer).orElseThrow();
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.of(nearest),
                Optional.empty(),
                List.of(String.format(
                        Locale.ROOT,
                        "%s looks best, %s, but loses more than %s of the highest throughput with a probability of"
                                + " %.0f %%. More trials would tell; give a larger budget.",
                        name(nearest),
                        figures(nearest),
                        percent(BracketingSearch.INDIFFERENCE),
                        100 * risk)));
    }

    Conclusion outOfReach(Settings best, boolean everythingTried) {
        Performance nearest = appraisal.performance(best).orElseThrow();
        boolean certain = everythingTried && nearest.standing() == Standing.FAILS;
        var reasons = new ArrayList<String>();
        reasons.add("The nearest to the goal is " + name(nearest) + ": " + figures(nearest) + ".");
        if (certain) {
            reasons.add(levelling(nearest)
                    .orElse("No setting within the ranges and the ceiling met " + question.goal() + "."));
        } else {
            reasons.add("The budget ended before every setting was tried; give a larger one.");
        }
        return conclusion(
                certain ? Outcome.UNREACHABLE : Outcome.INCONCLUSIVE, Optional.of(nearest), Optional.empty(), reasons);
    }

    Conclusion unmeasurable(Settings settings) {
        String why = trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .map(Flag::meaning)
                .collect(Collectors.joining("; "));
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                Optional.empty(),
                List.of("No trial at " + settings + " can be trusted: " + why + "."));
    }

    Conclusion nothingMeasured() {
        return conclusion(
                Outcome.INCONCLUSIVE,
                Optional.empty(),
                Optional.empty(),
                List.of("The budget ended before a setting within the ranges was measured; give a larger one."));
    }

    private Conclusion conclusion(
            Outcome outcome, Optional<Performance> chosen, Optional<Performance> smaller, List<String> reasons) {
        return new Conclusion(
                outcome,
                chosen,
                baseline(),
                smaller,
                appraisal.performances(),
                reasons.stream().map(ConclusionWriter::capitalised).toList(),
                List.of(),
                question.poolLimit(),
                Optional.empty());
    }

    /** The settings found at the start are shown even where none of their trials counts. */
    private Optional<Performance> baseline() {
        Optional<Performance> sound = appraisal.performance(question.found());
        return sound.isPresent() ? sound : Appraisal.ofAll(trials, target).performance(question.found());
    }

    private String whyThis(Performance chosen) {
        if (question.goal().maximal()) {
            Performance best = appraisal
                    .fastest(appraisal::leans)
                    .flatMap(appraisal::performance)
                    .orElse(chosen);
            return best.settings().equals(chosen.settings())
                    ? name(chosen) + " gave the highest throughput: " + figures(chosen) + "."
                    : name(chosen) + " gives " + figures(chosen) + " and cannot be told from the best, "
                            + name(best) + " with " + rate(best.throughput()) + " (the line is "
                            + percent(BracketingSearch.INDIFFERENCE) + " below it).";
        }
        return name(chosen) + " meets " + question.goal() + ": " + figures(chosen) + ".";
    }

    private String whyNotSmaller(Performance chosen, Optional<Performance> smaller) {
        if (smaller.isEmpty()) {
            return near.below(chosen.settings()).isEmpty()
                    ? "Nothing smaller lies within the range."
                    : "The next smaller setting was not tried within the budget; a smaller one may do.";
        }
        Performance below = smaller.get();
        return switch (below.standing()) {
            case FAILS -> "Not smaller: " + name(below) + " misses " + missed(below) + ".";
            case UNCLEAR ->
                question.goal().maximal()
                        ? "Not smaller: " + name(below) + " gave " + rate(below.throughput())
                                + ", below the line by its mean, though the intervals overlap."
                        : "Not smaller: " + name(below) + " cannot be told from the goal: " + figures(below) + ".";
            case MEETS -> "Smaller may do: " + name(below) + " met it as well in " + below.trials() + " trials.";
        };
    }

    private Optional<String> whyNotLarger(Performance chosen) {
        return appraisal.performances().stream()
                .filter(each -> each.settings().pool().orElse(0)
                                > chosen.settings().pool().orElse(0)
                        || each.settings().pool().equals(chosen.settings().pool())
                                && each.settings().threads().orElse(0)
                                        > chosen.settings().threads().orElse(0))
                .max(Comparator.comparingDouble(each -> each.throughput().mean()))
                .map(larger -> "Not larger: " + name(larger) + " gave " + rate(larger.throughput())
                        + (larger.throughput().low() > chosen.throughput().high()
                                ? question.goal().maximal() ? ", within the line." : ", more than the goal asks for."
                                : ", which cannot be told from it."));
    }

    private Optional<String> levelling(Performance best) {
        return appraisal.performances().stream()
                .filter(each -> each.settings().pool().orElse(0)
                                > best.settings().pool().orElse(0)
                        || each.settings().pool().orElse(0) * 1.4
                                        < best.settings().pool().orElse(0)
                                && each.throughput().mean()
                                        > 0.97 * best.throughput().mean())
                .findFirst()
                .map(other -> "Throughput has levelled off: " + name(other) + " gave " + rate(other.throughput())
                        + ". Something other than the pool is the limit; a larger pool will not help.");
    }

    private Optional<Performance> nearestBelow(Settings settings) {
        return appraisal.performances().stream()
                .filter(each -> !notBelow(each.settings(), settings))
                .reduce((first, second) -> second);
    }

    private static boolean notBelow(Settings settings, Settings answer) {
        int pool = settings.pool().orElse(0);
        int answered = answer.pool().orElse(0);
        return pool > answered
                || pool == answered
                        && settings.threads().orElse(0) >= answer.threads().orElse(0);
    }

    private String missed(Performance performance) {
        var missed = new ArrayList<String>();
        target.throughput().ifPresent(wanted -> {
            if (performance.throughput().high() < wanted) {
                missed.add(String.format(Locale.ROOT, "%.1f/s with %s", wanted, rate(performance.throughput())));
            }
        });
        if (performance.errorRate().low() > target.errors()
                || target.errors() == 0 && performance.errorRate().mean() > 0) {
            missed.add("the error limit with " + percent(performance.errorRate().mean()));
        }
        target.p99Ms().ifPresent(most -> {
            if (performance.p99Ms().low() > most) {
                missed.add(String.format(
                        Locale.ROOT,
                        "p99 %.0f ms with %.0f ms",
                        most,
                        performance.p99Ms().mean()));
            }
        });
        return missed.isEmpty() ? "the goal" : String.join(" and ", missed);
    }

    private String name(Performance performance) {
        return name(performance.settings());
    }

    private String name(Settings settings) {
        boolean both = question.space().of(Knob.THREADS).isPresent()
                && settings.threads().isPresent();
        String pool = settings.pool().isPresent() ? "pool " + settings.pool().getAsInt() : "";
        String threads =
                both || pool.isEmpty() ? "threads " + settings.threads().orElse(0) : "";
        return pool.isEmpty() || threads.isEmpty() ? pool + threads : pool + " with " + threads;
    }

    private static String capitalised(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    private static String figures(Performance performance) {
        return rate(performance.throughput()) + ", p99 "
                + time(performance.p99Ms().mean()) + ", "
                + percent(performance.errorRate().mean()) + " errors";
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
