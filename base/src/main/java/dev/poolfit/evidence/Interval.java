package dev.poolfit.evidence;

/**
 * An estimate with its 95 % confidence interval.
 *
 * @param mean the estimate; finite
 * @param low at most {@code mean}
 * @param high at least {@code mean}
 */
public record Interval(double mean, double low, double high) {
    public Interval {
        if (!(Double.isFinite(mean) && low <= mean && mean <= high)) {
            throw new IllegalArgumentException(
                    "an interval needs low ≤ mean ≤ high, but is " + low + ", " + mean + ", " + high);
        }
    }

    /** Returns the estimate where the interval bounds it from above; NaN where it is open, for then nothing is told of the value. */
    public double told() {
        return Double.isInfinite(high) ? Double.NaN : mean;
    }

    /** Returns a value that is known for sure. */
    public static Interval certain(double value) {
        return new Interval(value, value, value);
    }

    /** The side of a value on which an interval lies. */
    public enum Side {
        ABOVE,
        BELOW,
        /** The interval holds the value: nothing is shown. */
        OPEN
    }

    /** Returns the side of a line on which the whole interval lies; one that ends on the line is open. */
    public Side against(double line) {
        return low > line ? Side.ABOVE : high < line ? Side.BELOW : Side.OPEN;
    }

    /** Judges a lower bound that an equal value keeps: {@link Side#ABOVE} where the whole interval is at least so high. */
    public Side atLeast(double bound) {
        return low >= bound ? Side.ABOVE : high < bound ? Side.BELOW : Side.OPEN;
    }

    /** Judges an upper bound that an equal value keeps: {@link Side#BELOW} where the whole interval is at most so high. */
    public Side atMost(double bound) {
        return high <= bound ? Side.BELOW : low > bound ? Side.ABOVE : Side.OPEN;
    }

    /** Returns half the width as a share of the estimate. */
    public double relativeHalfWidth() {
        return (high - low) / 2 / mean;
    }

    /**
     * Divides by another interval, both above 0, where their errors are independent and, on the log scale, normal: the relative
     * half widths add as squares do (delta method).
     */
    public Interval over(Interval other) {
        double ratio = mean / other.mean;
        double half = Math.hypot(relativeHalfWidth(), other.relativeHalfWidth());
        return new Interval(ratio, ratio * Math.exp(-half), ratio * Math.exp(half));
    }

    /** Returns this interval times a factor above 0. */
    public Interval times(double factor) {
        return new Interval(factor * mean, factor * low, factor * high);
    }
}
