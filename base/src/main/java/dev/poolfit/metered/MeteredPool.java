package dev.poolfit.metered;

import java.util.List;
import java.util.OptionalInt;

/**
 * The pools of one name in all instances of a service.
 *
 * @param service such as {@code shop}
 * @param pool such as {@code HikariPool-1}
 * @param atOnce instances that were there at once, except for one twentieth of the time with more, at least 1
 * @param maximum connections that each of the pools may have at last, at least 1
 * @param replicas the most that the cluster may start of the service; empty where that is not told
 * @param instances that had traffic
 */
public record MeteredPool(
        String service, String pool, int atOnce, int maximum, OptionalInt replicas, List<MeteredInstance> instances) {
    public MeteredPool {
        instances = List.copyOf(instances);
    }
}
