package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Candidates.ModelledStep;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.SettingStatistics.BesideTheBest;
import dev.poolfit.verdict.setting.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says in whole sentences what a conclusion rests on. */
final class Reasons {
    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final Neighbourhood near;
    private final ReasonParts parts;

    Reasons(SearchProblem problem, SettingStatistics statistics, Neighbourhood near) {
        this.problem = problem;
        this.statistics = statistics;
        this.near = near;
        parts = new ReasonParts(problem);
    }

    /** @param trials of which those of the setting that do not count say why */
    Message seenOnce(Performance chosen, List<Trial> trials) {
        List<Message> why = disqualifying(chosen.settings(), trials);
        return why.isEmpty()
                ? Message.of("reason.seen-once", parts.name(chosen), ReasonParts.figures(chosen))
                : Message.of(
                        "reason.repeats-untrusted",
                        parts.name(chosen),
                        ReasonParts.figures(chosen),
                        Message.joined("join.semicolon", why));
    }

    private static List<Message> disqualifying(Settings settings, List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.settings().equals(settings))
                .flatMap(trial -> trial.flags().stream())
                .filter(Flag::disqualifies)
                .distinct()
                .map(Message::of)
                .toList();
    }

    Message undecided(Performance nearest) {
        return Message.of("reason.not-certain", parts.name(nearest), ReasonParts.figures(nearest));
    }

    /**
     * @param likely what looks enough, and was not shown to be
     * @param safe a larger setting that was
     * @param trials of all settings
     */
    List<Message> notShown(Performance likely, Optional<Performance> safe, List<Trial> trials) {
        var why = new ArrayList<Message>();
        safe.map(this::safe).ifPresent(why::add);
        Optional<BesideTheBest> beside = statistics.besideTheBest(likely.settings());
        if (!problem.goal().maximal() || beside.isEmpty()) {
            why.add(undecided(likely));
            return why;
        }
        if (likely.standing() == Standing.MEETS) {
            why.add(seenOnce(likely, trials));
            return why;
        }
        why.add(Message.of(
                "reason.not-shown",
                parts.name(likely),
                ReasonParts.figures(likely),
                ReasonParts.share(beside.get().ratio()),
                parts.name(beside.get().best()),
                parts.margin()));
        why.add(Message.of("reason.name-a-rate"));
        return why;
    }

    Message safe(Performance shown) {
        return Message.of("reason.safe", parts.name(shown), ReasonParts.figures(shown));
    }

    /** @param risk that it loses more than the indifference */
    Message whyByTheModel(Performance chosen, double risk) {
        return Message.of(
                "reason.near-the-highest.modelled",
                parts.name(chosen),
                ReasonParts.figures(chosen),
                Quantity.share(Target.indifference(problem.goal())),
                Quantity.aboutShare(1 - risk));
    }

    Message tooRisky(Performance nearest, double risk) {
        return Message.of(
                "reason.too-risky",
                parts.name(nearest),
                ReasonParts.figures(nearest),
                Quantity.share(Target.indifference(problem.goal())),
                Quantity.aboutShare(risk));
    }

    Message nearest(Performance nearest) {
        return Message.of("reason.nearest", parts.name(nearest), ReasonParts.figures(nearest));
    }

    /**
     * @param certain whether everything was tried, and failed
     * @param levelledOff the setting beside which a much larger pool gave no more
     */
    List<Message> whyNone(Performance nearest, boolean certain, Optional<Performance> levelledOff) {
        return List.of(
                nearest(nearest),
                certain
                        ? levelledOff
                                .map(this::levelledOff)
                                .orElseGet(() -> Message.of("reason.none-met", parts.goal()))
                        : Message.of("reason.not-all-tried"));
    }

    Message untrusted(Settings settings, List<Trial> trials) {
        return Message.of(
                "reason.no-valid-measurement",
                settings.toString(),
                Message.joined("join.semicolon", disqualifying(settings, trials)));
    }

    Message nothingMeasured() {
        return Message.of("reason.nothing-measured");
    }

    /** Of a step below that was not tried, for the model reports it. */
    Message whyNotSmaller(ModelledStep below) {
        if (below.enough()) {
            return Message.of(
                    "reason.smaller-probably-enough",
                    parts.name(below.settings()),
                    Quantity.aboutShare(1 - below.risk()));
        }
        return Message.of(
                below.fails() ? "reason.not-smaller.modelled" : "reason.smaller-not-measured",
                parts.name(below.settings()),
                Quantity.aboutShare(below.risk()));
    }

    /** Why trials do not allow a recommendation: the answer itself fails, or a smaller setting meets what a larger one misses. */
    Optional<Message> contradicting(Performance chosen) {
        if (chosen.standing() == Standing.FAILS) {
            return Optional.of(undecided(chosen));
        }
        return statistics
                .contradiction(chosen.settings())
                .map(pair -> Message.of(
                        "reason.contradicting",
                        parts.name(pair.smaller()),
                        ReasonParts.rate(pair.smaller().throughput()),
                        parts.name(pair.larger()),
                        ReasonParts.rate(pair.larger().throughput())));
    }

    Message whyThis(Performance chosen) {
        if (problem.goal().maximal()) {
            return statistics
                    .besideTheBest(chosen.settings())
                    .filter(beside -> beside.ratio().mean() < 1)
                    .map(beside -> Message.of(
                            "reason.not-worse.separate",
                            parts.name(chosen),
                            ReasonParts.figures(chosen),
                            ReasonParts.share(beside.ratio()),
                            parts.name(beside.best()),
                            parts.margin()))
                    .orElseGet(() -> Message.of("reason.highest", parts.name(chosen), ReasonParts.figures(chosen)));
        }
        // An interval that reaches below the line meets it by the sequential test alone.
        boolean tested =
                chosen.throughput().low() < statistics.target().throughput().orElse(0);
        return tested
                ? Message.of(
                        "reason.meets.tested",
                        parts.name(chosen),
                        parts.goal(),
                        ReasonParts.figures(chosen),
                        chosen.trials())
                : Message.of("reason.meets", parts.name(chosen), parts.goal(), ReasonParts.figures(chosen));
    }

    Message whyNotSmaller(Performance chosen, Optional<Performance> smaller) {
        if (smaller.isEmpty()) {
            return near.below(chosen.settings()).isEmpty()
                    ? Message.of("reason.nothing-smaller")
                    : Message.of("reason.smaller-not-tried");
        }
        Performance below = smaller.get();
        Optional<Interval> ratio = statistics
                .besideTheBest(below.settings())
                .filter(beside -> problem.goal().maximal())
                .map(BesideTheBest::ratio);
        double line = 1 - problem.goal().margin().fraction();
        boolean worse = ratio.filter(each -> each.against(line) == Side.BELOW).isPresent();
        boolean open = ratio.filter(each -> each.low() < line).isPresent() && below.standing() == Standing.UNCLEAR;
        if (worse || open) {
            return Message.of(
                    worse ? "reason.not-smaller.worse" : "reason.not-smaller.separate",
                    parts.name(below),
                    ReasonParts.share(ratio.get()),
                    parts.margin());
        }
        return switch (below.standing()) {
            case FAILS ->
                missed(below)
                        .map(missed -> Message.of("reason.not-smaller.misses", parts.name(below), missed))
                        .orElseGet(() -> problem.goal().maximal()
                                ? Message.of("reason.not-smaller.fails", parts.name(below))
                                : Message.of(
                                        "reason.not-smaller.tested",
                                        parts.name(below),
                                        ReasonParts.rate(below.throughput()),
                                        below.trials()));
            case UNCLEAR -> Message.of("reason.not-smaller.unclear", parts.name(below), ReasonParts.figures(below));
            case MEETS -> Message.of("reason.smaller-may-do", parts.name(below), below.trials());
        };
    }

    Optional<Message> whyNotLarger(Performance chosen) {
        return statistics.performances().stream()
                .filter(each -> each.settings().pool().orElse(0)
                                > chosen.settings().pool().orElse(0)
                        || each.settings().pool().equals(chosen.settings().pool())
                                && each.settings().threads().orElse(0)
                                        > chosen.settings().threads().orElse(0))
                .max(Comparator.comparingDouble(each -> each.throughput().mean()))
                .map(larger ->
                        Message.of(gain(chosen, larger), parts.name(larger), ReasonParts.rate(larger.throughput())));
    }

    private String gain(Performance chosen, Performance larger) {
        if (larger.throughput().high() < chosen.throughput().low()) {
            return "reason.not-larger.lower";
        }
        if (larger.throughput().low() <= chosen.throughput().high()) {
            return "reason.not-larger.same";
        }
        return problem.goal().maximal() ? "reason.not-larger.within-limit" : "reason.not-larger.unasked";
    }

    private Message levelledOff(Performance other) {
        return Message.of("reason.levelled-off", parts.name(other), ReasonParts.rate(other.throughput()));
    }

    private Optional<Message> missed(Performance performance) {
        var missed = new ArrayList<Message>();
        statistics.target().throughput().ifPresent(wanted -> {
            if (performance.throughput().atLeast(wanted) == Side.BELOW) {
                missed.add(
                        Message.of("missed.rate", Quantity.rate(wanted), ReasonParts.rate(performance.throughput())));
            }
        });
        if (performance.errorRate().low() > statistics.target().errors()
                || statistics.target().errors() == 0 && performance.errorRate().mean() > 0) {
            missed.add(Message.of(
                    "missed.errors", Quantity.share(performance.errorRate().mean())));
        }
        statistics.target().p99Ms().ifPresent(most -> {
            if (performance.p99Ms().atMost(most) == Side.ABOVE) {
                missed.add(Message.of(
                        "missed.p99",
                        Quantity.time(most),
                        Quantity.time(performance.p99Ms().mean())));
            }
        });
        return missed.isEmpty() ? Optional.empty() : Optional.of(Message.joined("missed.join", missed));
    }
}
