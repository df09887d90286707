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
import java.util.function.BiFunction;

/** The words for each kind of {@link Reason}. */
public final class ReasonWords {
    private static final Map<Class<?>, BiFunction<ReasonParts, Reason, Message>> ROWS = new HashMap<>();

    static {
        row(WhyThis.Highest.class, (in, it) -> in.say("reason.highest", it.chosen()));
        row(
                WhyThis.ProbablyNearHighest.class,
                (in, it) -> in.say(
                        "reason.near-the-highest.modelled",
                        it.chosen(),
                        share(it.indifference()),
                        aboutShare(it.probability())));
        row(
                WhyThis.NotWorse.class,
                (in, it) -> in.say(
                        it.underOneLoad() ? "reason.not-worse" : "reason.not-worse.separate",
                        it.chosen(),
                        it.ratio(),
                        it.best(),
                        in.margin()));
        row(
                WhyThis.BesideTheBest.class,
                (in, it) -> in.say("reason.beside-the-best", it.chosen(), it.ratio(), it.best()));
        row(
                WhyThis.Meets.class,
                (in, it) -> in.say(
                        it.tested() ? "reason.meets.tested" : "reason.meets",
                        it.chosen().settings(),
                        in.wanted(),
                        in.figures(it.chosen()),
                        it.chosen().trials()));
        row(WhyThis.Safe.class, (in, it) -> in.say("reason.safe", it.chosen()));

        row(NotSmaller.NothingSmaller.class, (in, it) -> in.say("reason.nothing-smaller"));
        row(NotSmaller.NotTried.class, (in, it) -> in.say("reason.smaller-not-tried"));
        row(NotSmaller.FewerThreadsNotTried.class, (in, it) -> in.say("reason.fewer-threads-not-tried"));
        row(
                NotSmaller.Misses.class,
                (in, it) -> in.say(
                        "reason.not-smaller.misses", it.smaller().settings(), in.missed(it.smaller(), it.bounds())));
        row(NotSmaller.Fails.class, (in, it) -> in.say("reason.not-smaller.fails", it.smaller()));
        row(
                NotSmaller.FailsTest.class,
                (in, it) -> in.say(
                        "reason.not-smaller.tested",
                        it.smaller().settings(),
                        in.rate(it.smaller().throughput()),
                        it.smaller().trials()));
        row(
                NotSmaller.Worse.class,
                (in, it) -> in.say("reason.not-smaller.worse", it.smaller(), it.ratio(), in.margin()));
        row(
                NotSmaller.WorseInProportion.class,
                (in, it) ->
                        in.say("reason.not-smaller.proportion", it.smaller(), share(it.most()), it.pool(), it.ratio()));
        row(
                NotSmaller.MayBeWorse.class,
                (in, it) -> in.say("reason.not-smaller.separate", it.smaller(), it.ratio(), in.margin()));
        row(
                NotSmaller.NotDecided.class,
                (in, it) -> in.say(
                        it.probablyWorse() ? "reason.not-smaller.probably" : "reason.not-smaller.not-decided",
                        it.smaller(),
                        it.ratio(),
                        in.margin(),
                        it.needed()));
        row(NotSmaller.Unclear.class, (in, it) -> in.say("reason.not-smaller.unclear", it.smaller()));
        row(
                NotSmaller.ProbablyFails.class,
                (in, it) -> in.say("reason.not-smaller.modelled", it.smaller(), aboutShare(it.risk())));
        row(
                NotSmaller.NotMeasured.class,
                (in, it) -> in.say("reason.smaller-not-measured", it.smaller(), aboutShare(it.risk())));
        row(
                NotSmaller.ProbablyEnough.class,
                (in, it) -> in.say("reason.smaller-probably-enough", it.smaller(), aboutShare(it.probability())));
        row(
                NotSmaller.AlsoMeets.class,
                (in, it) -> in.say(
                        "reason.smaller-may-do",
                        it.smaller().settings(),
                        it.smaller().trials()));

        row(
                NotLarger.Gave.class,
                (in, it) -> in.say(
                        switch (it.difference()) {
                            case LESS -> "reason.not-larger.lower";
                            case NOT_SIGNIFICANT -> "reason.not-larger.same";
                            case MORE_WITHIN_LIMIT -> "reason.not-larger.within-limit";
                            case MORE_THAN_ASKED -> "reason.not-larger.unasked";
                        },
                        it.larger(),
                        in.rate(it.throughput())));
        row(
                NotLarger.GaveOfTheBest.class,
                (in, it) -> in.say(
                        it.less() ? "reason.not-larger.ratio" : "reason.not-larger.ratio-same",
                        it.larger(),
                        it.ratio()));
        row(
                NotLarger.FewWait.class,
                (in, it) -> in.say(
                        "reason.not-larger.few-wait",
                        it.chosen(),
                        aboutCount(it.waiting()),
                        aboutCount(it.inProgress()),
                        share(it.most())));

        row(Undecided.SeenOnce.class, (in, it) -> in.say("reason.seen-once", it.best()));
        row(
                Undecided.RepeatsNotCounted.class,
                (in, it) -> in.say("reason.repeats-untrusted", it.best(), in.flags(it.flags())));
        row(Undecided.NotCertain.class, (in, it) -> in.say("reason.not-certain", it.nearest()));
        row(
                Undecided.NotShown.class,
                (in, it) -> in.say("reason.not-shown", it.likely(), it.ratio(), it.best(), in.margin()));
        row(Undecided.NameARate.class, (in, it) -> in.say("reason.name-a-rate"));
        row(
                Undecided.TooRisky.class,
                (in, it) -> in.say("reason.too-risky", it.best(), share(it.indifference()), aboutShare(it.risk())));
        row(
                Undecided.Contradicting.class,
                (in, it) -> in.say(
                        "reason.contradicting",
                        it.smaller().settings(),
                        in.rate(it.smaller().throughput()),
                        it.larger().settings(),
                        in.rate(it.larger().throughput())));
        row(Undecided.NoneShown.class, (in, it) -> in.say("reason.none-shown", in.margin(), it.likely(), it.needed()));
        row(
                Undecided.SmallestNotDecided.class,
                (in, it) -> it.likely()
                        .map(likely -> in.say("reason.smallest-not-decided.likely", it.safe(), it.needed(), likely))
                        .orElseGet(() -> in.say("reason.smallest-not-decided", it.safe(), it.needed())));
        row(Undecided.NotAllTried.class, (in, it) -> in.say("reason.not-all-tried"));
        row(
                Undecided.NoValidTrial.class,
                (in, it) -> in.say("reason.no-valid-measurement", it.settings().toString(), in.flags(it.flags())));
        row(Undecided.NothingMeasured.class, (in, it) -> in.say("reason.nothing-measured"));
        row(Undecided.Unfinished.class, (in, it) -> in.say("reason.unfinished", it.budget(), it.used()));

        row(OutOfReach.Nearest.class, (in, it) -> in.say("reason.nearest", it.nearest()));
        row(OutOfReach.NoneMet.class, (in, it) -> in.say("reason.none-met", in.wanted()));
        row(
                OutOfReach.LevelledOff.class,
                (in, it) -> in.say("reason.levelled-off", it.other(), in.rate(it.throughput())));

        row(
                ModelRemark.FittedToOthers.class,
                (in, it) -> in.say("reason.fitted-to-others", it.initial().toString()));
        row(ModelRemark.WithoutModel.class, (in, it) -> in.say("reason.without-model"));
        row(ModelRemark.Unproven.class, (in, it) -> in.say("reason.model-unproven"));
        row(ModelRemark.Missed.class, (in, it) -> in.say("reason.model-missed", aboutShare(it.error()), in.margin()));

        row(Condition.StillRising.class, (in, it) -> in.say("reason.still-rising", share(it.more())));
        row(Condition.StillCompiling.class, (in, it) -> in.say("reason.still-compiling", time(it.millisPerSecond())));
        row(
                Condition.ProgramsBeside.class,
                (in, it) -> in.say("reason.other-programs", cores(it.used()), cores(it.cores())));
        row(Condition.Cold.class, (in, it) -> in.say("reason.cold-trials", it.trials()));
        row(Condition.CarriedOver.class, (in, it) -> in.say("reason.carried-over"));
        row(Condition.WithoutSwitching.class, (in, it) -> in.say("reason.without-switching", Message.of(it.because())));
        row(
                Condition.LongCycle.class,
                (in, it) -> in.say("reason.without-switching", in.say("switching.long-cycle", time(it.millis()))));

        row(
                KnobReason.Searched.class,
                (in, it) -> in.say("knob.searched", it.others().toString()));
        row(
                KnobReason.NotSearched.class,
                (in, it) -> in.say("knob.not-searched", it.others().toString()));
        row(
                KnobReason.Kept.class,
                (in, it) -> in.say(
                        "knob.kept",
                        it.knob().key(),
                        in.space().text(it.knob()),
                        it.held().text(it.knob()),
                        it.needed()));
        row(
                KnobReason.NoEffect.class,
                (in, it) ->
                        in.say("knob.no-effect", it.value().toString(), it.at().toString()));
        row(
                KnobReason.NotCompared.class,
                (in, it) -> in.say(
                        "knob.not-compared",
                        it.value().toString(),
                        it.at().toString(),
                        it.held().text(it.knob())));
        row(
                KnobReason.Compared.class,
                (in, it) -> in.say(
                        switch (it.side()) {
                            case ABOVE -> "knob.better";
                            case BELOW -> "knob.worse";
                            case OPEN -> "knob.no-difference";
                        },
                        it.value().value().toString(),
                        it.at().toString(),
                        in.gave(it.value(), it.rates()),
                        in.gave(it.held(), it.rates()),
                        it.held().value().text(it.knob())));

        row(
                RampReason.DoesNotBreak.class,
                (in, it) -> in.say(
                        "breaking.none",
                        it.ramp().top(),
                        in.rate(it.rate()),
                        it.ramps(),
                        it.ramp().over()));
        row(
                RampReason.Breaks.class,
                (in, it) -> in.say(
                        "breaking.at",
                        it.ramp().top(),
                        in.rate(it.rate()),
                        it.ramps(),
                        it.ramp().over(),
                        in.causes(it.ramp(), it.by())));
        row(RampReason.NoTime.class, (in, it) -> in.say("breaking.no-time"));
        row(
                RampReason.TooFewValid.class,
                (in, it) -> in.say("breaking.too-few-valid", it.ramps(), in.flags(it.flags())));
    }

    private final ReasonParts parts;

    public ReasonWords(Goal goal, SearchSpace space) {
        parts = new ReasonParts(goal, space);
    }

    /** The reasons of a run. */
    static List<Message> of(Run run) {
        var words = new ReasonWords(run.question().goal(), run.question().space());
        return run.conclusion().reasons().stream().map(words::message).toList();
    }

    /** What its words are found by, such as {@code reason.meets}, whatever was asked. */
    public static String key(Reason reason) {
        return new ReasonWords(Goal.HIGHEST, new SearchSpace(Map.of()))
                .message(reason)
                .key();
    }

    public Message message(Reason reason) {
        var row = ROWS.get(reason.getClass());
        if (row == null) {
            throw new IllegalArgumentException("there are no words for " + reason);
        }
        return row.apply(parts, reason);
    }

    private static <R extends Reason> void row(Class<R> type, BiFunction<ReasonParts, R, Message> words) {
        ROWS.put(type, (parts, reason) -> words.apply(parts, type.cast(reason)));
    }
}
