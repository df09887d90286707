package dev.poolfit.model.fit;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulations;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The barging probability b that response times and errors show beyond throughput, fitted by simulating the rows at the most
 * probable demands over a grid of b.
 *
 * @param barging the most probable b
 * @param weights the probability of each b of the grid
 * @param logPosterior the smallest sum of squares over the rows
 * @param compared the number of compared figures; 0 if the data has none
 */
record BargingFit(double barging, double[] weights, double logPosterior, int compared) {
    private static final double[] GRID = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
    private static final double STEP = 0.1;
    /** The prior: 0.01–0.04 on idle cores, 0.31–0.46 on busy ones, 0.43 over nine published p99s. */
    private static final double[] PRIOR = {0.08, 0.08, 0.1, 0.14, 0.2, 0.18, 0.1, 0.07, 0.05};

    private static final double MEAN_ERROR = 0.15;
    private static final double P99_ERROR = 0.12;
    private static final double ERRORS_ERROR = 0.5;
    private static final int MOST_ROWS = 6;
    private static final int REQUESTS = 4_000;

    /** Fits b to the rows' mean and 99th percentile of response times and their errors, as this view counts them. */
    static BargingFit of(Calibration calibration, MeasurementConvention view) {
        List<Row> rows = calibration.rows().rows().stream()
                .filter(row -> row.observation().p99Ms().isPresent()
                        || row.observation().meanMs().isPresent()
                        || row.observation().errorsPerSecond().isPresent())
                .sorted(Comparator.comparingDouble(
                        row -> (double) row.limits().pool() / row.limits().threads()))
                .limit(MOST_ROWS)
                .toList();
        double[] squares = new double[GRID.length];
        int compared = 0;
        for (int i = 0; i < GRID.length; i++) {
            var sum = new Sum();
            for (Row row : rows) {
                compare(sum, row, simulate(calibration, row, GRID[i]), view);
            }
            squares[i] = sum.squares;
            compared = sum.count;
        }
        int best = 0;
        double[] weights = new double[GRID.length];
        for (int i = 0; i < GRID.length; i++) {
            best = squares[i] < squares[best] ? i : best;
        }
        double total = 0;
        for (int i = 0; i < GRID.length; i++) {
            weights[i] = PRIOR[i] * Math.exp((squares[best] - squares[i]) / 2);
            total += weights[i];
        }
        double mean = 0;
        for (int i = 0; i < GRID.length; i++) {
            weights[i] /= total;
            mean += weights[i] * GRID[i];
        }
        return new BargingFit(mean, weights, squares[best], compared);
    }

    /** Returns the b below which this share of its posterior lies. */
    double quantile(double share) {
        double left = share;
        for (int i = 0; i < GRID.length; i++) {
            if (left <= weights[i]) {
                return Math.max(0, GRID[i] + (left / weights[i] - 0.5) * STEP);
            }
            left -= weights[i];
        }
        return barging;
    }

    WeightedSample sample() {
        return new WeightedSample(GRID.clone(), weights);
    }

    private static Simulated simulate(Calibration calibration, Row row, double barging) {
        double rate = row.rate() * calibration.hypothesis().requestsPerCount();
        Workload workload = row.workload(calibration.think());
        return Simulations.run(calibration.model(barging), workload, row.limits(), rate, REQUESTS, 1);
    }

    private static void compare(Sum sum, Row row, Simulated simulated, MeasurementConvention view) {
        Observation seen = row.observation();
        sum.add(seen.meanMs(), 1000 * view.mean(simulated), 0, MEAN_ERROR);
        sum.add(seen.p99Ms(), 1000 * view.p99(simulated), 0, P99_ERROR);
        if (row.timeouts().isPresent()) {
            double good = simulated.throughput().mean();
            double failing = good * simulated.errorRate() / Math.max(1e-9, 1 - simulated.errorRate());
            sum.add(row.timeouts(), failing / view.requestsPerCount(), 0.005 * row.rate(), ERRORS_ERROR);
        }
    }

    private static final class Sum {
        private double squares;
        private int count;

        void add(OptionalDouble seen, double simulated, double floor, double error) {
            if (seen.isPresent()
                    && Double.isFinite(simulated)
                    && simulated + floor > 0
                    && seen.getAsDouble() + floor > 0) {
                double difference = Math.log((seen.getAsDouble() + floor) / (simulated + floor)) / error;
                squares += Math.min(difference * difference, 25);
                count++;
            }
        }
    }
}
