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

    /** Half the width as a share of the estimate. */
    public double relativeHalfWidth() {
        return (high - low) / 2 / mean;
    }

    /**
     * What this is as a multiple of another, both above 0, where their errors are independent and, on the log scale, normal: the
     * relative half widths add as squares do (delta method).
     */
    public Interval over(Interval other) {
        double ratio = mean / other.mean;
        double half = Math.hypot(relativeHalfWidth(), other.relativeHalfWidth());
        return new Interval(ratio, ratio * Math.exp(-half), ratio * Math.exp(half));
    }

    /** So many times as much; above 0. */
    public Interval times(double factor) {
        return new Interval(factor * mean, factor * low, factor * high);
    }
}
