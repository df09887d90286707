package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;
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

    Reasons(SearchProblem problem, SettingStatistics statistics, Neighbourhood near) {
        this.problem = problem;
        this.statistics = statistics;
        this.near = near;
    }

    /** @param trials of which those of the setting that do not count say why */
    Message seenOnce(Performance chosen, List<Trial> trials) {
        List<Message> why = disqualifying(chosen.settings(), trials);
        return why.isEmpty()
                ? Message.of("reason.seen-once", name(chosen), figures(chosen))
                : Message.of(
                        "reason.repeats-untrusted",
                        name(chosen),
                        figures(chosen),
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
        return Message.of("reason.not-certain", name(nearest), figures(nearest));
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
                name(likely),
                figures(likely),
                share(beside.get().ratio()),
                name(beside.get().best()),
                margin()));
        why.add(Message.of("reason.name-a-rate"));
        return why;
    }

    Message safe(Performance shown) {
        return Message.of("reason.safe", name(shown), figures(shown));
    }

    /** @param risk that it loses more than the indifference */
    Message whyByTheModel(Performance chosen, double risk) {
        return Message.of(
                "reason.near-the-highest.modelled",
                name(chosen),
                figures(chosen),
                Quantity.share(Target.indifference(problem.goal())),
                Quantity.aboutShare(1 - risk));
    }

    Message tooRisky(Performance nearest, double risk) {
        return Message.of(
                "reason.too-risky",
                name(nearest),
                figures(nearest),
                Quantity.share(Target.indifference(problem.goal())),
                Quantity.aboutShare(risk));
    }

    Message nearest(Performance nearest) {
        return Message.of("reason.nearest", name(nearest), figures(nearest));
    }

    /**
     * @param certain whether everything was tried, and failed
     * @param levelledOff the setting beside which a much larger pool gave no more
     */
    List<Message> whyNone(Performance nearest, boolean certain, Optional<Performance> levelledOff) {
        return List.of(
                nearest(nearest),
                certain
                        ? levelledOff.map(this::levelledOff).orElseGet(() -> Message.of("reason.none-met", goal()))
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
                    "reason.smaller-probably-enough", name(below.settings()), Quantity.aboutShare(1 - below.risk()));
        }
        return Message.of(
                below.fails() ? "reason.not-smaller.modelled" : "reason.smaller-not-measured",
                name(below.settings()),
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
                        name(pair.smaller()),
                        rate(pair.smaller().throughput()),
                        name(pair.larger()),
                        rate(pair.larger().throughput())));
    }

    Message whyThis(Performance chosen) {
        if (problem.goal().maximal()) {
            return statistics
                    .besideTheBest(chosen.settings())
                    .filter(beside -> beside.ratio().mean() < 1)
                    .map(beside -> Message.of(
                            "reason.not-worse.separate",
                            name(chosen),
                            figures(chosen),
                            share(beside.ratio()),
                            name(beside.best()),
                            margin()))
                    .orElseGet(() -> Message.of("reason.highest", name(chosen), figures(chosen)));
        }
        // An interval that reaches below the line meets it by the sequential test alone.
        boolean tested =
                chosen.throughput().low() < statistics.target().throughput().orElse(0);
        return tested
                ? Message.of("reason.meets.tested", name(chosen), goal(), figures(chosen), chosen.trials())
                : Message.of("reason.meets", name(chosen), goal(), figures(chosen));
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
                    name(below),
                    share(ratio.get()),
                    margin());
        }
        return switch (below.standing()) {
            case FAILS ->
                missed(below)
                        .map(missed -> Message.of("reason.not-smaller.misses", name(below), missed))
                        .orElseGet(() -> problem.goal().maximal()
                                ? Message.of("reason.not-smaller.fails", name(below))
                                : Message.of(
                                        "reason.not-smaller.tested",
                                        name(below),
                                        rate(below.throughput()),
                                        below.trials()));
            case UNCLEAR -> Message.of("reason.not-smaller.unclear", name(below), figures(below));
            case MEETS -> Message.of("reason.smaller-may-do", name(below), below.trials());
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
                .map(larger -> Message.of(gain(chosen, larger), name(larger), rate(larger.throughput())));
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
        return Message.of("reason.levelled-off", name(other), rate(other.throughput()));
    }

    private Optional<Message> missed(Performance performance) {
        var missed = new ArrayList<Message>();
        statistics.target().throughput().ifPresent(wanted -> {
            if (performance.throughput().atLeast(wanted) == Side.BELOW) {
                missed.add(Message.of("missed.rate", Quantity.rate(wanted), rate(performance.throughput())));
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

    private Message goal() {
        Goal goal = problem.goal();
        var parts = new ArrayList<Message>();
        parts.add(goal.throughput()
                .map(rate -> Message.of("goal.rate", rate.toString()))
                .orElseGet(() -> Message.of("goal.highest")));
        goal.errors().ifPresent(share -> parts.add(Message.of("goal.errors", Quantity.share(share.fraction()))));
        goal.p99().ifPresent(time -> parts.add(Message.of("goal.p99", Durations.format(time))));
        return Message.joined("join.comma", parts);
    }

    private Message name(Performance performance) {
        return name(performance.settings());
    }

    Message name(Settings settings) {
        boolean both = problem.space().of(Knob.THREADS).isPresent()
                && settings.threads().isPresent();
        int pool = settings.pool().orElse(0);
        int threads = settings.threads().orElse(0);
        if (settings.pool().isEmpty()) {
            return Message.of("name.threads", threads);
        }
        return both ? Message.of("name.pool-threads", pool, threads) : Message.of("name.pool", pool);
    }

    static Message figures(Performance performance) {
        return Message.of(
                "join.comma",
                rate(performance.throughput()),
                Message.of(
                        "figures.quality",
                        Quantity.time(performance.p99Ms().mean()),
                        Quantity.share(performance.errorRate().mean())));
    }

    Quantity margin() {
        return Quantity.share(problem.goal().margin().fraction());
    }

    static Quantity share(Interval ratio) {
        return Quantity.share(ratio.mean()).between(ratio.low(), ratio.high());
    }

    private static Quantity rate(Interval interval) {
        return Quantity.rate(interval.mean()).between(interval.low(), interval.high());
    }
}
