package dev.poolfit.model.fit;

import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.Statistics;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Limits;
import dev.poolfit.model.ServiceModel;
import dev.poolfit.model.Workload;
import dev.poolfit.model.simulation.Simulated;
import dev.poolfit.model.simulation.Simulations;
import dev.poolfit.model.simulation.SteadyStates;
import dev.poolfit.model.solver.Bottleneck;
import dev.poolfit.model.solver.Bound;
import dev.poolfit.model.solver.FlowEquivalentSolver;
import dev.poolfit.model.solver.Population;
import dev.poolfit.model.solver.Solution;
import dev.poolfit.units.Message;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The queueing model with all that the data leaves open about it. */
final class QueueingFit implements Fit {
    /** The cores of the service where nobody says how many it has; its CPU demand is then relative to them. */
    static final int USUAL_CORES = 4;

    /** Models that are simulated for each prediction, drawn from what the data leaves possible. */
    private static final int SIMULATED = 7;

    private static final int REQUESTS = 6_000;
    /** The probability from which on the service is said to have two steady states. */
    private static final double LIKELY = 0.9;

    private static final long SEED = 1;
    /** The precision of simulations, as a share. */
    private static final double COUNTED = 0.004;
    /** The share of failures below which the throughput of the solver, which knows none, stands. */
    private static final double FEW_ERRORS = 0.005;

    private final Assumptions assumptions;
    private final Calibration calibration;
    private final MeasurementConvention view;
    private final BargingFit tail;
    private final Row reference;
    private final List<Posterior.Sample> few;

    QueueingFit(Assumptions assumptions, Calibration calibration, MeasurementConvention view, BargingFit tail) {
        this.assumptions = assumptions;
        this.calibration = calibration;
        this.view = view;
        this.tail = tail;
        reference = calibration.rows().rows().stream()
                .max(Comparator.comparingDouble(Row::rate))
                .orElseThrow();
        few = Posterior.resample(calibration.posterior().draws(), SIMULATED);
    }

    @Override
    public List<Parameter> parameters() {
        return new Parameters(assumptions, calibration, view, tail).list();
    }

    @Override
    public List<Check> checks() {
        return new FitChecks(calibration, view).list();
    }

    @Override
    public List<Message> warnings() {
        return Stream.of(
                        calibration.rows().notes(),
                        new Parameters(assumptions, calibration, view, tail).statements(),
                        FallAtLargerPools.unproved(everyRow(), calibration.noise()).stream()
                                .toList())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public double hold() {
        return calibration.model(0).demand().loneHold();
    }

    @Override
    public Prediction predict(Settings settings, WhatIf change) {
        Limits limits = limits(settings, change.users().isPresent() ? change.users() : reference.users());
        change.refuseImpossible(calibration.model(0).demand());
        ServiceModel likely = change.appliedTo(calibration.model(tail.barging()));
        Workload workload = workload(calibration.think(), change);
        Solution solution = new FlowEquivalentSolver().solve(likely, workload, limits);
        Interval solved = around(
                solution.throughput() / view.requestsPerCount(),
                calibration.rate(draw -> solve(draw, limits, change).throughput() / view.requestsPerCount()));
        var random = new Random(10_007L * limits.pool() + limits.threads());
        double expected = solved.mean() * view.requestsPerCount();
        List<Simulated> simulated = IntStream.range(0, few.size())
                .mapToObj(i -> Simulations.run(
                        change.appliedTo(calibration.model(few.get(i), tail.quantile((i + 0.5) / few.size()))),
                        workload(few.get(i), change),
                        limits,
                        expected,
                        REQUESTS,
                        random.nextLong()))
                .toList();
        Interval errors = errors(simulated);
        Interval throughput = errors.mean() < FEW_ERRORS ? solved : moved(solved, good(simulated));
        Optional<SteadyStates> states = states(likely, workload, limits, change);
        return new Prediction(
                        named(settings, limits),
                        spanning(states, openCause(limits, workload, change, throughput)),
                        times(simulated, view::mean),
                        times(simulated, view::p99),
                        errors,
                        bound(Bottleneck.of(likely, workload, limits, solution)),
                        extrapolated(limits) || !change.equals(WhatIf.NOTHING),
                        states)
                .failing(AnsweredFailures.share(everyRow()));
    }

    /** Renames the service's CPU on shared cores, where the model has the database's work among the service's. */
    private Bound bound(Bound found) {
        return found == Bound.SERVICE_CPU && calibration.hypothesis().sharedCores() ? Bound.SHARED_CPU : found;
    }

    private static Settings named(Settings settings, Limits limits) {
        return Settings.ofPoolAndThreads(limits.pool(), limits.threads()).with(settings.only(Knob.CONNECTION_TIMEOUT));
    }

    /** Finds two states only where the data makes it likely that contention slows the database: a guess is no finding. */
    private Optional<SteadyStates> states(ServiceModel likely, Workload workload, Limits limits, WhatIf change) {
        double chance = calibration.posterior().draws().stream()
                .filter(draw -> SteadyStates.contends(
                        change.appliedTo(calibration.model(draw, 0)), workload(draw, change), limits))
                .mapToDouble(Posterior.Sample::weight)
                .sum();
        return chance < LIKELY
                ? Optional.empty()
                : SteadyStates.of(
                                likely,
                                workload,
                                limits,
                                new FlowEquivalentSolver()
                                        .solve(likely, workload, limits)
                                        .throughput(),
                                SEED)
                        .map(each -> each.counting(view.requestsPerCount()));
    }

    /** Spans both states from 0 up: batch means put the low end of a state with few responses below 0. */
    private static Interval spanning(Optional<SteadyStates> states, Interval rate) {
        return states.map(each -> new Interval(
                        rate.mean(),
                        Math.max(
                                0,
                                Math.min(
                                        rate.low(),
                                        Math.min(
                                                each.fromEmpty().low(),
                                                each.fromFull().low()))),
                        Math.max(
                                rate.high(),
                                Math.max(
                                        each.fromEmpty().high(), each.fromFull().high()))))
                .orElse(rate);
    }

    /** Widens the interval of a single setting, which does not say what held throughput down: pool, threads or neither. */
    private Interval openCause(Limits limits, Workload workload, WhatIf change, Interval rate) {
        if (calibration.rows().rows().size() > 1 || !change.equals(WhatIf.NOTHING)) {
            return rate;
        }
        double threads = Population.of(workload).mostBusy(limits.threads());
        double usualThreads =
                Population.of(workload).mostBusy(reference.limits().threads());
        double pools =
                Math.min(limits.pool(), threads) / Math.min(reference.limits().pool(), usualThreads);
        double less = Math.min(1, Math.min(pools, threads / usualThreads));
        double more = Math.max(1, Math.max(pools, threads / usualThreads));
        return new Interval(
                rate.mean(),
                Math.min(rate.low(), less * reference.rate()),
                Math.max(rate.high(), more * reference.rate()));
    }

    /** Returns the possible values around the most probable. */
    private static Interval around(double likely, Interval possible) {
        return new Interval(likely, Math.min(likely, possible.low()), Math.max(likely, possible.high()));
    }

    private Solution solve(Posterior.Sample draw, Limits limits, WhatIf change) {
        return new FlowEquivalentSolver()
                .solve(change.appliedTo(calibration.model(draw, 0)), workload(draw, change), limits);
    }

    /** Completes the settings from the row with the highest throughput. */
    private Limits limits(Settings settings, OptionalInt users) {
        Limits usual = reference.limits();
        Limits limits = new Limits(
                settings.pool().orElse(usual.pool()),
                settings.threads().orElse(usual.threads()),
                settings.connectionTimeout().orElse(usual.connectionTimeout()));
        return Rows.within(limits, users, "");
    }

    private Workload workload(Posterior.Sample draw, WhatIf change) {
        return workload(calibration.think(draw), change);
    }

    private Workload workload(double think, WhatIf change) {
        Workload usual = reference.workload(think);
        return change.users().isPresent()
                ? new Workload.Closed(
                        change.users().getAsInt(), usual instanceof Workload.Closed closed ? closed.think() : think)
                : usual;
    }

    private boolean extrapolated(Limits limits) {
        var rows = everyRow().stream().map(Row::limits).toList();
        return outside(limits, rows, Limits::pool)
                || outside(limits, rows, Limits::threads)
                || outside(limits, rows, Limits::timeoutSeconds);
    }

    private List<Row> everyRow() {
        return Stream.concat(calibration.rows().rows().stream(), calibration.rows().left().stream())
                .toList();
    }

    private static boolean outside(Limits limits, List<Limits> seen, ToDoubleFunction<Limits> limit) {
        var all = seen.stream().mapToDouble(limit).summaryStatistics();
        double value = limit.applyAsDouble(limits);
        return value < all.getMin() || value > all.getMax();
    }

    private Interval good(List<Simulated> simulated) {
        return logarithmic(simulated.stream()
                .mapToDouble(each -> each.throughput().mean() / view.requestsPerCount())
                .toArray());
    }

    private static Interval moved(Interval solved, Interval simulated) {
        double low = Math.min(simulated.low(), simulated.mean() * solved.low() / solved.mean());
        double high = simulated.mean() == 0
                ? solved.high()
                : Math.max(simulated.high(), simulated.mean() * solved.high() / solved.mean());
        return new Interval(simulated.mean(), low, high);
    }

    private static Interval times(List<Simulated> simulated, ToDoubleFunction<Simulated> seconds) {
        return logarithmic(
                simulated.stream().mapToDouble(seconds).map(each -> each * 1000).toArray());
    }

    private static Interval logarithmic(double[] values) {
        double[] logs = Arrays.stream(values)
                .filter(each -> each > 0 && Double.isFinite(each))
                .map(Math::log)
                .toArray();
        double mean = Arrays.stream(logs).average().orElse(Double.NEGATIVE_INFINITY);
        double variance =
                Arrays.stream(logs).map(each -> (each - mean) * (each - mean)).sum() / Math.max(1, logs.length - 1);
        double half = Math.max(COUNTED, Statistics.tQuantile(SIMULATED - 1) * Math.sqrt(variance));
        if (logs.length == 0) {
            return new Interval(0, 0, 0);
        }
        Arrays.sort(logs);
        double median = logs[logs.length / 2];
        return new Interval(
                Math.exp(median), Math.exp(Math.min(median, mean - half)), Math.exp(Math.max(median, mean + half)));
    }

    private static Interval errors(List<Simulated> simulated) {
        double[] rates = simulated.stream().mapToDouble(Simulated::errorRate).toArray();
        double mean = Arrays.stream(rates).average().orElse(0);
        return new Interval(
                mean,
                Math.min(Arrays.stream(rates).min().orElse(0), Math.max(0, mean - 3.0 / REQUESTS)),
                Math.max(Arrays.stream(rates).max().orElse(0), 3.0 / REQUESTS));
    }
}
