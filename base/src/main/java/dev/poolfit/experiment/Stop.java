package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Ends a trial at once, to spare the service, when a figure over the last seconds is above its limit.
 *
 * @param limits at least one; p99 and acquire in milliseconds, errors as a share, timeouts a second
 * @param window the last seconds that count; whole, 2 s to 10 min
 */
public record Stop(Map<Figure, Double> limits, Duration window) {
    /** A figure that can be limited. */
    public enum Figure {
        /** The 99th percentile of response times, as the load generator saw them. */
        P99("p99"),
        /** Failed requests as a share of all. */
        ERRORS("errors"),
        /** The mean wait for a connection within the service. */
        ACQUIRE("acquire"),
        /** Requests that wait for a connection, on average. */
        PENDING("pending"),
        /** Requests that waited for a connection in vain, a second. */
        TIMEOUTS("timeouts");

        private final String key;

        Figure(String key) {
            this.key = key;
        }

        /** Returns the name in the experiment file. */
        public String key() {
            return key;
        }
    }

    public Stop {
        var copy = new EnumMap<Figure, Double>(Figure.class);
        copy.putAll(limits);
        limits = Collections.unmodifiableMap(copy);
        if (limits.isEmpty() || limits.values().stream().anyMatch(limit -> !(limit >= 0 && limit < 1e12))) {
            throw new IllegalArgumentException("a stop needs limits of at least 0, but has " + limits);
        }
        if (window.toSeconds() < 2) {
            throw new IllegalArgumentException("a stop needs a window of at least 2 s, but has " + window);
        }
    }

    /** Returns text such as {@code p99 above 2s or errors above 5%, over 10s}. */
    @Override
    public String toString() {
        return limits.entrySet().stream()
                        .map(limit -> limit.getKey().key() + " above " + text(limit.getKey(), limit.getValue()))
                        .collect(Collectors.joining(" or "))
                + ", over " + Durations.format(window);
    }

    private static String text(Figure figure, double limit) {
        return switch (figure) {
            case P99, ACQUIRE -> Durations.format(Durations.ofSeconds(limit / 1000));
            case ERRORS -> new Share(limit).toString();
            case PENDING -> String.format(Locale.ROOT, "%.0f", limit);
            case TIMEOUTS -> new Rate(limit).toString();
        };
    }
}
