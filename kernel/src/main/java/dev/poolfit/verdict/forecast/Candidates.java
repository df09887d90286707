package dev.poolfit.verdict.forecast;

import dev.poolfit.experiment.CountKnob;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Prediction;
import dev.poolfit.model.fit.ResponseSurface;
import dev.poolfit.model.fit.ResponseSurface.Cell;
import dev.poolfit.model.fit.ThroughputMap;
import dev.poolfit.model.fit.TrialFit;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.comparison.Bracket;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.setting.SettingStatistics;
import dev.poolfit.verdict.setting.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings that the model is asked about, and the smallest of them that do. */
public final class Candidates {
    /** Steps along a range: every value up to 20, then each 5 % more. */
    private static final double STEP = 1.05;

    private static final double THREAD_STEP = 1.25;
    /** An error rate that a few thousand simulated requests cannot tell from none. */
    private static final double UNSEEN = 5e-4;

    /** The probability with which an answer for the highest throughput may lose more than the indifference. */
    public static final double RISK = 0.05;

    private final SearchProblem problem;
    private final ResponseSurface surface;
    private final ThroughputMap expected;
    private final TrialFit trialFit;
    private final int[] pools;
    private final int[] threads;

    public Candidates(SearchProblem problem, TrialFit trialFit) {
        this.problem = problem;
        this.trialFit = trialFit;
        pools = values(Knob.POOL, problem.found().pool().orElse(10), STEP, 20);
        threads = values(Knob.THREADS, problem.found().threads().orElse(200), THREAD_STEP, 8);
        surface = trialFit.surface(pools, threads);
        expected = surface.expected();
    }

    private int[] values(Knob knob, int found, double step, int dense) {
        Optional<IntRange> range = problem.space().of(knob);
        if (range.isEmpty()) {
            return new int[] {found};
        }
        var values = new TreeSet<Integer>();
        double value = range.get().low();
        while (value < range.get().high()) {
            values.add((int) Math.round(value));
            value = value < dense ? value + 1 : value * step;
        }
        values.add(range.get().high());
        if (range.get().contains(found)) {
            values.add(found);
        }
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The largest pool to choose from that is at most so large; empty where all are larger. */
    public Optional<Integer> poolUpTo(int most) {
        return Arrays.stream(pools).filter(pool -> pool <= most).boxed().max(Integer::compare);
    }

    /**
     * A setting whose pool lies in the middle of two pools, by ratio, with as many threads to a connection as the smaller
     * one has; empty where there is none between.
     */
    public Optional<Settings> between(Settings smaller, int larger) {
        int pool = smaller.pool().orElse(0);
        return poolUpTo((int) Math.sqrt((double) pool * larger))
                .filter(middle -> middle > pool)
                .map(middle -> smaller.with(Knob.POOL, middle))
                .map(middle -> problem.space().of(Knob.THREADS).isEmpty()
                        ? middle
                        : middle.with(
                                Knob.THREADS,
                                threadsFrom((double) smaller.threads().orElse(0)
                                        * middle.pool().orElse(0)
                                        / pool)));
    }

    /** The fewest threads to choose from that are at least so many, or the most. */
    private int threadsFrom(double least) {
        return Arrays.stream(threads)
                .filter(count -> count >= least)
                .findFirst()
                .orElse(threads[threads.length - 1]);
    }

    /** The throughput that the model expects of settings within the ranges; between those it was asked about, in between. */
    public double expected(Settings settings) {
        double[][] rates = expected.throughput();
        int thread = place(threads, settings.threads().orElse(threads[0]));
        int pool = settings.pool().orElse(pools[0]);
        int at = place(pools, pool);
        if (at == 0 || pools[at] <= pool) {
            return rates[at][thread];
        }
        double part = (double) (pool - pools[at - 1]) / (pools[at] - pools[at - 1]);
        return (1 - part) * rates[at - 1][thread] + part * rates[at][thread];
    }

    /** The first that is at least so large, or the last. */
    private static int place(int[] values, int value) {
        int at = 0;
        while (at < values.length - 1 && values[at] < value) {
            at++;
        }
        return at;
    }

    /** Returns the cell for which the model expects the highest throughput. */
    public Cell peak() {
        return surface.peak();
    }

    /** The highest throughput that the model expects anywhere. */
    public double highest() {
        return surface.highest();
    }

    /**
     * Returns what is at stake between the settings that may be the answer: not those that were seen to miss the goal or that
     * are predicted to miss its errors or its 99th percentile, nor smaller pools than these; empty where none is left.
     */
    public Optional<ExpectedLoss> expectedLoss(Target goal, SettingStatistics statistics) {
        int peak = surface.peak().pool();
        List<Settings> failed = statistics.performances().stream()
                .filter(each -> each.standing() == Standing.FAILS)
                .map(Performance::settings)
                .toList();
        int below = failed.stream()
                .mapToInt(each -> each.pool().orElse(0))
                .filter(pool -> goal.throughput().isPresent() && pools.length > 1 && pool <= peak)
                .max()
                .orElse(0);
        List<Cell> possible = surface.cells().stream()
                .filter(cell -> cell.pool() > below && !failed.contains(settings(cell)))
                .toList();
        int inTime = firstInTime(possible, goal);
        return inTime > pools[pools.length - 1] || possible.isEmpty()
                ? Optional.empty()
                : Optional.of(new ExpectedLoss(
                        surface,
                        goal.throughput(),
                        Target.indifference(problem.goal()),
                        trialFit.predictionNoise(),
                        cell -> statistics.validRuns(settings(cell)),
                        cell -> cell.pool() <= below || cell.pool() < inTime || failed.contains(settings(cell))));
    }

    /** The probability that settings fall short; 1 where the model was not asked about them. */
    public double risk(ExpectedLoss expectedLoss, Settings settings) {
        return modelled(expectedLoss, settings).map(ModelledStep::risk).orElse(1.0);
    }

    /** What the model expects of settings; empty where it was not asked about them. */
    public Optional<ModelledStep> modelled(ExpectedLoss expectedLoss, Settings settings) {
        return surface.cells().stream()
                .filter(cell -> settings(cell).equals(settings))
                .map(cell -> new ModelledStep(settings, expectedLoss.risk(cell)))
                .findFirst();
    }

    /** Returns the step below settings that the model was asked about; empty where nothing is. */
    public Optional<ModelledStep> below(ExpectedLoss expectedLoss, Settings settings) {
        return smaller(expectedLoss, settings).findFirst();
    }

    /** The largest below settings that more likely than not falls short, if the smallest that does not is then close to them. */
    public Optional<ModelledStep> failingBelow(ExpectedLoss expectedLoss, Settings settings) {
        CountKnob knob = knob();
        return smaller(expectedLoss, settings)
                .takeWhile(step -> Bracket.tight(step.settings().count(knob), settings.count(knob)))
                .filter(ModelledStep::fails)
                .findFirst();
    }

    /** Returns the smaller steps, from the next on. */
    private Stream<ModelledStep> smaller(ExpectedLoss expectedLoss, Settings settings) {
        int[] axis = knob() == Knob.POOL ? pools : threads;
        int at = axis.length > 1 ? Arrays.binarySearch(axis, settings.count(knob())) : 0;
        return IntStream.iterate(at - 1, place -> place >= 0, place -> place - 1)
                .mapToObj(place -> settings.with(knob(), axis[place]))
                .flatMap(below -> modelled(expectedLoss, below).stream());
    }

    private CountKnob knob() {
        return pools.length > 1 ? Knob.POOL : Knob.THREADS;
    }

    /**
     * A setting that the model is asked about.
     *
     * @param risk the probability that it loses more than the indifference
     */
    public record ModelledStep(Settings settings, double risk) {
        /** Returns whether that is more likely than not. */
        public boolean fails() {
            return risk > 0.5;
        }

        /** Returns the reason that this is against it, where it was not measured. */
        public NotSmaller reason() {
            if (risk <= RISK) {
                return new NotSmaller.ProbablyEnough(settings, 1 - risk);
            }
            return fails() ? new NotSmaller.ProbablyFails(settings, risk) : new NotSmaller.NotMeasured(settings, risk);
        }
    }

    /** The smallest pool whose predicted errors and 99th percentile keep the bounds; more than any if there is none. */
    private int firstInTime(List<Cell> possible, Target target) {
        if (target.errors() >= 1 && target.p99Ms().isEmpty()) {
            return 0;
        }
        Fit fit = trialFit.fit();
        List<Cell> cells = fewestThreads(possible, target.throughput().orElse(0));
        int failing = -1;
        int meeting = cells.size();
        int probe = 0;
        while (meeting - failing > 1) {
            Prediction prediction = fit.predict(settings(cells.get(probe)), WhatIf.NOTHING);
            boolean meets = prediction.errorRate().mean() <= target.errors() + UNSEEN
                    && prediction.p99Ms().mean() <= target.p99Ms().orElse(Double.MAX_VALUE);
            if (meets) {
                meeting = probe;
            } else {
                failing = probe;
            }
            probe = (failing + meeting) / 2;
        }
        return meeting < cells.size() ? cells.get(meeting).pool() : Integer.MAX_VALUE;
    }

    /** Of every pool that more likely than not gives the rate, the cell with the fewest threads. */
    private List<Cell> fewestThreads(List<Cell> possible, double rate) {
        return surface.reaching(rate, 0.5).stream().filter(possible::contains).toList();
    }

    /** The pool sizes, ascending. */
    public int[] pools() {
        return pools.clone();
    }

    /** The thread counts, ascending. */
    public int[] threads() {
        return threads.clone();
    }

    public Settings settings(Cell cell) {
        Settings settings = problem.found();
        if (problem.space().of(Knob.POOL).isPresent()) {
            settings = settings.with(Knob.POOL, cell.pool());
        }
        return problem.space().of(Knob.THREADS).isPresent() ? settings.with(Knob.THREADS, cell.threads()) : settings;
    }
}
