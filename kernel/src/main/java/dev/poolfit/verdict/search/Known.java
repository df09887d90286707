package dev.poolfit.verdict.search;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.forecast.Candidates.ModelledStep;
import dev.poolfit.verdict.forecast.ExpectedLoss;
import java.util.Locale;
import java.util.OptionalInt;

/** What is known before a step, as the progress, the journal and the report tell it beside the rule that chose the step. */
final class Known {
    private Known() {}

    /**
     * What a setting gave so far.
     *
     * @param maximal whether it stands beside the best, and not to a rate
     */
    static Message run(Performance performance, boolean maximal) {
        return Message.of(
                "because.run",
                performance.settings().toString(),
                between(Quantity.rate(performance.throughput().mean()), performance.throughput()),
                Message.of((maximal ? "standing.among-the-best." : "standing.goal.")
                        + performance.standing().name().toLowerCase(Locale.ROOT)),
                performance.trials());
    }

    /**
     * No trial of a setting counts, and nothing is expected of it.
     *
     * @param seen whether it was tried
     */
    static Message nothing(Settings settings, boolean seen) {
        return Message.of(seen ? "because.not-counted" : "because.nothing", settings.toString());
    }

    /** The answer with the least expected loss, and that loss. */
    static Message likely(Settings settings, double loss) {
        return Message.of("because.likely", settings.toString(), Quantity.aboutShare(loss));
    }

    /**
     * A setting that was not run.
     *
     * @param rate what the model expects of it, per second
     */
    static Message modelled(ModelledStep step, double rate) {
        return Message.of(
                "because.modelled", step.settings().toString(), Quantity.rate(rate), Quantity.aboutShare(step.risk()));
    }

    /**
     * A setting that was compared.
     *
     * @param ratio to the best
     */
    static Message compared(Settings settings, Interval ratio) {
        return Message.of("because.compared", settings.toString(), between(Quantity.share(ratio.mean()), ratio));
    }

    /**
     * A setting that was not compared.
     *
     * @param share of the highest throughput that the model expects, which it expects of this one
     */
    static Message expected(Settings settings, double share) {
        return Message.of("because.expected", settings.toString(), Quantity.share(share));
    }

    /**
     * What a trial is worth.
     *
     * @param likely the answer with the least expected loss
     * @param loss that loss, 0 to 1
     * @param saved by how much less it is expected to be after the trial
     */
    static Message loss(Settings likely, double loss, double saved) {
        return Message.of(
                "because.loss",
                likely.toString(),
                Quantity.aboutShare(loss),
                Quantity.aboutShare(saved),
                Quantity.aboutShare(ExpectedLoss.TRIAL));
    }

    /** The answer so far, whose step below is looked at, too. */
    static Message answer(Settings settings) {
        return Message.of("because.answer", settings.toString());
    }

    /** How many of the trials that the model may ask for were made. */
    static Message explored(int made) {
        return Message.of("because.explored", made, ModelEvidence.MOST_EXPLORATIONS);
    }

    /** Another trial, and how much less the loss is expected to be after it. */
    static Message next(Settings settings, double saved) {
        return Message.of("because.next", settings.toString(), Quantity.aboutShare(saved));
    }

    /** The share of the models by which no setting reaches the goal. */
    static Message unreachable(double risk) {
        return Message.of("because.unreachable", Quantity.aboutShare(risk));
    }

    /** Between which values of a knob the answer lies. */
    static Message bracket(Bracket bracket) {
        return between(bracket.range(), bracket.failing(), bracket.answer());
    }

    /**
     * Between which values of a knob the answer lies.
     *
     * @param failing the largest that is too small; below the range where there is none
     * @param enough the smallest that is enough
     */
    static Message between(IntRange range, int failing, OptionalInt enough) {
        Message above =
                failing < range.low() ? Message.of("because.nothing-fails") : Message.of("because.fails", failing);
        return Message.of(
                "because.between",
                above,
                enough.isPresent()
                        ? Message.of("because.enough", enough.getAsInt())
                        : Message.of("because.none-enough"));
    }

    private static Quantity between(Quantity figure, Interval interval) {
        return Double.isFinite(interval.high()) ? figure.between(interval.low(), interval.high()) : figure;
    }
}
