package dev.poolfit.verdict.setting;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Interval.Side;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Load;
import dev.poolfit.model.Checks;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Performance.Standing;
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
        double leastRate = throughput.orElse(0);
        double mostP99 = p99Ms.orElse(Double.MAX_VALUE);
        // Of a few thousand requests without an error the interval never ends at 0.
        Interval failed = errors == 0 ? Interval.certain(errorRate.mean()) : errorRate;
        Side reached = rate.high() <= 0 ? Side.BELOW : rate.atLeast(leastRate);
        Side inTime = p99Ms.isEmpty() ? Side.BELOW : p99.atMost(mostP99);
        Side sound = failed.atMost(errors);
        if (reached == Side.BELOW || inTime == Side.ABOVE || sound == Side.ABOVE) {
            return Standing.FAILS;
        }
        boolean meets = reached == Side.ABOVE && rate.mean() > 0 && inTime == Side.BELOW && sound == Side.BELOW;
        return meets ? Standing.MEETS : Standing.UNCLEAR;
    }
}
