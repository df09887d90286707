package dev.poolfit.verdict;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Candidates.ModelledStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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

    String seenOnce(Performance chosen) {
        return name(chosen) + " looks best, " + figures(chosen)
                + ", but the budget ended before it could be repeated; give a larger one.";
    }

    String undecided(Performance nearest) {
        return name(nearest) + " cannot be told from the goal: " + figures(nearest)
                + ". More time would tell; give a larger budget.";
    }

    String tooRisky(Performance nearest, double risk) {
        return String.format(
                Locale.ROOT,
                "%s looks best, %s, but loses more than %s of the highest throughput with a probability of"
                        + " %.0f %%. More trials would tell; give a larger budget.",
                name(nearest),
                figures(nearest),
                percent(BracketingSearch.INDIFFERENCE),
                100 * risk);
    }

    /**
     * @param certain whether everything was tried, and failed
     */
    List<String> whyNone(Performance nearest, boolean certain) {
        String here = "The nearest to the goal is " + name(nearest) + ": " + figures(nearest) + ".";
        return List.of(
                here,
                certain
                        ? levelling(nearest)
                                .orElse("No setting within the ranges and the ceiling met " + question.goal() + ".")
                        : "The budget ended before every setting was tried; give a larger one.");
    }

    String untrusted(Settings settings, List<Trial> trials) {
        String why = trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .map(Flag::meaning)
                .collect(Collectors.joining("; "));
        return "No trial at " + settings + " can be trusted: " + why + ".";
    }

    String nothingMeasured() {
        return "The budget ended before a setting within the ranges was measured; give a larger one.";
    }

    /** Of a step below that was not tried, for the model tells of it. */
    String whyNotSmaller(ModelledStep below) {
        String setting = name(below.settings());
        String risk = String.format(Locale.ROOT, "%.0f %%", 100 * below.risk());
        return below.risk() > 0.5
                ? "Not smaller: by the model, " + setting + " falls short of the line with a probability of " + risk
                        + "."
                : "A step smaller, " + setting + ", falls short of the line with a probability of " + risk
                        + " by the model; trials to make sure would cost more than it saves.";
    }

    String whyThis(Performance chosen) {
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

    String whyNotSmaller(Performance chosen, Optional<Performance> smaller) {
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

    Optional<String> whyNotLarger(Performance chosen) {
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

    static String capitalised(String sentence) {
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
