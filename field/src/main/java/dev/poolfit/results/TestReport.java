package dev.poolfit.results;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Observation;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Collects the figures that a load tool gives of a whole test, ramps included. A figure that is not there is NaN. */
final class TestReport {
    /** The mean share of the most users below which their number was not level. */
    private static final double LEVEL = 0.95;

    /** The share of due requests answered within the test below which the service falls behind. */
    private static final double KEPT_UP = 0.95;

    private final String source;
    private final List<String> notices = new ArrayList<>();
    private double answered = Double.NaN;
    private double failedShare = Double.NaN;
    private double meanMs = Double.NaN;
    private double p99Ms = Double.NaN;
    private double users = Double.NaN;
    private double iterationRate = Double.NaN;
    private double iterationMs = Double.NaN;
    private double droppedRate;
    private double asked = Double.NaN;

    /**
     * @param source such as {@code wrk's report}
     */
    TestReport(String source) {
        this.source = source;
        notices.add(K6Table.SETTINGS_UNKNOWN);
        notices.add("The figures are means over the whole test, ramps included.");
    }

    /** Takes requests a second, failed ones included. */
    TestReport answered(double perSecond) {
        answered = perSecond;
        return this;
    }

    /** Takes the share of all requests that failed: 0 to 1. Where all did, no other figure is looked at. */
    TestReport failedShare(double share) {
        failedShare = share;
        return this;
    }

    /** Takes mean and 99th percentile of the response time in milliseconds. */
    TestReport times(double mean, double p99) {
        meanMs = mean;
        p99Ms = p99;
        return this;
    }

    /** Takes the most users there were at a time. */
    TestReport users(double number) {
        users = number;
        return this;
    }

    /** Takes rounds of the users: how many a second, and the mean milliseconds of one. */
    TestReport iterations(double perSecond, double millis) {
        iterationRate = perSecond;
        iterationMs = millis;
        return this;
    }

    /** Takes rounds a second that were due and not started. */
    TestReport dropped(double perSecond) {
        droppedRate = Double.isNaN(perSecond) ? 0 : perSecond;
        return this;
    }

    /** Takes requests a second that were due, where the load does not wait for answers. */
    TestReport asked(double perSecond) {
        asked = perSecond;
        return this;
    }

    TestReport notice(String sentence) {
        notices.add(sentence);
        return this;
    }

    /** Makes an observation; throws InvalidExperiment if there are complaints, or no request succeeded. */
    Results results(Complaints complaints) {
        if (failedShare == 1) {
            throw new Complaints(complaints)
                    .with("must be of requests that succeeded, but all requests failed: nothing to fit;"
                            + " mend service or plan, and test again");
        }
        if (answered < KEPT_UP * asked) {
            complaints.add(String.format(
                    Locale.ROOT,
                    "must be of a service that kept up, but of %.1f requests a second %.1f were answered: response times grew"
                            + " all along, and their mean says only how long the test was; test at a lower rate, or with a"
                            + " fixed number of users",
                    asked,
                    answered));
        }
        complaints.raise();
        double failed = Double.isNaN(failedShare) ? 0 : failedShare;
        if (failed > 0) {
            notices.add(String.format(Locale.ROOT, "%.3g %% of the requests failed.", 100 * failed));
        }
        if (Double.isNaN(p99Ms)) {
            notices.add("The 99th percentile is unknown.");
        }
        double active = iterationRate * iterationMs / 1000;
        if (droppedRate > 0 && active < LEVEL * users) {
            notices.add(String.format(
                    Locale.ROOT,
                    "Of %.0f users %.1f were within an iteration on average, as with an arrival rate; so many count.",
                    users,
                    active));
            users = active;
        } else if (active < LEVEL * users) {
            notices.add(String.format(
                    Locale.ROOT,
                    "On average %.1f of at most %.0f users were active, as in a ramp or with an arrival rate. A report of the"
                            + " whole test does not tell them apart; the requests one by one do, such as k6's --out csv=FILE.",
                    active,
                    users));
        }
        return new Results(
                source,
                List.of(new Observation(
                        Settings.NONE,
                        known(users),
                        ThinkTime.seconds(answered / iterationRate, iterationMs, meanMs),
                        OptionalDouble.of(answered * (1 - failed)),
                        known(meanMs),
                        known(p99Ms),
                        Double.isNaN(failedShare) ? OptionalDouble.empty() : OptionalDouble.of(answered * failed),
                        offered(),
                        1,
                        OptionalDouble.empty(),
                        source)),
                notices);
    }

    private Map<Metric, Double> offered() {
        if (droppedRate == 0) {
            return Map.of();
        }
        double share = droppedRate / (droppedRate + iterationRate);
        notices.add(DroppedIterations.notice(share));
        return Map.of(Metric.OFFERED, answered / (1 - share));
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
