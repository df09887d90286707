package dev.poolfit.prometheus;

import dev.poolfit.evidence.EnvironmentFailure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks for some hundred points of a whole range: what is told beside the busiest hours.
 *
 * @param start in seconds since 1970, as is the end
 */
record CoarseRange(PrometheusServer server, long start, long end) {
    private static final long MINUTE = 60;
    private static final int POINTS = 500;
    /** The first ten minutes of the last hour. */
    private static final String BEGIN = "[600s] offset 3000s";

    /** Returns the time between two points, in seconds. */
    long step() {
        return Math.max(MINUTE, (end - start) / POINTS);
    }

    /**
     * Returns the time for which something is counted at a point.
     *
     * @param minute a time with several readings, in seconds
     */
    long window(long minute) {
        return Math.max(step(), minute);
    }

    /** Asks. */
    List<Series> of(String query) {
        return of(query, step());
    }

    private List<Series> of(String query, long step) {
        return server.range(query, end - (end - start) / step * step, end, step);
    }

    /** Asks for what the answer does not need; a server that refuses it is left alone. */
    List<Series> aside(String query) {
        return aside(query, step());
    }

    private List<Series> aside(String query, long step) {
        try {
            return of(query, step);
        } catch (EnvironmentFailure refused) {
            return List.of();
        }
    }

    /**
     * Returns about how many borrows of each pool waited in vain, of all its instances; nothing of pools that do not tell.
     *
     * @param window in which they are counted, in seconds
     */
    Map<Map<String, String>, Double> timeouts(PoolMetrics metrics, Labels labels, long window) {
        var timeouts = new HashMap<Map<String, String>, Double>();
        String query = "max by (" + labels.instances() + ") (increase(" + labels.selector(metrics.timeouts(), "") + "["
                + window + "s]))";
        for (Series each : aside(query, window)) {
            timeouts.merge(
                    labels.pool(each.labels()),
                    Arrays.stream(each.values()).filter(value -> value > 0).sum(),
                    Double::sum);
        }
        return timeouts;
    }

    /**
     * Returns how many instances of each pool had no connection free each time that somebody looked in the last hour, of those that were there
     * all the time.
     */
    Map<Map<String, String>, Integer> exhausted(PoolMetrics metrics, Labels labels) {
        var exhausted = new HashMap<Map<String, String>, Integer>();
        String by = "max by (" + labels.instances() + ") (";
        String hour = "[" + BusyHours.HOUR + "s]";
        String active = labels.selector(metrics.active(), metrics.activeMatch());
        String query = by + "min_over_time(" + active + hour + ")) >= " + by + "max_over_time("
                + labels.selector(metrics.maximum(), "") + hour + ")) and " + by + active + ") and " + by
                + "max_over_time(" + active + BEGIN + "))";
        for (Series each : new CoarseRange(server, end, end).aside(query)) {
            if (each.values().length > 0 && each.values()[0] > 0) {
                exhausted.merge(labels.pool(each.labels()), 1, Integer::sum);
            }
        }
        return exhausted;
    }
}
