package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.Proportion;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Concludes from settings that were switched under one load. */
final class SwitchingConclusion {
    /** A comparison takes about so many blocks of two settings where nothing is known of it yet. */
    private static final int USUAL_BLOCKS = 12;

    private static final Duration LONG = Duration.ofMinutes(30);

    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final BesideAnswer beside;
    private final Settings reference;
    private final Settings answer;
    private final List<Trial> trials;
    private final ComparisonWithBest about;
    private final Axis axis;
    private final Optional<SwitchingConclusion> firstKnob;
    private final boolean decided;
    private final Reasons reasons;
    private final ReasonParts parts;

    /**
     * @param answer the smallest setting that was shown not to be worse, or what comes nearest
     * @param about what is known of one knob's values beside it
     * @param firstKnob the same of the knob that was tuned first, where this is another one
     * @param decided whether the answer cannot be much larger than the smallest that is not worse
     */
    SwitchingConclusion(
            SearchProblem problem,
            SettingStatistics statistics,
            Ratios ratios,
            Settings answer,
            List<Trial> trials,
            ComparisonWithBest about,
            Optional<SwitchingConclusion> firstKnob,
            boolean decided) {
        this.problem = problem;
        this.statistics = statistics;
        this.answer = answer;
        beside = new BesideAnswer(statistics, ratios, answer, trials, about);
        reference = beside.reference();
        this.trials = trials;
        this.about = about;
        axis = about.axis();
        this.firstKnob = firstKnob;
        this.decided = decided;
        parts = new ReasonParts(problem);
        reasons = new Reasons(problem, statistics, new Neighbourhood(problem, trials));
    }

    /**
     * The answer, if that is decided and it meets the goal's other bounds.
     *
     * @param period how long a setting holds
     */
    Conclusion conclude(Duration period) {
        Performance alone = statistics.performance(answer).orElseThrow();
        if (alone.standing() == Standing.FAILS) {
            return conclusion(Outcome.INCONCLUSIVE, reasons.whyNone(alone, false, Optional.empty()));
        }
        var why = new ArrayList<Message>();
        boolean meets = alone.standing() == Standing.MEETS;
        if (!meets) {
            why.add(reasons.undecided(alone));
        }
        if (!decided) {
            why.add(undecided(period));
            if (toDecide(period).compareTo(LONG) > 0) {
                why.add(Message.of("reason.name-a-rate"));
            }
        }
        why.add(whyThis());
        firstKnob.flatMap(each -> each.whyNotSmaller(period)).ifPresent(why::add);
        whyNotSmaller(period).ifPresent(why::add);
        whyNotLarger().ifPresent(why::add);
        return conclusion(meets && decided ? Outcome.RECOMMENDED : Outcome.INCONCLUSIVE, why);
    }

    private Conclusion conclusion(Outcome outcome, List<Message> why) {
        return new Conclusion(
                outcome,
                Gain.with(
                        new Conclusion.Choice(beside.performance(answer), baseline(), below(), beside.tried()),
                        trials,
                        problem.goal().margin().fraction()),
                Conclusion.Grounds.of(why),
                problem.poolLimit());
    }

    private Message whyThis() {
        Performance chosen = beside.performance(answer).orElseThrow();
        Optional<Interval> ratio = about.ratio(answer).filter(seen -> !answer.equals(reference));
        if (ratio.isEmpty()) {
            return Message.of("reason.highest", parts.name(answer), ReasonParts.figures(chosen));
        }
        boolean shown = about.standing(answer).filter(Standing.MEETS::equals).isPresent();
        return Message.of(
                shown ? "reason.not-worse" : "reason.beside-the-best",
                parts.name(answer),
                ReasonParts.figures(chosen),
                ReasonParts.share(ratio.get()),
                parts.name(reference),
                parts.margin());
    }

    private Optional<Message> whyNotSmaller(Duration period) {
        OptionalInt open = openBelow();
        if (open.isPresent()) {
            Settings smaller = axis.settings(open.getAsInt());
            return Optional.of(Message.of(
                    about.probablyWorse(open.getAsInt())
                            ? "reason.not-smaller.probably"
                            : "reason.not-smaller.not-decided",
                    parts.name(smaller),
                    ReasonParts.share(about.ratio(smaller).orElseThrow()),
                    parts.margin(),
                    time(period)));
        }
        Optional<Settings> worse = about.worseSeen() < axis.range().low()
                ? Optional.empty()
                : beside.performance(axis.settings(about.worseSeen())).map(Performance::settings);
        Optional<Proportion> ruledOut =
                about.worse() > about.worseSeen() ? about.ruledOut(about.worse()) : Optional.empty();
        if (ruledOut.isPresent()) {
            Settings smaller = axis.settings(about.worse());
            return ruledOut.map(by -> Message.of(
                    "reason.not-smaller.proportion",
                    parts.name(smaller),
                    Quantity.share(by.most(about.worse())),
                    by.pool(),
                    ReasonParts.share(by.ratio())));
        }
        if (worse.isEmpty() && firstKnob.isPresent()) {
            return about.tight() ? Optional.empty() : Optional.of(Message.of("reason.fewer-threads-not-tried"));
        }
        if (worse.isEmpty()) {
            int smallest = problem.space().of(Knob.POOL).map(IntRange::low).orElse(1);
            if (about.tight() || answer.pool().orElse(0) <= smallest) {
                return Optional.of(Message.of("reason.nothing-smaller"));
            }
            boolean other = about.likely().isPresent()
                    && !axis.settings(about.likely().getAsInt()).equals(answer);
            return other ? Optional.empty() : Optional.of(Message.of("reason.smaller-not-tried"));
        }
        return Optional.of(about.ratio(worse.get())
                .map(ratio -> Message.of(
                        "reason.not-smaller.worse", parts.name(worse.get()), ReasonParts.share(ratio), parts.margin()))
                .orElseGet(() -> Message.of("reason.not-smaller.fails", parts.name(worse.get()))));
    }

    private Optional<Message> whyNotLarger() {
        Optional<Message> fewWait = about.fewWait(answer)
                .map(seen -> Message.of(
                        "reason.not-larger.few-wait",
                        parts.name(answer),
                        Quantity.aboutCount(seen.waiting()),
                        Quantity.aboutCount(seen.inProgress()),
                        Quantity.share(1 / seen.least() - 1)));
        return fewWait.or(this::largestCompared);
    }

    private Optional<Message> largestCompared() {
        int pool = answer.pool().orElse(0);
        return statistics
                .settings()
                .filter(each -> each.pool().orElse(0) > pool && !each.equals(reference))
                .filter(each -> about.ratio(each).isPresent())
                .max(Comparator.comparingInt(each -> each.pool().orElse(0)))
                .map(larger -> Message.of(
                        about.ratio(larger).orElseThrow().against(1) == Interval.Side.BELOW
                                ? "reason.not-larger.ratio"
                                : "reason.not-larger.ratio-same",
                        parts.name(larger),
                        ReasonParts.share(about.ratio(larger).orElseThrow())));
    }

    /** The safe choice, if one was shown to be, the likely one, and the time that would decide. */
    private Message undecided(Duration period) {
        Message time = time(period);
        Settings likely =
                about.likely().isPresent() ? axis.settings(about.likely().getAsInt()) : answer;
        if (about.answer().isEmpty()) {
            return Message.of("reason.none-shown", parts.margin(), parts.name(likely), time);
        }
        return likely.equals(answer)
                ? Message.of("reason.smallest-not-decided", parts.name(answer), time)
                : Message.of("reason.smallest-not-decided.likely", parts.name(answer), time, parts.name(likely));
    }

    /** Beyond half an hour the estimate is little more than that it is long. */
    private Message time(Duration period) {
        Duration needed = toDecide(period);
        return needed.compareTo(LONG) > 0
                ? Message.of("reason.more-than", Durations.format(LONG))
                : Message.of("reason.about", Durations.format(needed));
    }

    private Duration toDecide(Duration period) {
        OptionalInt open = about.unclear().isEmpty() && about.answer().isEmpty() ? about.promising() : about.unclear();
        double blocks = open.isPresent() ? about.blocksToDecide(open.getAsInt()) : USUAL_BLOCKS * about.halvings();
        return Duration.ofSeconds(10 * (long) Math.ceil(2 * blocks * period.toSeconds() / 10));
    }

    /** The smaller value whose comparison with the line decides how small the answer can be, where that is open. */
    private OptionalInt openBelow() {
        return about.tight() || !about.probablyTight() ? about.unclear() : about.probablyWorse();
    }

    /** What the reason against a smaller one speaks of; whether fewer threads are enough matters less than that of the pool. */
    private Optional<Performance> below() {
        int smaller = firstKnob.isPresent() ? about.worseSeen() : openBelow().orElse(about.worseSeen());
        return smaller < axis.range().low()
                ? firstKnob.flatMap(SwitchingConclusion::below)
                : beside.performance(axis.settings(smaller));
    }

    private Optional<Performance> baseline() {
        return beside.performance(problem.found())
                .or(() -> SettingStatistics.notCounted(trials, statistics.target(), problem.found()));
    }
}
