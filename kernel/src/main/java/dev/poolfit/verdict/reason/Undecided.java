package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A reason why nothing can be recommended yet. */
public sealed interface Undecided extends Reason {
    /** Returns the time that would decide, where that was estimated. */
    default Optional<TimeToDecide> time() {
        return Optional.empty();
    }

    record SeenOnce(MeasuredSetting best) implements Undecided {}

    /** @param flags of the trials that do not count, each once */
    record RepeatsNotCounted(MeasuredSetting best, List<Flag> flags) implements Undecided {}

    /** It is not known whether it meets the goal. */
    record NotCertain(MeasuredSetting nearest) implements Undecided {}

    /** @param ratio to the best of the others, in separate trials; the margin lies within */
    record NotShown(MeasuredSetting likely, Interval ratio, Settings best) implements Undecided {}

    /** A rate as the goal would be decided sooner. */
    record NameARate() implements Undecided {}

    /** What was measured suffices for a larger margin, a share of the best throughput. */
    record WithMargin(double margin, Settings enough) implements Undecided {}

    /** @param risk the probability that it loses more than the indifference, a share of the highest throughput */
    record TooRisky(MeasuredSetting best, double indifference, double risk) implements Undecided {}

    /** The smaller one met the goal, and the larger one missed it. */
    record Contradicting(MeasuredSetting smaller, MeasuredSetting larger) implements Undecided {}

    /** Of no setting it is shown that it is not worse. */
    record NoneShown(Settings likely, TimeToDecide needed) implements Undecided {
        @Override
        public Optional<TimeToDecide> time() {
            return Optional.of(needed);
        }
    }

    /** @param likely a smaller one that looks enough */
    record SmallestNotDecided(Settings safe, Optional<Settings> likely, TimeToDecide needed) implements Undecided {
        @Override
        public Optional<TimeToDecide> time() {
            return Optional.of(needed);
        }
    }

    /** Nothing a little larger was compared, and more may help. */
    record LargerNotCompared(Settings answer, Settings larger, TimeToDecide needed) implements Undecided {
        @Override
        public Optional<TimeToDecide> time() {
            return Optional.of(needed);
        }
    }

    /** Alone, a setting gave far more than any gave that took turns. */
    record HigherAlone(MeasuredSetting alone) implements Undecided {}

    /**
     * Alone, the answer gave far less than while it took turns.
     *
     * @param again the time of one more trial of it, which decides whether that was chance
     */
    record LowerAlone(MeasuredSetting alone, Interval inTurns, Duration again) implements Undecided {
        @Override
        public Optional<TimeToDecide> time() {
            return alone.trials() == 1 ? Optional.of(new TimeToDecide(again, false)) : Optional.empty();
        }
    }

    record NotAllTried() implements Undecided {}

    /** @param flags of its trials, each once */
    record NoValidTrial(Settings settings, List<Flag> flags) implements Undecided {}

    record NothingMeasured() implements Undecided {}

    /** The run was stopped. */
    record Unfinished(Duration budget, Duration used) implements Undecided {}
}
