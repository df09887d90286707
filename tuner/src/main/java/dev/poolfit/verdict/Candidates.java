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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settings that the model is asked about, and the smallest of them that do. */
final class Candidates {
    /** Steps along a range: every value up to 16, then each 7 % more. */
    private static final double STEP = 1.07;

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
        pools = values(Knob.POOL, question.found().pool().orElse(10), STEP, 16);
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

    /** The highest throughput that the model expects anywhere. */
    double highest() {
        return landscape.highest();
    }

    /** What is at stake where the highest throughput is wanted; a setting that was seen to fail is no answer. */
    Stakes stakes(Appraisal appraisal) {
        return new Stakes(
                landscape,
                outlook.noise(),
                cell -> appraisal.runs(settings(cell)),
                cell -> appraisal
                        .performance(settings(cell))
                        .filter(each -> each.standing() == Standing.FAILS)
                        .isPresent());
    }

    /**
     * The smallest setting that the model takes to meet the target, above every pool that was seen to fail it, unless a
     * smaller one was seen to meet it; empty where there is none.
     */
    Optional<Settings> smallestReaching(Target target, Appraisal appraisal) {
        List<Performance> seen = appraisal.performances();
        int failing = seen.stream()
                .filter(each -> each.standing() == Standing.FAILS && pools.length > 1)
                .mapToInt(each -> each.settings().pool().orElse(0))
                .max()
                .orElse(0);
        Optional<Settings> meeting = seen.stream()
                .filter(each -> each.standing() == Standing.MEETS)
                .map(Performance::settings)
                .filter(each -> each.pool().orElse(0) > failing && inSpace(each))
                .findFirst();
        List<Cell> cells = landscape.reaching(target.throughput().orElse(0), 0.5).stream()
                .filter(cell -> cell.pool() > failing)
                .toList();
        Optional<Settings> modelled = firstInTime(cells, target).map(this::settings);
        return meeting.isPresent() && (modelled.isEmpty() || smaller(meeting.get(), modelled.get()))
                ? meeting
                : modelled;
    }

    /** The first of the cells whose predicted errors and 99th percentile keep the bounds, if those are bounded. */
    private Optional<Cell> firstInTime(List<Cell> cells, Target target) {
        if (cells.isEmpty() || target.errors() >= 1 && target.p99Ms().isEmpty()) {
            return cells.stream().findFirst();
        }
        Fit fit = outlook.fit();
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
            if (!meets && meeting == cells.size() && failing < cells.size() - 1) {
                probe = Math.max(probe, failing + 1);
            }
        }
        return meeting < cells.size() ? Optional.of(cells.get(meeting)) : Optional.empty();
    }

    private boolean inSpace(Settings settings) {
        return question.space().of(Knob.POOL).stream()
                        .allMatch(range -> range.contains(settings.pool().orElse(0)))
                && question.space().of(Knob.THREADS).stream()
                        .allMatch(range -> range.contains(settings.threads().orElse(0)));
    }

    private static boolean smaller(Settings one, Settings other) {
        return one.pool().orElse(0) <= other.pool().orElse(0)
                && one.threads().orElse(0) <= other.threads().orElse(0);
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
