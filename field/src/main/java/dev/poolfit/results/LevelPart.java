package dev.poolfit.results;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * The part of a load test in which the load did not change: figures over a ramp belong to no number of users.
 *
 * @param window its slices; the first and the last may be half over
 * @param users their number; empty where nobody wrote it down, or where it changed although the load did not
 */
record LevelPart(Span window, OptionalDouble users) {
    private static final int SHORTEST_PLATEAU = 5;
    private static final double PLATEAU_PURITY = 0.9;
    /** The number of parts in which a test is looked at. */
    private static final int BLOCKS = 12;
    /** The number of parts in a row that must be level. */
    private static final int LEAST_BLOCKS = 6;
    /** The difference of requests in progress between level parts that no chance moves, as a share of their mean. */
    private static final double STEADY = 0.1;
    /** The difference between two of a dozen by chance, in standard deviations. */
    private static final double SPREAD = 4;

    /**
     * Finds it: the seconds with the most users if they stay, else those in which the requests in progress stay.
     *
     * @param notices takes what was left out, in whole sentences
     * @throws dev.poolfit.experiment.InvalidExperiment if there is none
     */
    static LevelPart of(Slices slices, Complaints complaints, Consumer<String> notices) {
        Span all = slices.span();
        double most = slices.byTime().values().stream()
                .mapToDouble(Slice::users)
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(Double.NaN);
        Span plateau = Double.isNaN(most) ? all : plateau(slices, all, most);
        if (!Double.isNaN(most) && plateau.length() > 0) {
            tellShorter(slices, all, plateau, String.format(Locale.ROOT, "there were %.0f users", most), notices);
            return new LevelPart(plateau, OptionalDouble.of(most));
        }
        Span level = level(slices, all);
        if (level.length() <= 0) {
            throw complaints.with(String.format(
                    Locale.ROOT,
                    "must have a part with a level load, but has none: %s in %d s, and for less than half of them the"
                            + " requests in progress (rate × response time) stay the same; test with a fixed number of"
                            + " users, or keep the lines of the part that has one",
                    Double.isNaN(most)
                            ? "nobody wrote down how many users there were"
                            : String.format(Locale.ROOT, "the number of users never stays at its maximum (%.0f)", most),
                    all.length() * slices.width()));
        }
        notices.accept(
                Double.isNaN(most)
                        ? "How many users there were is not in the file."
                        : String.format(
                                Locale.ROOT,
                                "The number of users never stays at its maximum (%.0f), but the requests in progress do"
                                        + " (rate × response time): users are taken from those.",
                                most));
        tellShorter(slices, all, level, "the requests in progress stay the same", notices);
        return new LevelPart(level, OptionalDouble.empty());
    }

    private static void tellShorter(Slices slices, Span all, Span part, String what, Consumer<String> notices) {
        if (part.length() < all.length()) {
            notices.accept(String.format(
                    Locale.ROOT,
                    "Of %d s those %d s count in which %s.",
                    all.length() * slices.width(),
                    part.length() * slices.width(),
                    what));
        }
    }

    /** Returns the first to the last slice with the most users; of no length if too few, or others between. */
    private static Span plateau(Slices slices, Span all, double most) {
        long[] atMost = slices.byTime().entrySet().stream()
                .filter(each -> each.getValue().users() == most)
                .mapToLong(Map.Entry::getKey)
                .toArray();
        var window = new Span(atMost[0], atMost[atMost.length - 1]);
        long seen = slices.byTime().subMap(window.first(), true, window.last(), true).values().stream()
                .filter(each -> !Double.isNaN(each.users()))
                .count();
        return window.length() < SHORTEST_PLATEAU || atMost.length < PLATEAU_PURITY * seen
                ? new Span(0, -1)
                : new Span(Math.max(window.first(), all.first()), Math.min(window.last(), all.last()));
    }

    /** Returns the longest run of parts with the same rate and requests in progress; of no length if less than half. */
    private static Span level(Slices slices, Span all) {
        int inner = (int) all.length() - 2;
        int blocks = Math.min(BLOCKS, inner);
        if (blocks < 1) {
            return all;
        }
        double[] numbers = slices.inProgress(all.first(), all.last());
        double[] inProgress = new double[blocks];
        double[] counts = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            int from = edge(inner, blocks, i);
            int to = edge(inner, blocks, i + 1);
            inProgress[i] = Arrays.stream(numbers, from, to).average().orElse(0);
            counts[i] = (double)
                            slices.sum(all.first() + from, all.first() + to - 1).requests()
                    / (to - from);
        }
        double slicesEach = (double) inner / blocks;
        double response = slices.meanMs() / 1000 / slices.width();
        int from = 0;
        int to = 0;
        for (int first = 0; first < blocks; first++) {
            int last = first;
            while (last < blocks
                    && steady(Arrays.copyOfRange(inProgress, first, last + 1), 2 * response / slicesEach)
                    && steady(Arrays.copyOfRange(counts, first, last + 1), 1 / slicesEach)) {
                last++;
            }
            if (last - first > to - from) {
                from = first;
                to = last;
            }
        }
        if (to - from < Math.min(LEAST_BLOCKS, (blocks + 1) / 2)) {
            return new Span(0, -1);
        }
        return new Span(
                from == 0 ? all.first() : all.first() + edge(inner, blocks, from) - 1,
                to == blocks ? all.last() : all.first() + edge(inner, blocks, to));
    }

    /** Returns the first slice of a part; the first and the last of all belong to none. */
    private static int edge(int inner, int blocks, int block) {
        return 1 + (int) Math.round((double) block * inner / blocks);
    }

    /**
     * Returns whether chance alone can have moved these means. Where requests come by chance, the variance of a count
     * is the count, and that of the number in progress, each for a time R, over a time T is 2R/T times the number.
     *
     * @param variance of a mean, as a multiple of it
     */
    private static boolean steady(double[] means, double variance) {
        var range = Arrays.stream(means).summaryStatistics();
        double mean = range.getAverage();
        double chance = Math.sqrt(variance * mean);
        return range.getMax() - range.getMin() <= STEADY * mean + SPREAD * Math.min(chance, mean);
    }
}
