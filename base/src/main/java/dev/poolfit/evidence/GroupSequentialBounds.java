package dev.poolfit.evidence;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The looks at a run that ends as soon as it has decided. Each look is a further chance to err, and all together keep to one
 * level by what each may spend of it (Lan and DeMets 1983): up to t times the blocks that usually decide, α (1 − e⁻ᵗ), so that
 * there is some left however often one looks; or by a calendar, where it is known when the last look is (Lan and DeMets 1989).
 *
 * <p>The statistic at a look is a Brownian motion W(t) divided by √t. How it is distributed among the runs that did not end
 * before is integrated from look to look on a grid (Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, ch. 19).
 */
public final class GroupSequentialBounds {
    private static final int POINTS = 301;
    private static final double REACH = 6;
    private static final double PRECISION = 1e-9;
    /** A normal variable is farther away with a probability of 1e-12. */
    private static final double FAR = 7.2;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double scale;
    private final List<Double> made;
    private final List<Double> shares;

    private GroupSequentialBounds(List<Double> made, List<Double> shares) {
        scale = made.get(made.size() - 1);
        this.made = List.copyOf(made);
        this.shares = List.copyOf(shares);
    }

    /**
     * @param usual the blocks that usually decide; above 0
     * @param made the blocks that there were at each look so far, the last one included; at least one, ascending, above 0
     * @throws IllegalArgumentException if there is no look, or one is not after the one before
     */
    public static GroupSequentialBounds of(double usual, List<Double> made) {
        requireAscending(made);
        if (!(usual > 0)) {
            throw new IllegalArgumentException("the blocks that usually decide must be above 0, but are " + usual);
        }
        return new GroupSequentialBounds(
                made, made.stream().map(blocks -> -Math.expm1(-blocks / usual)).toList());
    }

    /**
     * @param made as above
     * @param shares of the level that may be spent up to each look, whatever it tells: above 0, ascending, 1 at most
     * @throws IllegalArgumentException if there is no look, or one is not after the one before
     */
    public static GroupSequentialBounds byCalendar(List<Double> made, List<Double> shares) {
        requireAscending(made);
        requireAscending(shares);
        if (made.size() != shares.size() || shares.get(shares.size() - 1) > 1) {
            throw new IllegalArgumentException(
                    "each look must have its share, 1 at most, but there are " + made + " and " + shares);
        }
        return new GroupSequentialBounds(made, shares);
    }

    private static void requireAscending(List<Double> looks) {
        double before = 0;
        for (double blocks : looks) {
            if (blocks <= before) {
                throw new IllegalArgumentException("looks must be at ascending numbers above 0, but are at " + looks);
            }
            before = blocks;
        }
        if (looks.isEmpty()) {
            throw new IllegalArgumentException("there must be a look");
        }
    }

    /**
     * Returns the level of the last look alone, one-sided.
     *
     * @param alpha the level of all looks together; above 0, below 0.5
     */
    public double level(double alpha) {
        double[] points = {0};
        double[] weights = {1};
        double before = 0;
        for (int look = 0; ; look++) {
            double time = made.get(look) / scale;
            double step = Math.sqrt(time - before);
            double spent = alpha * (shares.get(look) - (look == 0 ? 0 : shares.get(look - 1)));
            double bound = bound(points, weights, step, spent);
            if (look == made.size() - 1) {
                return NORMAL.survivalProbability(bound / Math.sqrt(time));
            }
            double low = -REACH * Math.sqrt(time);
            double width = (bound - low) / (POINTS - 1);
            double[] next = new double[POINTS];
            double[] mass = new double[POINTS];
            for (int i = 0; i < POINTS; i++) {
                next[i] = low + i * width;
                mass[i] = density(points, weights, step, next[i]) * width * (i == 0 || i == POINTS - 1 ? 0.5 : 1);
            }
            points = next;
            weights = mass;
            before = time;
        }
    }

    /**
     * Returns the density of W at a point of the next look. From one to the next of points that are as far apart each, a normal density
     * changes by a factor that itself changes by a constant factor: one exponential serves for all.
     */
    private static double density(double[] points, double[] weights, double step, double at) {
        double apart = points.length > 1 ? (points[1] - points[0]) / step : 1;
        double first = (at - points[0]) / step;
        int from = (int) Math.max(0, Math.ceil((first - FAR) / apart));
        int to = (int) Math.min(points.length - 1.0, Math.floor((first + FAR) / apart));
        double away = first - from * apart;
        double density = NORMAL.density(away) / step;
        double change = Math.exp(apart * (away - apart / 2));
        double factor = Math.exp(-apart * apart);
        double sum = 0;
        for (int j = from; j <= to; j++) {
            sum += weights[j] * density;
            density *= change;
            change *= factor;
        }
        return sum;
    }

    /** Finds the bound that W exceeds at the next look with the chance {@code spent}; by Newton's method in a bracket. */
    private static double bound(double[] points, double[] weights, double step, double spent) {
        double low = -REACH;
        double high = 2 * REACH;
        double at = step;
        while (high - low > PRECISION) {
            double above = 0;
            double density = 0;
            for (int j = 0; j < points.length; j++) {
                double away = (at - points[j]) / step;
                above += weights[j] * NORMAL.survivalProbability(away);
                density += weights[j] * NORMAL.density(away) / step;
            }
            if (above > spent) {
                low = at;
            } else {
                high = at;
            }
            double next = at + (above - spent) / density;
            if (Math.abs(next - at) <= PRECISION) {
                return next;
            }
            at = next > low && next < high ? next : (low + high) / 2;
        }
        return high;
    }
}
