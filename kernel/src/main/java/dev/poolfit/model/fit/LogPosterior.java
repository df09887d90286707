package dev.poolfit.model.fit;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.solver.Solution;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measures how far a model lies from observations and priors, in standard deviations; half the sum of squares is the negative
 * logarithm of the posterior density.
 */
final class LogPosterior {
    /** The solver's error, as a share of the throughput. */
    private static final double SOLVER_ERROR = 0.005;
    /** CPU times are counted in ticks and include what is not the requests'. */
    private static final double SERVICE_CPU_ERROR = 0.05;

    private static final double DATABASE_CPU_ERROR = 0.10;
    private static final double COUNT_ERROR = 0.05;
    private static final double LITTLE_ERROR = 0.03;
    private static final double UTILIZATION_ERROR = 0.02;
    private static final int PER_ROW = 7;
    private static final List<Metric> PROBED =
            List.of(Metric.SERVICE_CPU, Metric.DATABASE_CPU, Metric.POOL_ACTIVE, Metric.THREADS_BUSY);

    private final List<Row> rows;
    private final SolvedRows solved;
    private final ParameterSpace space;
    private final Discrepancy discrepancy;

    /**
     * @param noise standard deviation between runs of the same setting, as a share of the throughput
     * @param deviation the model's own error, as a share of the throughput
     */
    LogPosterior(List<Row> rows, ParameterSpace space, double noise, double deviation) {
        this.rows = rows;
        solved = new SolvedRows(rows);
        this.space = space;
        discrepancy = new Discrepancy(
                rows,
                deviation,
                rows.stream()
                        .mapToDouble(row ->
                                Math.hypot(noise / Math.sqrt(row.observation().runs()), SOLVER_ERROR))
                        .toArray());
    }

    ParameterSpace space() {
        return space;
    }

    int size() {
        return rows.size() * PER_ROW + space.surprises();
    }

    /** Counts the measured figures that the model is compared with. */
    int compared() {
        int compared = rows.size();
        for (Row row : rows) {
            Observation seen = row.observation();
            for (Metric metric : PROBED) {
                compared += seen.probe(metric).isPresent() ? 1 : 0;
            }
            compared += row.wantsThink() && seen.meanMs().isPresent() ? 1 : 0;
        }
        return compared;
    }

    double squares(double[] theta, Hypothesis hypothesis) {
        double sum = 0;
        for (double each : residuals(theta, hypothesis)) {
            sum += each * each;
        }
        return sum;
    }

    double[] residuals(double[] theta, Hypothesis hypothesis) {
        double[] all = new double[size()];
        ServiceModel model = space.model(theta, hypothesis, 0);
        double think = space.think(theta);
        Solution[] solutions = solved.solve(model, think);
        double[] differences = new double[rows.size()];
        int at = 0;
        for (Row row : rows) {
            Solution solution = solutions[at / PER_ROW];
            Observation seen = row.observation();
            double counted = row.rate() * hypothesis.requestsPerCount();
            differences[at / PER_ROW] = Math.log(counted / solution.throughput());
            double serviceCpu = model.demand().serviceCpu() * counted;
            double databaseCpu = solution.databaseCpu() * counted / solution.throughput();
            OptionalDouble serviceSeen = seen.probe(Metric.SERVICE_CPU);
            if (hypothesis.sharedCores()) {
                all[at + 6] = difference(seen.used(), serviceCpu, UTILIZATION_ERROR);
                databaseCpu = space.databaseCpu(theta) * counted;
                serviceCpu -= databaseCpu;
                serviceSeen = plus(serviceSeen, seen.probe(Metric.TUNER_CPU));
            }
            all[at + 1] = difference(serviceSeen, serviceCpu, SERVICE_CPU_ERROR);
            all[at + 2] = difference(seen.probe(Metric.DATABASE_CPU), databaseCpu, DATABASE_CPU_ERROR);
            all[at + 3] = count(
                    seen.probe(Metric.POOL_ACTIVE),
                    solution.active(),
                    row.limits().pool());
            all[at + 4] = count(
                    seen.probe(Metric.THREADS_BUSY),
                    solution.busy(),
                    row.limits().threads());
            if (row.wantsThink() && seen.meanMs().isPresent()) {
                double cycle = seen.meanMs().getAsDouble() / 1000 + think;
                all[at + 5] = difference(
                        OptionalDouble.of(counted * cycle), row.users().orElseThrow(), LITTLE_ERROR);
            }
            at += PER_ROW;
        }
        double[] whitened = discrepancy.whitened(differences);
        for (int i = 0; i < whitened.length; i++) {
            all[i * PER_ROW] = whitened[i];
        }
        space.surprises(theta, all, at);
        return all;
    }

    /** Returns the differences of these rows' throughputs from the model's, as logarithms. */
    double[] logErrors(double[] theta, Hypothesis hypothesis, List<Row> rows) {
        Solution[] solutions = new SolvedRows(rows).solve(space.model(theta, hypothesis, 0), space.think(theta));
        double[] errors = new double[solutions.length];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = Math.log(rows.get(i).rate() * hypothesis.requestsPerCount() / solutions[i].throughput());
        }
        return errors;
    }

    /** Returns the model's own expected error between and beside the rows. */
    Discrepancy.Expected discrepancy(double[] theta, Hypothesis hypothesis) {
        return discrepancy.given(logErrors(theta, hypothesis, rows));
    }

    private static double difference(OptionalDouble seen, double modelled, double error) {
        return seen.isPresent() && seen.getAsDouble() > 0 && modelled > 0
                ? Math.log(seen.getAsDouble() / modelled) / error
                : 0;
    }

    /** Adds the load's CPU, which is used on shared cores, too, outside the hold. */
    private static OptionalDouble plus(OptionalDouble cpu, OptionalDouble more) {
        return cpu.isPresent() ? OptionalDouble.of(cpu.getAsDouble() + more.orElse(0)) : cpu;
    }

    /** Compares counts; they are near their limit or near 0, and an error in proportion to the limit suits both. */
    private static double count(OptionalDouble seen, double modelled, int limit) {
        return seen.isPresent()
                ? (seen.getAsDouble() - modelled) / (COUNT_ERROR * Math.max(modelled, 0.2 * limit) + 0.2)
                : 0;
    }
}
