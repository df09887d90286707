package dev.poolfit.results;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Collects the requests of one load test and the number of users: measured over the whole seconds of its
 * {@link LevelPart}, so that neither the ramp nor a second that was half over counts.
 */
final class RequestLog {
    private static final int SHORTEST = 3;
    private static final int ENOUGH_FOR_P99 = 100;
    private static final long LONGEST_SECONDS = 60L * 24 * 3600;
    /** The share of started users below which the others waited for their turn. */
    private static final double ALL_BUSY = 0.95;

    private final Slices slices = new Slices();
    private final FailureReasons reasons = new FailureReasons();
    private final List<String> notices = new ArrayList<>();
    private double dropped;
    private String cut = "";

    /**
     * Counts a good request; one whose time or duration is unknown (NaN) does not count.
     *
     * @param end in seconds since whenever
     * @param duration in milliseconds
     */
    void good(double end, double duration) {
        if (known(end, duration)) {
            slices.request(end, duration, false);
        }
    }

    /** Counts a request that failed, as {@link #good} does, with a reason such as {@code status 500}. */
    void failed(double end, double duration, String reason) {
        if (known(end, duration)) {
            slices.request(end, duration, true);
            reasons.add(reason);
        }
    }

    private static boolean known(double time, double number) {
        return !Double.isNaN(time) && !Double.isNaN(number);
    }

    void users(double time, double number) {
        if (known(time, number)) {
            slices.users(time, number);
        }
    }

    /** Counts iterations that were due at a time and were not started. */
    void dropped(double time, double iterations) {
        if (known(time, iterations)) {
            slices.dropped(time, iterations);
            dropped += iterations;
        }
    }

    long size() {
        return slices.count();
    }

    void notice(String sentence) {
        notices.add(sentence);
    }

    void cutOff(String sentence) {
        cut = sentence;
        notices.add(sentence);
    }

    /**
     * Measures without iterations.
     *
     * @param source such as {@code JMeter's JTL}
     * @throws dev.poolfit.experiment.InvalidExperiment if nothing can be measured in it, or there are complaints
     */
    Results results(String source, Complaints complaints) {
        return results(source, new Mean(), complaints);
    }

    /**
     * Measures.
     *
     * @param source such as {@code k6's CSV}
     * @param iterations durations of the users' rounds in milliseconds, as far as the tool wrote them down
     * @throws dev.poolfit.experiment.InvalidExperiment if nothing can be measured in it, or there are complaints
     */
    Results results(String source, Mean iterations, Complaints complaints) {
        complaints.raise();
        requireOneTest(complaints);
        LevelPart level = LevelPart.of(slices, complaints, notices::add);
        if (level.window().length() < SHORTEST) {
            throw complaints.with("must cover at least " + SHORTEST * slices.width() + " s, but covers "
                    + level.window().length() * slices.width() + " s; test for longer");
        }
        return new Results(source, List.of(observation(level, source, iterations)), notices);
    }

    private void requireOneTest(Complaints complaints) {
        if (slices.count() == 0) {
            throw complaints.with("must hold at least one request, but holds none; "
                    + (cut.isEmpty() ? "is it of a test that ran?" : cut));
        }
        Span all = slices.span();
        if (all.length() > LONGEST_SECONDS / slices.width()) {
            throw complaints.with("must hold one load test, but its time stamps span "
                    + all.length() * slices.width() / 86_400 + " days; drop the lines whose time stamps are wrong");
        }
        if (slices.failed() == slices.count()) {
            throw complaints.with(String.format(
                    Locale.ROOT,
                    "must hold requests that succeeded, but all %,d requests failed (%s): nothing to fit; mend service or"
                            + " plan, and test again",
                    slices.count(),
                    reasons.text()));
        }
        Silence.longest(slices, all).ifPresent(silence -> {
            throw complaints.with("must hold one load test, but " + silence.words()
                    + "; if these are several runs, put each into a file of its own");
        });
    }

    private Observation observation(LevelPart level, String source, Mean iterations) {
        Span whole = level.window().inner();
        Slice sum = slices.sum(whole.first(), whole.last());
        double span = whole.length() * slices.width();
        double requestsEach = (double) slices.count() / iterations.count();
        OptionalDouble think =
                ThinkTime.seconds(requestsEach, iterations.value().orElse(Double.NaN), slices.meanMs());
        OptionalDouble mean =
                sum.requests() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum.millis() / sum.requests());
        if (slices.failed() > 0) {
            notices.add(String.format(
                    Locale.ROOT, "%,d of %,d requests failed (%s).", slices.failed(), slices.count(), reasons.text()));
        }
        return new Observation(
                Settings.NONE,
                busy(level.users(), sum.requests() / span, mean, think),
                think,
                OptionalDouble.of(sum.good() / span),
                mean,
                p99(sum),
                OptionalDouble.of(sum.failed() / span),
                offered(sum, span, iterations.count() == 0 ? 1 : requestsEach),
                1,
                OptionalDouble.empty(),
                source);
    }

    /** Returns the users within an iteration, N = X(R+Z); those between two, as with an arrival rate, do not count. */
    private OptionalDouble busy(OptionalDouble users, double rate, OptionalDouble meanMs, OptionalDouble think) {
        double within = rate * (meanMs.orElse(Double.NaN) / 1000 + think.orElse(Double.NaN));
        if (users.isEmpty() || !(within < ALL_BUSY * users.getAsDouble())) {
            return users;
        }
        notices.add(String.format(
                Locale.ROOT,
                "Of %.0f users %.1f were within an iteration on average, as with an arrival rate; so many count.",
                users.getAsDouble(),
                within));
        return OptionalDouble.of(within);
    }

    private Map<Metric, Double> offered(Slice sum, double span, double requestsEach) {
        if (dropped == 0) {
            return Map.of();
        }
        notices.add(DroppedIterations.notice(dropped / (dropped + slices.count() / requestsEach)));
        return Map.of(Metric.OFFERED, (sum.requests() + sum.dropped() * requestsEach) / span);
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
