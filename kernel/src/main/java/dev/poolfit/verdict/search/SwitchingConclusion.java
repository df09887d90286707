package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Axis;
import dev.poolfit.verdict.comparison.ComparisonWithBest;
import dev.poolfit.verdict.comparison.Ending;
import dev.poolfit.verdict.comparison.Ratios;
import dev.poolfit.verdict.reason.MeasuredSetting;
import dev.poolfit.verdict.reason.MissedBounds;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.TimeToDecide;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import dev.poolfit.verdict.setting.SettingStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Concludes from settings that were switched under one load. */
final class SwitchingConclusion {
    /** A comparison takes about so many blocks of two settings where nothing is known of it yet. */
    private static final int USUAL_BLOCKS = 12;

    /** Beyond that the estimate is little more than that it is long. */
    private static final Duration LONG = Duration.ofMinutes(30);

    private final SearchProblem problem;
    private final SettingStatistics statistics;
    private final BesideAnswer beside;
    private final AnswerAlone alone;
    private final Settings reference;
    private final Settings answer;
    private final List<Trial> trials;
    private final ComparisonWithBest about;
    private final Axis axis;
    private final Optional<SwitchingConclusion> firstKnob;
    private final boolean decided;

    /**
     * @param answer the smallest setting that was shown not to be worse, or what comes nearest
     * @param about what is known of one knob's values beside it
     * @param firstKnob the same of the knob that was tuned first, where this is another one
     * @param decided whether the answer is worth telling ({@link ComparisonWithBest#answered})
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
        alone = new AnswerAlone(
                statistics.target(), beside, answer, trials, problem.cost().of(1));
        this.trials = trials;
        this.about = about;
        axis = about.axis();
        this.firstKnob = firstKnob;
        this.decided = decided;
    }

    /**
     * The answer, if that is decided and it meets the goal's other bounds.
     *
     * @param period how long a setting holds
     * @param above a larger setting that has to be compared before
     */
    Conclusion conclude(Duration period, Optional<Settings> above) {
        Performance own = statistics.performance(answer).orElseThrow();
        if (own.standing() == Standing.FAILS) {
            MissedBounds missed = statistics.target().missed(own.throughput(), own.p99Ms(), own.errorRate());
            var nearest = new OutOfReach.Nearest(own.measured());
            return conclusion(
                    Outcome.INCONCLUSIVE,
                    missed.any() ? List.of(nearest, new OutOfReach.Misses(own.measured(), missed)) : List.of(nearest));
        }
        var why = new ArrayList<Reason>();
        boolean meets = own.standing() == Standing.MEETS;
        Optional<Undecided.HigherAlone> higher = alone.higher();
        higher.ifPresent(why::add);
        Optional<Undecided.LowerAlone> lower = alone.lower();
        lower.ifPresent(why::add);
        boolean asAlone = higher.isEmpty() && lower.isEmpty();
        boolean shown = decided && above.isEmpty() && asAlone;
        if (!meets) {
            why.add(new Undecided.NotCertain(own.measured()));
        }
        if (!shown && asAlone) {
            TimeToDecide needed = above.map(larger -> toDecide(IntStream.of(axis.value(larger)), period))
                    .orElseGet(() -> toDecide(period));
            why.add(above.<Reason>map(larger -> new Undecided.LargerNotCompared(answer, larger, needed))
                    .orElseGet(() -> undecided(needed)));
            if (needed.orMore()) {
                why.add(new Undecided.NameARate());
            }
        }
        why.add(whyThis());
        if (meets && shown) {
            firstKnob.orElse(this).between().ifPresent(why::add);
        }
        if (about.standing(answer).filter(Standing.MEETS::equals).isPresent()) {
            about.smallestWith(answer)
                    .map(smallest -> new WhyThis.Together(smallest, answer))
                    .ifPresent(why::add);
        }
        firstKnob.flatMap(each -> each.whyNotSmaller(period)).ifPresent(why::add);
        whyNotSmaller(period).ifPresent(why::add);
        whyNotLarger().ifPresent(why::add);
        return conclusion(meets && shown ? Outcome.RECOMMENDED : Outcome.INCONCLUSIVE, why);
    }

    /** Returns whether one trial of the answer alone gave far less, which may be chance. */
    boolean lowerOnce() {
        return alone.lower().filter(each -> each.alone().trials() == 1).isPresent();
    }

    private Conclusion conclusion(Outcome outcome, List<Reason> why) {
        return new Ending(problem, trials)
                .of(outcome, beside.performance(answer), below(), beside.tried(), Conclusion.Grounds.of(why));
    }

    private Optional<WhyThis.Between> between() {
        return about.probablyTight()
                ? Optional.empty()
                : Optional.of(new WhyThis.Between(
                        axis.settings(about.smallestLikely()).only(tunedFirst()), answer.only(tunedFirst())));
    }

    private Knob tunedFirst() {
        return problem.space().of(Knob.POOL).isPresent() ? Knob.POOL : Knob.THREADS;
    }

    private WhyThis whyThis() {
        MeasuredSetting chosen = beside.performance(answer).orElseThrow().measured();
        Optional<Interval> ratio = about.ratio(answer).filter(seen -> !answer.equals(reference));
        if (ratio.isEmpty()) {
            return new WhyThis.Highest(chosen);
        }
        return about.standing(answer).filter(Standing.MEETS::equals).isPresent()
                ? new WhyThis.NotWorse(chosen, ratio.get(), reference, true)
                : new WhyThis.BesideTheBest(chosen, ratio.get(), reference);
    }

    private Optional<NotSmaller> whyNotSmaller(Duration period) {
        OptionalInt open = openBelow();
        if (open.isPresent()) {
            Settings smaller = axis.settings(open.getAsInt());
            return Optional.of(new NotSmaller.NotDecided(
                    smaller,
                    about.ratio(smaller).orElseThrow(),
                    about.passedOver(open.getAsInt()).orElse(NotSmaller.Leaning.NONE),
                    toDecide(open.stream(), period)));
        }
        int worse = about.worse();
        if (worse > about.worseSeen()) {
            return about.ruledOut(worse)
                    .map(by -> new NotSmaller.WorseInProportion(
                            axis.settings(worse), by.most(worse), by.pool(), by.ratio()));
        }
        if (worse >= axis.range().low()) {
            Settings smaller = axis.settings(worse);
            return Optional.of(about.ratio(smaller)
                    .<NotSmaller>map(ratio -> new NotSmaller.Worse(smaller, ratio))
                    .orElseGet(() -> new NotSmaller.Fails(smaller)));
        }
        if (firstKnob.isPresent()) {
            return about.tight() ? Optional.empty() : Optional.of(new NotSmaller.FewerThreadsNotTried());
        }
        int smallest = problem.space().of(Knob.POOL).map(IntRange::low).orElse(1);
        if (about.tight() || tunedFirst() == Knob.POOL && answer.pool().orElse(0) <= smallest) {
            return Optional.of(new NotSmaller.NothingSmaller());
        }
        return likely().equals(answer) ? Optional.of(new NotSmaller.NotTried()) : Optional.empty();
    }

    private Optional<NotLarger> whyNotLarger() {
        return about.fewWait(answer)
                .<NotLarger>map(
                        seen -> new NotLarger.FewWait(answer, seen.waiting(), seen.inProgress(), 1 / seen.least() - 1))
                .or(this::largestCompared);
    }

    private Optional<NotLarger> largestCompared() {
        int pool = answer.pool().orElse(0);
        return statistics
                .settings()
                .filter(each -> each.pool().orElse(0) > pool && !each.equals(reference))
                .filter(each -> about.ratio(each).isPresent())
                .max(Comparator.comparingInt(each -> each.pool().orElse(0)))
                .map(larger -> {
                    Interval ratio = about.ratio(larger).orElseThrow();
                    return new NotLarger.GaveOfTheBest(larger, ratio, ratio.against(1) == Interval.Side.BELOW);
                });
    }

    /** The safe choice, if one was shown to be, the likely one, and the time that would decide. */
    private Undecided undecided(TimeToDecide needed) {
        return about.answer().isEmpty()
                ? new Undecided.NoneShown(likely(), needed)
                : new Undecided.SmallestNotDecided(
                        answer, Optional.of(likely()).filter(each -> !each.equals(answer)), needed);
    }

    private Settings likely() {
        return about.likely().stream().mapToObj(axis::settings).findFirst().orElse(answer);
    }

    /** Of the value that would be decided soonest, and of the one that is likely to be the answer. */
    private TimeToDecide toDecide(Duration period) {
        OptionalInt open = about.unclear().isEmpty() && about.answer().isEmpty() ? about.promising() : about.unclear();
        IntStream likely = about.likely().stream().filter(value -> value > about.worse() && value < about.ceiling());
        return toDecide(IntStream.concat(open.stream(), open.isPresent() ? likely : IntStream.empty()), period);
    }

    private TimeToDecide toDecide(IntStream values, Duration period) {
        double blocks =
                values.mapToDouble(about.blocksMissing()::toDecide).max().orElseGet(() -> USUAL_BLOCKS * halvings());
        Duration needed = Duration.ofSeconds(10 * (long) Math.ceil(2 * blocks * period.toMillis() / 10_000));
        return needed.compareTo(LONG) > 0 ? new TimeToDecide(LONG, true) : new TimeToDecide(needed, false);
    }

    /** How often the gap between the largest worse value and the answer can be halved by ratio; at least 1. */
    private double halvings() {
        double ratio = about.ceiling() / (double) Math.max(1, about.worse());
        return Math.max(1, Math.log(Math.max(1, ratio)) / Math.log(2));
    }

    /** The smaller value whose comparison with the line decides how small the answer can be, where that is open. */
    private OptionalInt openBelow() {
        return about.tight() || !about.probablyTight() ? about.unclear() : about.passedOver();
    }

    /** Returns the setting that the reason against a smaller one speaks of; whether fewer threads are enough matters less than that of the pool. */
    private Optional<Performance> below() {
        int smaller = firstKnob.isPresent() ? about.worseSeen() : openBelow().orElse(about.worseSeen());
        return smaller < axis.range().low()
                ? firstKnob.flatMap(SwitchingConclusion::below)
                : beside.performance(axis.settings(smaller));
    }
}
