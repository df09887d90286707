package dev.poolfit.model.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Percentiles as dashboards show them: Micrometer counts response times in buckets, and Prometheus'
 * {@code histogram_quantile} takes those of a bucket as evenly spread.
 *
 * <p>Micrometer's bounds are 4^k·(1 + j/3) nanoseconds, j from 0 to 8; Spring Boot keeps those from 1 ms to 30 s for
 * {@code http.server.requests}. Around a second they lie 360 ms apart, so that timeouts of 3 s read as 3.2 s.
 */
final class MicrometerBuckets {
    private static final double LOWEST = 0.001;
    private static final double HIGHEST = 30;
    private static final double[] BOUNDS = bounds();

    private MicrometerBuckets() {}

    /** Returns the value below which the share lies; NaN when empty, and the highest bound where it lies above that. */
    static double quantile(LatencyHistogram times, double share) {
        double rank = share * times.count();
        double lower = 0;
        double below = 0;
        for (double upper : BOUNDS) {
            double upTo = times.countUpTo(upper);
            if (upTo >= rank && upTo > below) {
                return lower + (upper - lower) * (rank - below) / (upTo - below);
            }
            lower = upper;
            below = upTo;
        }
        return times.count() == 0 ? Double.NaN : lower;
    }

    private static double[] bounds() {
        List<Double> bounds = new ArrayList<>();
        for (double power = 1e-9; power <= HIGHEST; power *= 4) {
            for (int thirds = 3; thirds < 12; thirds++) {
                double bound = power * thirds / 3;
                if (bound >= LOWEST && bound <= HIGHEST) {
                    bounds.add(bound);
                }
            }
        }
        bounds.add(HIGHEST);
        return bounds.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
