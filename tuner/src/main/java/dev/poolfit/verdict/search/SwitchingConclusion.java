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
import dev.poolfit.verdict.setting.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Concludes from settings that were switched under one load. */
final class SwitchingConclusion {
    /** A comparison takes about so many blocks of two settings where nothing is known of it yet. */
    private static final int USUAL_BLOCKS = 12;

    private static final Duration LONG = Duration.ofMinutes(30);

    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final Ratios ratios;
    private final Settings reference;
    private final Settings answer;
    /** What the answer gave when it was last compared. */
    private final Interval level;

    private final List<Trial> trials;
    private final ComparisonWithBest about;
    private final Axis axis;
    private final Optional<SwitchingConclusion> firstKnob;
    private final boolean decided;
    private final Reasons reasons;

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
        this.ratios = ratios;
        this.answer = answer;
        reference = ratios.best();
        level = trials.stream()
                .filter(trial -> trial.valid()
                        && trial.periods().isPresent()
                        && trial.settings().equals(answer))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .throughput();
        this.trials = trials;
        this.about = about;
        axis = about.axis();
        this.firstKnob = firstKnob;
        this.decided = decided;
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
                        new Conclusion.Choice(performance(answer), baseline(), below(), tried()),
                        trials,
                        problem.goal().margin().fraction()),
                Conclusion.Grounds.of(why),
                problem.poolLimit());
    }

    private Message whyThis() {
        Performance chosen = performance(answer).orElseThrow();
        Optional<Interval> ratio = about.ratio(answer).filter(seen -> !answer.equals(reference));
        if (ratio.isEmpty()) {
            return Message.of("reason.highest", reasons.name(answer), Reasons.figures(chosen));
        }
        boolean shown = about.standing(answer).filter(Standing.MEETS::equals).isPresent();
        return Message.of(
                shown ? "reason.not-worse" : "reason.beside-the-best",
                reasons.name(answer),
                Reasons.figures(chosen),
                Reasons.share(ratio.get()),
                reasons.name(reference),
                reasons.margin());
    }

    private Optional<Message> whyNotSmaller(Duration period) {
        OptionalInt open = openBelow();
        if (open.isPresent()) {
            Settings smaller = axis.settings(open.getAsInt());
            return Optional.of(Message.of(
                    about.probablyWorse(open.getAsInt())
                            ? "reason.not-smaller.probably"
                            : "reason.not-smaller.not-decided",
                    reasons.name(smaller),
                    Reasons.share(about.ratio(smaller).orElseThrow()),
                    reasons.margin(),
                    time(period)));
        }
        Optional<Settings> worse = about.worseSeen() < axis.range().low()
                ? Optional.empty()
                : performance(axis.settings(about.worseSeen())).map(Performance::settings);
        Optional<Proportion> ruledOut =
                about.worse() > about.worseSeen() ? about.ruledOut(about.worse()) : Optional.empty();
        if (ruledOut.isPresent()) {
            Settings smaller = axis.settings(about.worse());
            return ruledOut.map(by -> Message.of(
                    "reason.not-smaller.proportion",
                    reasons.name(smaller),
                    Quantity.share(by.most(about.worse())),
                    by.pool(),
                    Reasons.share(by.ratio())));
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
                        "reason.not-smaller.worse", reasons.name(worse.get()), Reasons.share(ratio), reasons.margin()))
                .orElseGet(() -> Message.of("reason.not-smaller.fails", reasons.name(worse.get()))));
    }

    private Optional<Message> whyNotLarger() {
        Optional<Message> fewWait = about.fewWait(answer)
                .map(seen -> Message.of(
                        "reason.not-larger.few-wait",
                        reasons.name(answer),
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
                        reasons.name(larger),
                        Reasons.share(about.ratio(larger).orElseThrow())));
    }

    /** The safe choice, if one was shown to be, the likely one, and the time that would decide. */
    private Message undecided(Duration period) {
        Message time = time(period);
        Settings likely =
                about.likely().isPresent() ? axis.settings(about.likely().getAsInt()) : answer;
        if (about.answer().isEmpty()) {
            return Message.of("reason.none-shown", reasons.margin(), reasons.name(likely), time);
        }
        return likely.equals(answer)
                ? Message.of("reason.smallest-not-decided", reasons.name(answer), time)
                : Message.of("reason.smallest-not-decided.likely", reasons.name(answer), time, reasons.name(likely));
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
                : performance(axis.settings(smaller));
    }

    private Optional<Performance> baseline() {
        return performance(problem.found())
                .or(() -> SettingStatistics.notCounted(
                        trials, Target.of(problem.goal(), problem.load()), problem.found()));
    }

    private List<Performance> tried() {
        return statistics.performances().stream()
                .map(this::beside)
                .map(this::standing)
                .toList();
    }

    private Optional<Performance> performance(Settings settings) {
        return statistics.performance(settings).map(this::beside).map(this::standing);
    }

    /**
     * With the rate that a setting would have had while the answer was last compared, by what they gave under one load; its interval
     * is that of their ratio.
     */
    private Performance beside(Performance each) {
        if (each.settings().equals(answer)) {
            return each.throughput(level);
        }
        double rate = level.mean();
        return ratios.interval(each.settings(), Set.of(answer))
                .map(ratio ->
                        each.throughput(new Interval(rate * ratio.mean(), rate * ratio.low(), rate * ratio.high())))
                .orElse(each);
    }

    private Performance standing(Performance each) {
        boolean best =
                each.settings().equals(reference) && about.answer().isPresent() && !smallerAndOpen(each.settings());
        if (best || each.standing() == Standing.FAILS) {
            return each;
        }
        return each.standing(about.standing(each.settings()).orElse(Standing.UNCLEAR));
    }

    /** Whether it looks best, is smaller than the answer, and was not shown to be as good. */
    private boolean smallerAndOpen(Settings best) {
        boolean smaller = best.pool().orElse(0) < answer.pool().orElse(0)
                || best.threads().orElse(0) < answer.threads().orElse(0);
        return smaller && about.standing(best).filter(Standing.UNCLEAR::equals).isPresent();
    }
}
