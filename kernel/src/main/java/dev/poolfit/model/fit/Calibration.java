package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.RunNoise;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.model.ServiceModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Throughput's part of a fit: the posterior over demands and capacities, and the noise of runs that it leaves. */
final class Calibration {
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
        ParameterSpace space = space(rows, hypotheses);
        return of(rows, hypotheses, space, starts(space), 0, seed);
    }

    static ParameterSpace space(Rows rows, List<Hypothesis> hypotheses) {
        int counted = hypotheses.get(0).requestsPerCount();
        return new ParameterSpace(rows.hold(counted), rows.longestThink(counted));
    }

    /**
     * Fits from these points.
     *
     * @param discrepancy the model's own error, as a share of the throughput
     */
    static Calibration of(
            Rows rows,
            List<Hypothesis> hypotheses,
            ParameterSpace space,
            List<double[]> starts,
            double discrepancy,
            long seed) {
        RunNoise repeats = repeats(rows);
        double first = repeats.deviation();
        Posterior rough =
                Posterior.of(new LogPosterior(rows.rows(), space, first, discrepancy), hypotheses, starts, seed);
        double squares = Arrays.stream(rough.logErrors(rows.rows()))
                .map(error -> error * error)
                .sum();
        double fitted =
                rough.effectiveParameters() / Math.max(1, rough.logPosterior().compared());
        double noise = repeats.and(squares, rows.rows().size() * Math.max(0, 1 - fitted))
                .deviation();
        Posterior posterior = Posterior.of(
                new LogPosterior(rows.rows(), space, noise, discrepancy), rough.likely(), List.of(rough.mode()), seed);
        return new Calibration(rows, posterior, noise);
    }

    private static List<double[]> starts(ParameterSpace space) {
        var starts = new ArrayList<double[]>();
        starts.add(space.start());
        double[] contended = space.start();
        contended[ParameterSpace.COHERENCE] += 4.5;
        starts.add(contended);
        double[] busy = space.start();
        busy[ParameterSpace.DATABASE_SHARE] += 3;
        starts.add(busy);
        return starts;
    }

    /** Returns the usual noise of runs, with what repeats show. */
    private static RunNoise repeats(Rows rows) {
        RunNoise noise = RunNoise.USUAL;
        for (Row row : rows.rows()) {
            OptionalDouble deviation = row.observation().deviation();
            if (deviation.isPresent()) {
                noise = noise.andRuns(deviation.getAsDouble(), row.observation().runs());
            }
        }
        return noise;
    }

    Rows rows() {
        return rows;
    }

    Posterior posterior() {
        return posterior;
    }

    /** Returns the standard deviation between runs of one setting, as a share. */
    double noise() {
        return noise;
    }

    Hypothesis hypothesis() {
        return posterior.hypothesis();
    }

    ServiceModel model(double barging) {
        return posterior.logPosterior().space().model(posterior.mode(), posterior.hypothesis(), barging);
    }

    double think() {
        return posterior.logPosterior().space().think(posterior.mode());
    }

    ServiceModel model(Posterior.Sample draw, double barging) {
        return posterior.logPosterior().space().model(draw.theta(), draw.hypothesis(), barging);
    }

    double think(Posterior.Sample draw) {
        return posterior.logPosterior().space().think(draw.theta());
    }

    /** Returns the values of a figure over all draws. */
    WeightedSample sample(ToDoubleFunction<Posterior.Sample> figure) {
        return new WeightedSample(
                posterior.draws().stream().mapToDouble(figure).toArray(),
                posterior.draws().stream().mapToDouble(Posterior.Sample::weight).toArray());
    }

    /** Returns the interval of a rate over all draws, widened by the model's own error. */
    Interval rate(ToDoubleFunction<Posterior.Sample> figure) {
        Interval drawn = sample(figure).interval();
        double below =
                Math.hypot(Math.log(drawn.mean() / Math.max(drawn.low(), 1e-9)), Statistics.Z * Discrepancy.REMAINING);
        double above = Math.hypot(Math.log(drawn.high() / drawn.mean()), Statistics.Z * Discrepancy.REMAINING);
        return new Interval(drawn.mean(), drawn.mean() * Math.exp(-below), drawn.mean() * Math.exp(above));
    }
}
