package dev.poolfit.model.fit;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.OtherPrograms;
import dev.poolfit.evidence.RunNoise;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.Workload;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fits a run's own trials; it guides the search. */
public final class TrialFit {
    /** A row that differs from the model by more than noise does with this chance is not explained. */
    private static final double CHANCE = 0.005;
    /** Differences below this share do not mislead a search. */
    private static final double HARMLESS = 0.05;

    /** A machine whose cores are busy for such a share of the time is their limit. */
    private static final double SATURATED = 0.95;

    /** However much other programs take, the service goes on. */
    private static final double LEAST_CORES = 0.05;

    private static final int[] CORES = {1, 2, 4, 8, 16};

    private final Assumptions known;
    private final Calibration calibration;

    private TrialFit(Assumptions known, Calibration calibration) {
        this.known = known;
        this.calibration = calibration;
    }

    /**
     * Fits the model to the valid trials; empty where there are none.
     *
     * @param trials of one run, under one load
     * @param known cores and whatever else is known of service and database
     * @param seed the same seed gives the same draws
     */
    public static Optional<TrialFit> of(List<Trial> trials, Load load, Assumptions known, long seed) {
        Rows rows = TrialRows.of(trials, load, known);
        if (rows.rows().isEmpty()) {
            return Optional.empty();
        }
        List<Hypothesis> hypotheses = hypotheses(rows, known);
        ParameterSpace space = Calibration.space(rows, hypotheses);
        return Optional.of(new TrialFit(
                known, Calibration.of(rows, hypotheses, space, List.of(start(rows, space)), Discrepancy.USUAL, seed)));
    }

    /** Returns the settings that it was fitted to. */
    public Set<Settings> settings() {
        return calibration.rows().rows().stream()
                .map(row -> row.observation().settings())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the standard deviation between runs of one setting, as a share of the throughput. */
    public double noise() {
        return calibration.noise();
    }

    /** Returns the standard deviation of a run at an untried setting about its prediction, as a share of the throughput. */
    public double predictionNoise() {
        return Math.hypot(noise(), Discrepancy.REMAINING);
    }

    /** Returns a setting that was tried twice or more and still lies too far from the model, the farthest first. */
    public Optional<Settings> unexplained() {
        return farthest(2);
    }

    /** Returns a setting that was tried once and lies too far from the model: noise, or a wrong model. */
    public Optional<Settings> doubtful() {
        return farthest(1).filter(settings -> unexplained().isEmpty());
    }

    private Optional<Settings> farthest(int leastRuns) {
        RunNoise repeats = repeats();
        List<Row> rows = calibration.rows().rows();
        double[] errors = calibration.posterior().logErrors(rows);
        return IntStream.range(0, errors.length)
                .boxed()
                .filter(i -> rows.get(i).observation().runs() >= leastRuns)
                .filter(i -> Math.abs(errors[i])
                        > Math.max(
                                HARMLESS, repeats.half(rows.get(i).observation().runs(), 1, CHANCE)))
                .max(Comparator.comparingDouble(i -> Math.abs(errors[i])))
                .map(i -> rows.get(i).observation().settings());
    }

    /** Returns the noise between runs of one setting, without what the model leaves over. */
    private RunNoise repeats() {
        RunNoise noise = RunNoise.CAUTIOUS;
        for (Row row : calibration.rows().rows()) {
            OptionalDouble deviation = row.observation().deviation();
            if (deviation.isPresent()) {
                noise = noise.andRuns(deviation.getAsDouble(), row.observation().runs());
            }
        }
        return noise;
    }

    /** Computes throughput over pools × threads, as each model that the trials leave possible has it. */
    public ResponseSurface surface(int[] pools, int[] threads) {
        var solver = new FlowEquivalentSolver();
        List<Posterior.Sample> draws =
                Posterior.resample(calibration.posterior().draws(), ResponseSurface.LAYERS);
        var layers = new ArrayList<double[][]>();
        for (Posterior.Sample draw : draws) {
            double[][] layer = solver.throughput(calibration.model(draw, 0), workload(draw), pools, threads);
            corrected(layer, draw, pools, threads);
            layers.add(layer);
        }
        return new ResponseSurface(pools.clone(), threads.clone(), layers);
    }

    private void corrected(double[][] layer, Posterior.Sample draw, int[] pools, int[] threads) {
        Discrepancy.Expected error =
                calibration.posterior().logPosterior().discrepancy(draw.theta(), draw.hypothesis());
        for (int i = 0; i < pools.length; i++) {
            for (int j = 0; j < threads.length; j++) {
                layer[i][j] *= Math.exp(error.at(new Limits(pools[i], threads[j], Limits.DEFAULT.connectionTimeout())));
            }
        }
    }

    /** Adds barging, for percentiles and errors; takes about a second. */
    public Fit fit() {
        return new QueueingFit(
                known,
                calibration,
                MeasurementConvention.PLAIN,
                BargingFit.of(calibration, MeasurementConvention.PLAIN));
    }

    private Workload workload(Posterior.Sample draw) {
        return calibration.rows().rows().get(0).workload(calibration.think(draw));
    }

    private static List<Hypothesis> hypotheses(Rows rows, Assumptions known) {
        int acquisitions = acquisitions(rows);
        double[] service = known.serviceCores().isPresent()
                ? known.oneMachine()
                        ? withoutOthers(known.serviceCores().getAsDouble(), rows)
                        : new double[] {known.serviceCores().getAsDouble()}
                : Arrays.stream(CORES).asDoubleStream().toArray();
        int[] database = known.databaseCores().isPresent()
                ? new int[] {known.databaseCores().getAsInt()}
                : CORES;
        // Cores that are all busy are the limit, whoever works on them.
        boolean saturated = known.oneMachine()
                && rows.rows().stream()
                        .anyMatch(row -> row.observation().utilization().orElse(0) >= SATURATED);
        var hypotheses = new ArrayList<Hypothesis>();
        for (boolean open : known.openInView() ? new boolean[] {true} : mayHoldThroughout(rows)) {
            for (double serviceCores : service) {
                for (int databaseCores : saturated ? new int[0] : database) {
                    hypotheses.add(
                            new Hypothesis(serviceCores, databaseCores, open, false, open ? 1 : acquisitions, 1));
                }
                if (known.oneMachine()) {
                    hypotheses.add(new Hypothesis(serviceCores, 1, open, true, open ? 1 : acquisitions, 1));
                }
            }
        }
        return hypotheses;
    }

    /** Returns the cores with and without those of other programs, if they matter: a service that waits may not want them. */
    private static double[] withoutOthers(double cores, Rows rows) {
        double taken = rows.rows().stream()
                .flatMapToDouble(row -> row.observation().takenByOthers().stream())
                .average()
                .orElse(0);
        return OtherPrograms.matters(taken, cores)
                ? new double[] {cores, Math.max(LEAST_CORES, cores - taken)}
                : new double[] {cores};
    }

    /** Returns the values of open session in view that fit the rows; with it every busy thread holds or awaits a connection. */
    private static boolean[] mayHoldThroughout(Rows rows) {
        boolean always = rows.rows().stream().allMatch(row -> {
            OptionalDouble busy = row.observation().probe(Metric.THREADS_BUSY);
            OptionalDouble active = row.observation().probe(Metric.POOL_ACTIVE);
            double pending = row.observation().probe(Metric.POOL_PENDING).orElse(0);
            return busy.isPresent()
                    && active.isPresent()
                    && active.getAsDouble() + pending > 0.9 * busy.getAsDouble() - 0.5;
        });
        return always ? new boolean[] {false, true} : new boolean[] {false};
    }

    private static int acquisitions(Rows rows) {
        return (int) Math.max(
                1,
                Math.round(rows.rows().stream()
                        .filter(row ->
                                row.observation().probe(Metric.ACQUISITIONS).isPresent())
                        .mapToDouble(row ->
                                row.observation().probe(Metric.ACQUISITIONS).getAsDouble() / row.rate())
                        .min()
                        .orElse(1)));
    }

    /** Returns the point where the probes alone put the demands: CPU ÷ throughput and connections in use ÷ throughput. */
    private static double[] start(Rows rows, ParameterSpace space) {
        double service = least(rows, Metric.SERVICE_CPU).orElse(0.004);
        double database = least(rows, Metric.DATABASE_CPU).orElse(0.004);
        double hold = least(rows, Metric.POOL_ACTIVE).orElse(rows.hold(1));
        return space.at(Math.max(hold, 1e-4), 0.3 * service, database, 0.7 * service);
    }

    private static OptionalDouble least(Rows rows, Metric metric) {
        return rows.rows().stream()
                .filter(row -> row.observation().probe(metric).orElse(0) > 0)
                .mapToDouble(row -> row.observation().probe(metric).getAsDouble() / row.rate())
                .min();
    }
}
