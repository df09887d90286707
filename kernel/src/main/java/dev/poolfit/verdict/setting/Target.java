package dev.poolfit.verdict.setting;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.model.Checks;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.reason.MissedBounds;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The goal as bounds on what is measured.
 *
 * @param throughput at least so many good responses a second, at least 0 and finite; empty while only the other bounds count
 * @param errors at most this share of failed requests, 0 to 1
 * @param p99Ms at most this 99th percentile, at least 0 and finite
 */
public record Target(OptionalDouble throughput, double errors, OptionalDouble p99Ms) {
    /** The tolerance under open load: no more is served than arrives, and a window's edges cut a few off. */
    private static final double OPEN_TOLERANCE = 0.99;

    /** The share of a throughput below which a difference does not matter. */
    public static final double INDIFFERENCE = 0.02;

    public Target {
        throughput.ifPresent(rate -> Checks.atLeast("throughput", 0, rate));
        Checks.within("errors", 0, 1, errors);
        p99Ms.ifPresent(time -> Checks.atLeast("p99Ms", 0, time));
    }

    /** Reads a goal; under open load it asks for no more than 99 % of the rate that arrives. */
    public static Target of(Goal goal, Load load) {
        OptionalDouble throughput =
                goal.throughput().stream().mapToDouble(Rate::perSecond).findFirst();
        if (throughput.isPresent() && load.shape() instanceof Load.Open open) {
            double reachable = open.rate().perSecond() * OPEN_TOLERANCE;
            throughput = OptionalDouble.of(Math.min(throughput.getAsDouble(), reachable));
        }
        return new Target(
                throughput,
                goal.errors().map(share -> share.fraction()).orElse(1.0),
                goal.p99().map(Duration::toNanos).stream()
                        .mapToDouble(nanos -> nanos / 1e6)
                        .findFirst());
    }

    /** Returns the share of the highest throughput that the model may lose: no more than the goal's margin. */
    public static double indifference(Goal goal) {
        return Math.min(INDIFFERENCE, goal.margin().fraction());
    }

    /** @param rate good responses a second, at least 0 */
    public Target withThroughput(double rate) {
        return new Target(OptionalDouble.of(rate), errors, p99Ms);
    }

    /** Returns the bounds on errors and response times alone. */
    public Target withoutThroughput() {
        return new Target(OptionalDouble.empty(), errors, p99Ms);
    }

    /** Returns whether the estimates alone, without their intervals, satisfy every bound. */
    public boolean leansTowards(double rate, double p99, double errorRate) {
        return rate >= throughput.orElse(0) && errorRate <= errors && p99 <= p99Ms.orElse(Double.MAX_VALUE);
    }

    /** Judges the intervals by the bounds; a setting without one good response meets nothing. */
    public Standing standing(Interval rate, Interval p99, Interval errorRate) {
        if (rate.high() <= 0 || missed(rate, p99, errorRate).any()) {
            return Standing.FAILS;
        }
        boolean meets = reached(rate) == Side.ABOVE
                && rate.mean() > 0
                && inTime(p99) == Side.BELOW
                && sound(errorRate) == Side.BELOW;
        return meets ? Standing.MEETS : Standing.UNCLEAR;
    }

    /** The bounds that the intervals surely miss. */
    public MissedBounds missed(Interval rate, Interval p99, Interval errorRate) {
        return new MissedBounds(
                reached(rate) == Side.BELOW ? throughput : OptionalDouble.empty(),
                sound(errorRate) == Side.ABOVE,
                inTime(p99) == Side.ABOVE ? p99Ms : OptionalDouble.empty());
    }

    /** Returns the side of its bound on which a throughput lies: above it where the whole interval reaches it. */
    public Side reached(Interval rate) {
        return rate.atLeast(throughput.orElse(0));
    }

    private Side inTime(Interval p99) {
        return p99Ms.isEmpty() ? Side.BELOW : p99.atMost(p99Ms.getAsDouble());
    }

    private Side sound(Interval errorRate) {
        // Of a few thousand requests without an error the interval never ends at 0.
        return (errors == 0 ? Interval.certain(errorRate.mean()) : errorRate).atMost(errors);
    }
}
