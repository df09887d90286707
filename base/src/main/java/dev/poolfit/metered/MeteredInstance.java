package dev.poolfit.metered;

import java.util.List;

/**
 * One instance of a service, and its pool in the busiest hours.
 *
 * @param name as the metrics server names it, such as {@code 10.0.0.7:8080}
 * @param minutes with traffic, by rising time
 */
public record MeteredInstance(String name, List<MeteredMinute> minutes) {
    public MeteredInstance {
        minutes = List.copyOf(minutes);
    }
}
