package dev.poolfit.results;

import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The requests of one load test, and how many users there were: measured over the whole seconds in which the users were
 * at their most, so that neither the ramp nor a second that was half over counts.
 */
final class RequestLog {
    private static final int SHORTEST = 3;
    private static final int SHORTEST_PLATEAU = 5;
    private static final double PLATEAU_PURITY = 0.9;
    private static final int ENOUGH_FOR_P99 = 100;

    private long[] seconds = new long[1024];
    private double[] millis = new double[1024];
    private boolean[] failed = new boolean[1024];
    private int count;
    private final Map<Long, Double> users = new TreeMap<>();
    private final List<String> notices = new ArrayList<>();

    /**
     * @param end when it ended, in seconds since whenever
     * @param duration in milliseconds
     */
    void request(double end, double duration, boolean failure) {
        if (count == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * count);
            millis = Arrays.copyOf(millis, 2 * count);
            failed = Arrays.copyOf(failed, 2 * count);
        }
        seconds[count] = (long) Math.floor(end);
        millis[count] = duration;
        failed[count++] = failure;
    }

    /** So many users were seen at this time. */
    void users(double time, double number) {
        users.merge((long) Math.floor(time), number, Math::max);
    }

    void notice(String sentence) {
        notices.add(sentence);
    }

    /** How many requests there are. */
    int size() {
        return count;
    }

    /** The mean duration of all requests in milliseconds. */
    double meanMs() {
        return Arrays.stream(millis, 0, count).average().orElse(Double.NaN);
    }

    /**
     * @param source such as {@code k6's CSV}
     * @throws dev.poolfit.experiment.InvalidExperiment if nothing can be measured in it, or there are complaints
     */
    Results results(String source, OptionalDouble thinkSeconds, Complaints complaints) {
        complaints.raise();
        if (count == 0) {
            throw complaints.with("must hold at least one request, but holds none; is it of a test that ran?");
        }
        Window all = new Window(
                Arrays.stream(seconds, 0, count).min().orElseThrow(),
                Arrays.stream(seconds, 0, count).max().orElseThrow());
        Window window = plateau(all);
        if (window.length() < SHORTEST) {
            throw complaints.with(
                    "must cover at least " + SHORTEST + " s, but covers " + window.length() + " s; test for longer");
        }
        Window whole = new Window(window.first + 1, window.last - 1);
        return new Results(source, List.of(observation(whole, source, thinkSeconds)), notices);
    }

    private record Window(long first, long last) {
        long length() {
            return last - first + 1;
        }

        boolean contains(long second) {
            return first <= second && second <= last;
        }
    }

    private Window plateau(Window all) {
        if (users.isEmpty()) {
            notices.add("How many users there were is not in the file; they are taken from the assumptions.");
            return all;
        }
        double most =
                users.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        var atMost = users.entrySet().stream()
                .filter(each -> each.getValue() == most)
                .map(Map.Entry::getKey)
                .toList();
        var window = new Window(atMost.get(0), atMost.get(atMost.size() - 1));
        long seen = users.keySet().stream().filter(window::contains).count();
        if (window.length() < SHORTEST_PLATEAU || atMost.size() < PLATEAU_PURITY * seen) {
            notices.add(String.format(
                    Locale.ROOT,
                    "The number of users never stays at its maximum (%.0f): the figures are means over the whole test of"
                            + " %d s, ramps included, and users are taken from the assumptions.",
                    most,
                    all.length()));
            users.clear();
            return all;
        }
        var measured = new Window(Math.max(window.first, all.first), Math.min(window.last, all.last));
        if (measured.length() < all.length()) {
            notices.add(String.format(
                    Locale.ROOT,
                    "Of %d s those %d s count in which there were %.0f users.",
                    all.length(),
                    measured.length(),
                    most));
        }
        return measured;
    }

    private Observation observation(Window window, String source, OptionalDouble thinkSeconds) {
        double[] durations = new double[count];
        int requests = 0;
        int failures = 0;
        for (int i = 0; i < count; i++) {
            if (window.contains(seconds[i])) {
                durations[requests++] = millis[i];
                failures += failed[i] ? 1 : 0;
            }
        }
        double span = window.length();
        return new Observation(
                Settings.NONE,
                users.values().stream().mapToDouble(Double::doubleValue).max(),
                thinkSeconds,
                OptionalDouble.of((requests - failures) / span),
                Arrays.stream(durations, 0, requests).average(),
                p99(Arrays.copyOf(durations, requests)),
                OptionalDouble.of(failures / span),
                Map.of(),
                1,
                OptionalDouble.empty(),
                source);
    }

    private OptionalDouble p99(double[] durations) {
        if (durations.length < ENOUGH_FOR_P99) {
            notices.add("The 99th percentile is unknown: " + durations.length + " requests are fewer than "
                    + ENOUGH_FOR_P99 + ".");
            return OptionalDouble.empty();
        }
        Arrays.sort(durations);
        return OptionalDouble.of(durations[(int) Math.ceil(0.99 * durations.length) - 1]);
    }
}
