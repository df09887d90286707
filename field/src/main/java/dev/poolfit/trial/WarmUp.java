package dev.poolfit.trial;

import dev.poolfit.evidence.ChangePoints;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.plan.WarmUpTime;
import java.util.List;

/**
 * Tells when the service is warm: its CPU time a request no longer falls. A falling one is a sign of JIT compilation
 * and cold caches, even where the pool limits the throughput and the throughput shows nothing of them.
 *
 * @param shortest seconds of load before anything is believed; at least 1
 * @param longest seconds after which measuring starts anyway
 * @param tolerance by which two neighbouring windows may differ, as a share; more for short ones, which noise alone makes differ
 */
record WarmUp(int shortest, int longest, double tolerance) {
    private static final int ENOUGH_FOR_LEVELS = 8;
    /** After a start, when the JIT has seen little; the first of a run waits for {@link ColdStart}. */
    static final WarmUp FIRST = new WarmUp((int) WarmUpTime.FIRST.toSeconds(), 30, 0.05);
    /** After a change of settings in a warm service. */
    static final WarmUp BETWEEN = new WarmUp((int) WarmUpTime.BETWEEN.toSeconds(), 6, 0.15);

    boolean over(List<Sample> sinceStart) {
        int seconds = sinceStart.size();
        if (seconds < shortest) {
            return false;
        }
        return seconds >= longest || level(sinceStart);
    }

    /** Returns whether CPU time a request is the same in the last two windows, and no level is new. */
    boolean level(List<Sample> sinceStart) {
        return steady(sinceStart) && settled(sinceStart);
    }

    /** Returns whether the level of CPU time a request, second by second, last changed some time ago. */
    private boolean settled(List<Sample> samples) {
        double[] series = samples.stream()
                .mapToDouble(sample -> cpuPerRequest(List.of(sample)))
                .filter(each -> !Double.isNaN(each))
                .toArray();
        return series.length < ENOUGH_FOR_LEVELS
                || series.length - ChangePoints.lastLevel(series, tolerance) >= Math.max(1, shortest / 2);
    }

    private boolean steady(List<Sample> samples) {
        int window = Math.max(1, shortest / 2);
        int end = samples.size();
        double earlier = cpuPerRequest(samples.subList(end - 2 * window, end - window));
        double later = cpuPerRequest(samples.subList(end - window, end));
        return Double.isNaN(earlier)
                || Double.isNaN(later)
                || Math.abs(later - earlier) <= tolerance * Math.max(later, earlier);
    }

    /** Returns CPU seconds a request; NaN where the CPU cannot be read. */
    static double cpuPerRequest(List<Sample> window) {
        double cpu = 0;
        double requests = 0;
        for (Sample sample : window) {
            cpu += sample.get(Metric.SERVICE_CPU).orElse(Double.NaN);
            requests += sample.get(Metric.THROUGHPUT).orElse(0)
                    + sample.get(Metric.FAILURES).orElse(0);
        }
        return requests == 0 ? Double.NaN : cpu / requests;
    }
}
