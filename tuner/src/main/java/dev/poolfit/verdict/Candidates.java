package dev.poolfit.verdict;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.Landscape;
import dev.poolfit.model.Landscape.Cell;
import dev.poolfit.model.Outlook;
import dev.poolfit.units.IntRange;
import dev.poolfit.verdict.Performance.Standing;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The settings that the model is asked about, and the smallest of them that do. */
final class Candidates {
    /** Steps along a range: every value up to 16, then each 7 % more. */
    private static final double STEP = 1.07;

    private static final double THREAD_STEP = 1.25;

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

    /**
     * The smallest setting that is almost surely within the indifference of the best; one that was tried already where
     * it is hardly larger; the surest of all where none is sure enough.
     */
    Settings smallestSure(List<Settings> tried) {
        Optional<Cell> smallest = landscape.smallestWithin(BracketingSearch.INDIFFERENCE, 1 - ModelGuidedSearch.RISK);
        if (smallest.isEmpty()) {
            return settings(landscape.surest(BracketingSearch.INDIFFERENCE));
        }
        Cell cell = smallest.get();
        return tried.stream()
                .filter(each -> chance(each) >= 1 - ModelGuidedSearch.RISK)
                .filter(each -> each.pool().orElse(0) <= cell.pool() * 1.1 + 1)
                .min(Comparator.comparingInt((Settings each) -> each.pool().orElse(0))
                        .thenComparingInt(each -> each.threads().orElse(0)))
                .orElse(settings(cell));
    }

    /** Of these, the one that is most probably within the indifference of the best. */
    Settings surestOf(List<Settings> tried) {
        return tried.stream().max(Comparator.comparingDouble(this::chance)).orElseThrow();
    }

    private double chance(Settings settings) {
        return landscape.chanceWithin(
                settings.pool().orElse(pools[0]), settings.threads().orElse(threads[0]), BracketingSearch.INDIFFERENCE);
    }

    /**
     * The smallest setting that the model takes to reach the target's rate, above every pool that was seen to fail the
     * target and at most the smallest that was seen to meet it; empty where the model knows none.
     */
    Optional<Settings> smallestReaching(Target target, Appraisal appraisal) {
        List<Performance> seen = appraisal.performances();
        int failing = seen.stream()
                .filter(each -> each.standing() == Standing.FAILS)
                .mapToInt(each -> each.settings().pool().orElse(0))
                .max()
                .orElse(0);
        return Optional.empty();
    }

    private Settings settings(Cell cell) {
        Settings settings = question.found();
        if (question.space().of(Knob.POOL).isPresent()) {
            settings = settings.with(Knob.POOL, cell.pool());
        }
        return question.space().of(Knob.THREADS).isPresent() ? settings.with(Knob.THREADS, cell.threads()) : settings;
    }
}
