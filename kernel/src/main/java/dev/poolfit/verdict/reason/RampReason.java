package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Load;
import java.util.List;

/** At which rate a service breaks under a ramp. */
public sealed interface RampReason extends Reason {
    /** @param rate good responses a second, over so many ramps */
    record DoesNotBreak(Load.Ramp ramp, Interval rate, int ramps) implements RampReason {}

    /** @param by flags that say how, each once */
    record Breaks(Load.Ramp ramp, Interval rate, int ramps, List<Flag> by) implements RampReason {}

    /** For two ramps. */
    record NoTime() implements RampReason {}

    /** @param flags of those that do not count, each once */
    record TooFewValid(int ramps, List<Flag> flags) implements RampReason {}
}
