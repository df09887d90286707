package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.time.Duration;

/** The result for a knob beside pool and threads. */
public sealed interface KnobReason extends Reason {
    /** @param others what they stood at while pool and threads were searched */
    record Searched(Settings others) implements KnobReason {}

    /** The budget did not pay for another search. */
    record NotSearched(Settings others) implements KnobReason {}

    /** @param needed what a comparison takes, which the budget did not pay for */
    record Kept(Knob knob, Settings held, Duration needed) implements KnobReason {}

    record NoEffect(Settings value, Settings at) implements KnobReason {}

    /** No round has a valid trial of both. */
    record NotCompared(Knob knob, Settings value, Settings held, Settings at) implements KnobReason {}

    /**
     * A value beside the one that held, each with what it gave.
     *
     * @param side above where it is better
     * @param rates whether good responses a second were compared; else mean response times, in milliseconds
     */
    record Compared(Knob knob, Gave value, Gave held, Settings at, Side side, boolean rates) implements KnobReason {}

    /** @param figure with an upper end that is infinite where it is not known */
    record Gave(Settings value, Interval figure) {}
}
