package dev.poolfit.verdict.reason;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Settings;
import java.util.Optional;

/** A reason against the setting below an answer. */
public sealed interface NotSmaller extends Reason {
    /** The answer is the smallest in the range. */
    record NothingSmaller() implements NotSmaller {}

    /**
     * A smaller pool can stand still for good.
     *
     * @param threads for the most that the answer may have
     * @param pool the smallest that cannot
     */
    record MayDeadlock(NestedConnections nested, int threads, int pool) implements NotSmaller {}

    record NotTried() implements NotSmaller {}

    record FewerThreadsNotTried() implements NotSmaller {}

    /** @param bounds at least one */
    record Misses(MeasuredSetting smaller, MissedBounds bounds) implements NotSmaller {}

    record Fails(Settings smaller) implements NotSmaller {}

    /** A sequential test finds it below the goal. */
    record FailsTest(MeasuredSetting smaller) implements NotSmaller {}

    /** By more than the margin. */
    record Worse(Settings smaller, Interval ratio) implements NotSmaller {}

    /**
     * Worse by more than the margin although it was not compared.
     *
     * @param most of the best throughput, that it can give
     * @param pool a smaller one, all in use
     * @param ratio that this one gave
     */
    record WorseInProportion(Settings smaller, double most, int pool, Interval ratio) implements NotSmaller {}

    /** By more than the margin, in separate trials. */
    record MayBeWorse(Settings smaller, Interval ratio) implements NotSmaller {}

    /** What speaks against a setting that is not decided. */
    enum Leaning {
        NONE,
        /** It is worse by its 80 % interval. */
        PROBABLY_WORSE,
        /**
         * It gives less than the best; whether by the margin is open. Both answers are right in such a zone of indifference (Bechhofer,
         * <i>A Single-Sample Multiple Decision Procedure</i>, 1954), and no budget decides a setting just at the line.
         */
        SURELY_LESS;

        /** The width of an 80 % interval beside that of a 95 % interval, on the log scale: 1.28 ÷ 1.96. */
        private static final double PROBABLY = 0.654;
        /** What gives less than the best by such a part of the margin gives less for whoever asks. */
        private static final double SURELY = 1.0 / 3;

        /**
         * Returns what speaks against a setting; empty where nothing does.
         *
         * @param ratio to the best, with its 95 % interval
         * @param margin the share by which the answer may be worse, 0 to 1
         */
        public static Optional<Leaning> of(Interval ratio, double margin) {
            if (ratio.mean() * Math.pow(ratio.high() / ratio.mean(), PROBABLY) < 1 - margin) {
                return Optional.of(PROBABLY_WORSE);
            }
            return ratio.high() < 1 - margin * SURELY ? Optional.of(SURELY_LESS) : Optional.empty();
        }

        /**
         * Returns the half width of a 95 % interval around a ratio, on the log scale, with which something speaks against it; 0 or less
         * where nothing would.
         *
         * @param ratio to the best
         * @param margin the share by which the answer may be worse, 0 to 1
         */
        public static double half(double ratio, double margin) {
            return Math.max(Math.log((1 - margin) / ratio) / PROBABLY, Math.log((1 - margin * SURELY) / ratio));
        }
    }

    record NotDecided(Settings smaller, Interval ratio, Leaning leaning, TimeToDecide needed) implements NotSmaller {}

    /** It is not known whether it meets the goal. */
    record Unclear(MeasuredSetting smaller) implements NotSmaller {}

    /** @param risk the probability that it is below the limit */
    record ProbablyFails(Settings smaller, double risk) implements NotSmaller {}

    /** @param risk the probability that it is below the limit */
    record NotMeasured(Settings smaller, double risk) implements NotSmaller {}

    record ProbablyEnough(Settings smaller, double probability) implements NotSmaller {}

    /** Of what was run too seldom. */
    record AlsoMeets(MeasuredSetting smaller) implements NotSmaller {}
}
