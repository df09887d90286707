package dev.poolfit.model;

import dev.poolfit.evidence.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Throughput's part of a fit: the posterior over demands and capacities, and the noise of runs that it leaves. */
final class Calibration {
    /** What the model itself may be wrong by, beyond its parameters. */
    private static final double DISCREPANCY = 0.01;
    /** Before any data, runs of one setting are taken to differ by 2 %, as if four runs had shown it. */
    private static final double USUAL_NOISE = 0.02;

    private static final double USUAL_DEGREES = 4;

    private final Rows rows;
    private final Posterior posterior;
    private final double noise;

    private Calibration(Rows rows, Posterior posterior, double noise) {
        this.rows = rows;
        this.posterior = posterior;
        this.noise = noise;
    }

    /** Fits the rows, estimates the noise of runs from what is left over and from repeats, and fits again with it. */
    static Calibration of(Rows rows, List<Hypothesis> hypotheses, long seed) {
        Coordinates coordinates = coordinates(rows, hypotheses);
        return of(rows, hypotheses, coordinates, starts(coordinates), 0, seed);
    }

    static Coordinates coordinates(Rows rows, List<Hypothesis> hypotheses) {
        int counted = hypotheses.get(0).requestsPerCount();
        return new Coordinates(rows.hold(counted), rows.longestThink(counted));
    }

    /**
     * Fits as the other method does, from these points.
     *
     * @param discrepancy what the model itself may be wrong by, as a share of the throughput
     */
    static Calibration of(
            Rows rows,
            List<Hypothesis> hypotheses,
            Coordinates coordinates,
            List<double[]> starts,
            double discrepancy,
            long seed) {
        double first = Math.sqrt(variance(rows, 0, 0));
        Posterior rough =
                Posterior.of(new Misfit(rows.rows(), coordinates, first, discrepancy), hypotheses, starts, seed);
        double squares = rows.rows().stream()
                .mapToDouble(row -> rough.misfit().logError(rough.mode(), rough.hypothesis(), row))
                .map(error -> error * error)
                .sum();
        double told = rough.effectiveParameters() / Math.max(1, rough.misfit().compared());
        double noise = Math.sqrt(variance(rows, squares, rows.rows().size() * Math.max(0, 1 - told)));
        Posterior posterior = Posterior.of(
                new Misfit(rows.rows(), coordinates, noise, discrepancy), rough.likely(), List.of(rough.mode()), seed);
        return new Calibration(rows, posterior, noise);
    }

    private static List<double[]> starts(Coordinates coordinates) {
        var starts = new ArrayList<double[]>();
        starts.add(coordinates.start());
        double[] crowded = coordinates.start();
        crowded[Coordinates.COHERENCE] += 4.5;
        starts.add(crowded);
        double[] busy = coordinates.start();
        busy[Coordinates.DATABASE_SHARE] += 3;
        starts.add(busy);
        return starts;
    }

    /** Pools what was known, what repeats show and what the fit leaves over, by degrees of freedom. */
    private static double variance(Rows rows, double squares, double degrees) {
        double sum = USUAL_DEGREES * USUAL_NOISE * USUAL_NOISE + squares;
        double all = USUAL_DEGREES + degrees;
        for (Row row : rows.rows()) {
            OptionalDouble deviation = row.observation().deviation();
            if (deviation.isPresent() && row.observation().runs() > 1) {
                double more = row.observation().runs() - 1;
                sum += more * deviation.getAsDouble() * deviation.getAsDouble();
                all += more;
            }
        }
        return sum / all;
    }

    Rows rows() {
        return rows;
    }

    Posterior posterior() {
        return posterior;
    }

    /** The standard deviation between runs of one setting, as a share. */
    double noise() {
        return noise;
    }

    Hypothesis hypothesis() {
        return posterior.hypothesis();
    }

    ServiceModel model(double barging) {
        return posterior.misfit().coordinates().model(posterior.mode(), posterior.hypothesis(), barging);
    }

    double think() {
        return posterior.misfit().coordinates().think(posterior.mode());
    }

    ServiceModel model(Posterior.Draw draw, double barging) {
        return posterior.misfit().coordinates().model(draw.theta(), draw.hypothesis(), barging);
    }

    double think(Posterior.Draw draw) {
        return posterior.misfit().coordinates().think(draw.theta());
    }

    /** A figure over all draws. */
    WeightedSample sample(ToDoubleFunction<Posterior.Draw> figure) {
        return new WeightedSample(
                posterior.draws().stream().mapToDouble(figure).toArray(),
                posterior.draws().stream().mapToDouble(Posterior.Draw::weight).toArray());
    }

    /** The interval of a rate over all draws, widened by what the model itself may be wrong by. */
    Interval rate(ToDoubleFunction<Posterior.Draw> figure) {
        Interval drawn = sample(figure).interval();
        double below = Math.hypot(Math.log(drawn.mean() / Math.max(drawn.low(), 1e-9)), 1.96 * DISCREPANCY);
        double above = Math.hypot(Math.log(drawn.high() / drawn.mean()), 1.96 * DISCREPANCY);
        return new Interval(drawn.mean(), drawn.mean() * Math.exp(-below), drawn.mean() * Math.exp(above));
    }
}
