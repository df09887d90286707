package dev.poolfit.verdict;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Fit;
import dev.poolfit.model.Landscape;
import dev.poolfit.model.Landscape.Cell;
import dev.poolfit.model.Outlook;
import dev.poolfit.model.Prediction;
import dev.poolfit.model.ThroughputMap;
import dev.poolfit.model.WhatIf;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings that the model is asked about, and the smallest of them that do. */
final class Candidates {
    /** Steps along a range: every value up to 20, then each 5 % more. */
    private static final double STEP = 1.05;

    private static final double THREAD_STEP = 1.25;
    /** An error rate that a few thousand simulated requests cannot tell from none. */
    private static final double UNSEEN = 5e-4;
    /** Values along an axis of a picture. */
    private static final int AXIS = 11;

    private final Question question;
    private final Landscape landscape;
    private final Outlook outlook;
    private final int[] pools;
    private final int[] threads;

    Candidates(Question question, Outlook outlook) {
        this.question = question;
        this.outlook = outlook;
        pools = values(Knob.POOL, question.found().pool().orElse(10), STEP, 20);
        threads = values(Knob.THREADS, question.found().threads().orElse(200), THREAD_STEP, 8);
        landscape = outlook.landscape(pools, threads);
    }

    private int[] values(Knob knob, int found, double step, int dense) {
        Optional<IntRange> range = question.space().of(knob);
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
    Optional<Integer> poolUpTo(int most) {
        return Arrays.stream(pools).filter(pool -> pool <= most).boxed().max(Integer::compare);
    }

    /**
     * A setting whose pool lies in the middle of two pools, by ratio, with as many threads to a connection as the smaller
     * one has; empty where there is none between.
     */
    Optional<Settings> between(Settings smaller, int larger) {
        int pool = smaller.pool().orElse(0);
        return poolUpTo((int) Math.sqrt((double) pool * larger))
                .filter(middle -> middle > pool)
                .map(middle -> smaller.with(Knob.POOL, middle))
                .map(middle -> question.space().of(Knob.THREADS).isEmpty()
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

    /** The highest throughput that the model expects anywhere. */
    double highest() {
        return landscape.highest();
    }

    /**
     * What is at stake between the settings that may be the answer: not those that were seen to miss the goal or that
     * are predicted to miss its errors or its 99th percentile, nor smaller pools than these; empty where none is left.
     */
    Optional<Stakes> stakes(Target goal, Appraisal appraisal) {
        int peak = landscape.peak().pool();
        List<Settings> failed = appraisal.performances().stream()
                .filter(each -> each.standing() == Standing.FAILS)
                .map(Performance::settings)
                .toList();
        int below = failed.stream()
                .mapToInt(each -> each.pool().orElse(0))
                .filter(pool -> goal.throughput().isPresent() && pools.length > 1 && pool <= peak)
                .max()
                .orElse(0);
        List<Cell> possible = landscape.cells().stream()
                .filter(cell -> cell.pool() > below && !failed.contains(settings(cell)))
                .toList();
        int inTime = firstInTime(possible, goal);
        return inTime > pools[pools.length - 1] || possible.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stakes(
                        landscape,
                        goal.throughput(),
                        outlook.noise(),
                        cell -> appraisal.runs(settings(cell)),
                        cell -> cell.pool() <= below || cell.pool() < inTime || failed.contains(settings(cell))));
    }

    /** What is a step smaller than the answer, with how surely it falls short; empty where nothing is smaller. */
    Optional<ModelledStep> below(Stakes stakes) {
        Cell answer = stakes.answer();
        int[] axis = pools.length > 1 ? pools : threads;
        int at = Arrays.binarySearch(axis, pools.length > 1 ? answer.pool() : answer.threads());
        if (at == 0) {
            return Optional.empty();
        }
        Cell below =
                pools.length > 1 ? new Cell(pools[at - 1], answer.threads()) : new Cell(answer.pool(), threads[at - 1]);
        return Optional.of(new ModelledStep(settings(below), stakes.risk(below)));
    }

    /**
     * A setting that the model is asked about.
     *
     * @param risk the probability that it loses more than the indifference
     */
    record ModelledStep(Settings settings, double risk) {}

    /** The smallest pool whose predicted errors and 99th percentile keep the bounds; more than any if there is none. */
    private int firstInTime(List<Cell> possible, Target target) {
        if (target.errors() >= 1 && target.p99Ms().isEmpty()) {
            return 0;
        }
        Fit fit = outlook.fit();
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
        return landscape.reaching(rate, 0.5).stream().filter(possible::contains).toList();
    }

    /** Pools × threads as the model expects them, thinned to what a page shows, with these settings among them. */
    ThroughputMap map(List<Settings> shown) {
        return outlook.landscape(
                        thinned(pools, shown.stream().map(Settings::pool)),
                        thinned(threads, shown.stream().map(Settings::threads)))
                .expected();
    }

    private static int[] thinned(int[] values, Stream<OptionalInt> shown) {
        var kept = new TreeSet<Integer>();
        for (int i = 0; i < AXIS; i++) {
            kept.add(values[(int) Math.round(i * (values.length - 1.0) / (AXIS - 1))]);
        }
        shown.flatMapToInt(OptionalInt::stream).forEach(kept::add);
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The pools, or where those are fixed the threads, along which a page draws throughput; the rest as given. */
    List<Settings> curve(Settings at) {
        Knob axis = question.space().of(Knob.POOL).isPresent() ? Knob.POOL : Knob.THREADS;
        return IntStream.of(thinned(
                        axis == Knob.POOL ? pools : threads, Stream.of(axis == Knob.POOL ? at.pool() : at.threads())))
                .mapToObj(value -> at.with(axis, value))
                .toList();
    }

    Settings settings(Cell cell) {
        Settings settings = question.found();
        if (question.space().of(Knob.POOL).isPresent()) {
            settings = settings.with(Knob.POOL, cell.pool());
        }
        return question.space().of(Knob.THREADS).isPresent() ? settings.with(Knob.THREADS, cell.threads()) : settings;
    }
}
