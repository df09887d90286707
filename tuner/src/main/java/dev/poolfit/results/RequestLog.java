package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The requests of one load test, and how many users there were: measured over the whole seconds in which the users were
 * at their most, so that neither the ramp nor a second that was half over counts.
 */
final class RequestLog {
    private static final int SHORTEST = 3;
    private static final int SHORTEST_PLATEAU = 5;
    private static final double PLATEAU_PURITY = 0.9;
    private static final int ENOUGH_FOR_P99 = 100;
    private static final long LONGEST_SECONDS = 60L * 24 * 3600;

    private final Slices slices = new Slices();
    private final List<String> notices = new ArrayList<>();
    private String cut = "";

    /**
     * Counts a request; one whose time or duration is unknown (NaN) does not count.
     *
     * @param end when it ended, in seconds since whenever
     * @param duration in milliseconds
     */
    void request(double end, double duration, boolean failure) {
        if (!Double.isNaN(end) && !Double.isNaN(duration)) {
            slices.request(end, duration, failure);
        }
    }

    /** So many users were seen at this time. */
    void users(double time, double number) {
        if (!Double.isNaN(time) && !Double.isNaN(number)) {
            slices.users(time, number);
        }
    }

    void notice(String sentence) {
        notices.add(sentence);
    }

    /** The file is cut off, as this sentence says. */
    void cutOff(String sentence) {
        cut = sentence;
        notices.add(sentence);
    }

    /** How many requests there are. */
    long size() {
        return slices.count();
    }

    /** The mean duration of all requests in milliseconds. */
    double meanMs() {
        return slices.meanMs();
    }

    /**
     * @param source such as {@code k6's CSV}
     * @throws dev.poolfit.experiment.InvalidExperiment if nothing can be measured in it, or there are complaints
     */
    Results results(String source, OptionalDouble thinkSeconds, Complaints complaints) {
        complaints.raise();
        if (slices.count() == 0) {
            throw complaints.with("must hold at least one request, but holds none; "
                    + (cut.isEmpty() ? "is it of a test that ran?" : cut));
        }
        Window all = span();
        if (all.length() > LONGEST_SECONDS / slices.width()) {
            throw complaints.with("must hold one load test, but its time stamps span "
                    + all.length() * slices.width() / 86_400 + " days; drop the lines whose time stamps are wrong");
        }
        Plateau plateau = plateau(all);
        if (plateau.window.length() < SHORTEST) {
            throw complaints.with("must cover at least " + SHORTEST * slices.width() + " s, but covers "
                    + plateau.window.length() * slices.width() + " s; test for longer");
        }
        Window whole = new Window(plateau.window.first + 1, plateau.window.last - 1);
        return new Results(source, List.of(observation(whole, plateau.users, source, thinkSeconds)), notices);
    }

    /** Slices from the first to the last of them. */
    private record Window(long first, long last) {
        long length() {
            return last - first + 1;
        }
    }

    private record Plateau(Window window, OptionalDouble users) {}

    /** From the first slice in which a request ended to the last. */
    private Window span() {
        var keys = slices.byTime().entrySet().stream()
                .filter(each -> each.getValue().requests() > 0)
                .mapToLong(Map.Entry::getKey)
                .summaryStatistics();
        return new Window(keys.getMin(), keys.getMax());
    }

    private Plateau plateau(Window all) {
        double most = slices.byTime().values().stream()
                .mapToDouble(Slice::users)
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(Double.NaN);
        if (Double.isNaN(most)) {
            notices.add("How many users there were is not in the file; they are taken from the assumptions.");
            return new Plateau(all, OptionalDouble.empty());
        }
        long[] atMost = slices.byTime().entrySet().stream()
                .filter(each -> each.getValue().users() == most)
                .mapToLong(Map.Entry::getKey)
                .toArray();
        var window = new Window(atMost[0], atMost[atMost.length - 1]);
        long seen = slices.byTime().subMap(window.first, true, window.last, true).values().stream()
                .filter(each -> !Double.isNaN(each.users()))
                .count();
        if (window.length() < SHORTEST_PLATEAU || atMost.length < PLATEAU_PURITY * seen) {
            notices.add(String.format(
                    Locale.ROOT,
                    "The number of users never stays at its maximum (%.0f): the figures are means over the whole test of"
                            + " %d s, ramps included, and users are taken from the assumptions.",
                    most,
                    all.length() * slices.width()));
            return new Plateau(all, OptionalDouble.empty());
        }
        var measured = new Window(Math.max(window.first, all.first), Math.min(window.last, all.last));
        if (measured.length() < all.length()) {
            notices.add(String.format(
                    Locale.ROOT,
                    "Of %d s those %d s count in which there were %.0f users.",
                    all.length() * slices.width(),
                    measured.length() * slices.width(),
                    most));
        }
        return new Plateau(measured, OptionalDouble.of(most));
    }

    private Observation observation(Window window, OptionalDouble users, String source, OptionalDouble thinkSeconds) {
        var sum = new Slice();
        slices.byTime().subMap(window.first, true, window.last, true).values().forEach(sum::absorb);
        double span = window.length() * slices.width();
        return new Observation(
                Settings.NONE,
                users,
                thinkSeconds,
                OptionalDouble.of(sum.good() / span),
                sum.requests() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum.millis() / sum.requests()),
                p99(sum),
                OptionalDouble.of(sum.failed() / span),
                Map.of(),
                1,
                OptionalDouble.empty(),
                source);
    }

    private OptionalDouble p99(Slice sum) {
        if (sum.requests() < ENOUGH_FOR_P99) {
            notices.add("The 99th percentile is unknown: " + sum.requests() + " requests are fewer than "
                    + ENOUGH_FOR_P99 + ".");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sum.percentile(99));
    }
}
