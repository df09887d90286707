package dev.poolfit.report;

import static dev.poolfit.units.Quantity.aboutCount;
import static dev.poolfit.units.Quantity.aboutShare;
import static dev.poolfit.units.Quantity.cores;
import static dev.poolfit.units.Quantity.share;
import static dev.poolfit.units.Quantity.time;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.reason.ModelRemark;
import dev.poolfit.verdict.reason.NotLarger;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.OutOfReach;
import dev.poolfit.verdict.reason.RampReason;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.Undecided;
import dev.poolfit.verdict.reason.WhyThis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The words for each kind of {@link Reason}. */
public final class ReasonWords extends ReasonParts {
    private final Map<Class<?>, Function<Reason, Message>> rows = new HashMap<>();

    public ReasonWords(Goal goal, SearchSpace space) {
        super(goal, space);
        row(WhyThis.Highest.class, it -> say("reason.highest", it.chosen()));
        row(
                WhyThis.ProbablyNearHighest.class,
                it -> say(
                        "reason.near-the-highest.modelled",
                        it.chosen(),
                        share(it.indifference()),
                        aboutShare(it.probability())));
        row(
                WhyThis.NotWorse.class,
                it -> say(
                        it.underOneLoad() ? "reason.not-worse" : "reason.not-worse.separate",
                        it.chosen(),
                        it.ratio(),
                        it.best(),
                        margin()));
        row(WhyThis.Between.class, it -> say("reason.between", it.smallest(), it.chosen()));
        row(WhyThis.Together.class, it -> say("reason.together", it.smallest(), it.chosen()));
        row(WhyThis.BesideTheBest.class, it -> say("reason.beside-the-best", it.chosen(), it.ratio(), it.best()));
        row(
                WhyThis.Meets.class,
                it -> say(
                        it.tested() ? "reason.meets.tested" : "reason.meets",
                        it.chosen().settings(),
                        wanted(),
                        figures(it.chosen()),
                        it.chosen().trials()));
        row(WhyThis.Safe.class, it -> say("reason.safe", it.chosen()));

        row(NotSmaller.NothingSmaller.class, it -> say("reason.nothing-smaller"));
        row(
                NotSmaller.MayDeadlock.class,
                it -> say(
                        it.nested().threads().isPresent()
                                ? "reason.not-smaller.may-deadlock"
                                : "reason.not-smaller.may-deadlock-users",
                        it.nested(),
                        it.threads(),
                        it.pool()));
        row(NotSmaller.NotTried.class, it -> say("reason.smaller-not-tried"));
        row(NotSmaller.FewerThreadsNotTried.class, it -> say("reason.fewer-threads-not-tried"));
        row(
                NotSmaller.Misses.class,
                it -> say("reason.not-smaller.misses", it.smaller().settings(), missed(it.smaller(), it.bounds())));
        row(NotSmaller.Fails.class, it -> say("reason.not-smaller.fails", it.smaller()));
        row(
                NotSmaller.FailsTest.class,
                it -> say(
                        "reason.not-smaller.tested",
                        it.smaller().settings(),
                        rate(it.smaller().throughput()),
                        it.smaller().trials()));
        row(NotSmaller.Worse.class, it -> say("reason.not-smaller.worse", it.smaller(), it.ratio(), margin()));
        row(
                NotSmaller.WorseInProportion.class,
                it -> say("reason.not-smaller.proportion", it.smaller(), share(it.most()), it.pool(), it.ratio()));
        row(NotSmaller.MayBeWorse.class, it -> say("reason.not-smaller.separate", it.smaller(), it.ratio(), margin()));
        row(
                NotSmaller.NotDecided.class,
                it -> say(
                        switch (it.leaning()) {
                            case NONE -> "reason.not-smaller.not-decided";
                            case PROBABLY_WORSE -> "reason.not-smaller.probably";
                            case SURELY_LESS -> "reason.not-smaller.surely-less";
                        },
                        it.smaller(),
                        it.ratio(),
                        margin(),
                        it.needed()));
        row(NotSmaller.Unclear.class, it -> say("reason.not-smaller.unclear", it.smaller()));
        row(
                NotSmaller.ProbablyFails.class,
                it -> say("reason.not-smaller.modelled", it.smaller(), aboutShare(it.risk())));
        row(
                NotSmaller.NotMeasured.class,
                it -> say("reason.smaller-not-measured", it.smaller(), aboutShare(it.risk())));
        row(
                NotSmaller.ProbablyEnough.class,
                it -> say("reason.smaller-probably-enough", it.smaller(), aboutShare(it.probability())));
        row(
                NotSmaller.AlsoMeets.class,
                it -> say(
                        "reason.smaller-may-do",
                        it.smaller().settings(),
                        it.smaller().trials()));

        row(
                NotLarger.Gave.class,
                it -> say(
                        switch (it.difference()) {
                            case LESS -> "reason.not-larger.lower";
                            case NOT_SIGNIFICANT -> "reason.not-larger.same";
                            case MORE_WITHIN_LIMIT -> "reason.not-larger.within-limit";
                            case MORE_THAN_ASKED -> "reason.not-larger.unasked";
                        },
                        it.larger(),
                        rate(it.throughput())));
        row(
                NotLarger.GaveOfTheBest.class,
                it -> say(
                        it.less() ? "reason.not-larger.ratio" : "reason.not-larger.ratio-same",
                        it.larger(),
                        it.ratio()));
        row(
                NotLarger.FewWait.class,
                it -> say(
                        "reason.not-larger.few-wait",
                        it.chosen(),
                        aboutCount(it.waiting()),
                        aboutCount(it.inProgress()),
                        share(it.most())));

        row(Undecided.SeenOnce.class, it -> say("reason.seen-once", it.best()));
        row(Undecided.RepeatsNotCounted.class, it -> say("reason.repeats-untrusted", it.best(), flags(it.flags())));
        row(Undecided.NotCertain.class, it -> say("reason.not-certain", it.nearest()));
        row(Undecided.NotShown.class, it -> say("reason.not-shown", it.likely(), it.ratio(), it.best(), margin()));
        row(Undecided.WithMargin.class, it -> say("reason.with-margin", share(it.margin()), margin(), it.enough()));
        row(Undecided.NameARate.class, it -> say("reason.name-a-rate"));
        row(
                Undecided.TooRisky.class,
                it -> say("reason.too-risky", it.best(), share(it.indifference()), aboutShare(it.risk())));
        row(Undecided.Contradicting.class, it -> gave("reason.contradicting", it.smaller(), it.larger()));
        row(Undecided.NoneShown.class, it -> say("reason.none-shown", margin(), it.likely(), it.needed()));
        row(
                Undecided.SmallestNotDecided.class,
                it -> it.likely()
                        .map(likely -> say("reason.smallest-not-decided.likely", it.safe(), it.needed(), likely))
                        .orElseGet(() -> say("reason.smallest-not-decided", it.safe(), it.needed())));
        row(
                Undecided.LargerNotCompared.class,
                it -> say("reason.larger-not-compared", it.answer(), it.larger(), it.needed()));
        row(Undecided.HigherAlone.class, it -> gave("reason.higher-alone", it.alone()));
        row(
                Undecided.LowerAlone.class,
                it -> say(
                        "reason.lower-alone",
                        it.alone().settings(),
                        rate(it.alone().throughput()),
                        rate(it.inTurns())));
        row(
                OutOfReach.Misses.class,
                it -> say("reason.misses", it.nearest().settings(), missed(it.nearest(), it.bounds())));
        row(Undecided.NotAllTried.class, it -> say("reason.not-all-tried"));
        row(
                Undecided.NoValidTrial.class,
                it -> say("reason.no-valid-measurement", it.settings().toString(), flags(it.flags())));
        row(Undecided.NothingMeasured.class, it -> say("reason.nothing-measured"));
        row(Undecided.Unfinished.class, it -> say("reason.unfinished", it.budget(), it.used()));

        row(OutOfReach.Nearest.class, it -> say("reason.nearest", it.nearest()));
        row(OutOfReach.MayDeadlock.class, it -> say("reason.may-deadlock", it.nested(), threads(it.nested())));
        row(OutOfReach.NoneMet.class, it -> say("reason.none-met", wanted()));
        row(OutOfReach.LevelledOff.class, it -> say("reason.levelled-off", it.other(), rate(it.throughput())));

        row(
                ModelRemark.FittedToOthers.class,
                it -> say("reason.fitted-to-others", it.initial().toString()));
        row(ModelRemark.WithoutModel.class, it -> say("reason.without-model"));
        row(ModelRemark.Unproven.class, it -> say("reason.model-unproven"));
        row(ModelRemark.Missed.class, it -> say("reason.model-missed", aboutShare(it.error()), margin()));

        row(Condition.StillRising.class, it -> say("reason.still-rising", share(it.more())));
        row(Condition.StillCompiling.class, it -> say("reason.still-compiling", time(it.millisPerSecond())));
        row(Condition.ProgramsBeside.class, it -> say("reason.other-programs", cores(it.used()), cores(it.cores())));
        row(Condition.Cold.class, it -> say("reason.cold-trials", it.trials()));
        row(Condition.CarriedOver.class, it -> say("reason.carried-over"));
        row(Condition.NotAtRealSize.class, it -> say("reason.not-at-real-size", it.smaller(), it.larger()));
        row(
                Condition.AsRealSizes.class,
                it -> say(
                        it.differ() ? "reason.not-as-real-sizes" : "reason.as-real-sizes",
                        it.smaller(),
                        it.larger(),
                        it.within(),
                        it.real()));
        row(
                Condition.OnlyWithinPool.class,
                it -> say(it.unpaid() ? "reason.real-sizes-unpaid" : "reason.real-sizes-alone"));
        row(
                Condition.ShortSlices.class,
                it -> say("reason.short-slices", it.smaller(), it.larger(), it.inShort(), it.inLong()));
        row(Condition.WithoutSwitching.class, it -> say("reason.without-switching", Message.of(it.because())));
        row(Condition.TenthMore.class, it -> say("reason.tenth-more", it.budget()));
        row(
                Condition.LongCycle.class,
                it -> say("reason.without-switching", say("switching.long-cycle", time(it.millis()))));

        row(KnobReason.Searched.class, it -> say("knob.searched", it.others().toString()));
        row(
                KnobReason.NotSearched.class,
                it -> say("knob.not-searched", it.others().toString()));
        row(
                KnobReason.Kept.class,
                it -> say(
                        "knob.kept",
                        it.knob().key(),
                        range(it.knob()),
                        it.held().text(it.knob()),
                        it.needed()));
        row(
                KnobReason.NoEffect.class,
                it -> say("knob.no-effect", it.value().toString(), it.at().toString()));
        row(
                KnobReason.NotCompared.class,
                it -> say(
                        "knob.not-compared",
                        it.value().toString(),
                        it.at().toString(),
                        it.held().text(it.knob())));
        row(
                KnobReason.Compared.class,
                it -> say(
                        switch (it.side()) {
                            case ABOVE -> "knob.better";
                            case BELOW -> "knob.worse";
                            case OPEN -> "knob.no-difference";
                        },
                        it.value().value().toString(),
                        it.at().toString(),
                        gave(it.value(), it.rates()),
                        gave(it.held(), it.rates()),
                        it.held().value().text(it.knob())));

        row(
                RampReason.DoesNotBreak.class,
                it -> say(
                        "breaking.none",
                        it.ramp().top(),
                        rate(it.rate()),
                        it.ramps(),
                        it.ramp().over()));
        row(
                RampReason.Breaks.class,
                it -> say(
                        "breaking.at",
                        it.ramp().top(),
                        rate(it.rate()),
                        it.ramps(),
                        it.ramp().over(),
                        causes(it.ramp(), it.by())));
        row(RampReason.NoTime.class, it -> say("breaking.no-time"));
        row(RampReason.TooFewValid.class, it -> say("breaking.too-few-valid", it.ramps(), flags(it.flags())));
    }

    /** The reasons of a run. */
    static List<Message> of(Run run) {
        var words = new ReasonWords(run.question().goal(), run.question().space());
        return run.conclusion().reasons().stream().map(words::message).toList();
    }

    /** Returns the key of its message, such as {@code reason.meets}. */
    public static String key(Reason reason) {
        var words = new ReasonWords(Goal.HIGHEST, new SearchSpace(Map.of()));
        return words.message(reason).key();
    }

    public Message message(Reason reason) {
        var row = rows.get(reason.getClass());
        if (row == null) {
            throw new IllegalArgumentException("there are no words for " + reason);
        }
        return row.apply(reason);
    }

    private <R extends Reason> void row(Class<R> type, Function<R, Message> words) {
        rows.put(type, reason -> words.apply(type.cast(reason)));
    }
}
