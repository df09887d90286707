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
 * @param sampling how often its instances are read
 * @param instances that had traffic
 * @param aside what the whole range shows beside the busiest hours
 */
public record MeteredPool(
        String service,
        String pool,
        int atOnce,
        int maximum,
        OptionalInt replicas,
        Sampling sampling,
        List<MeteredInstance> instances,
        Aside aside) {
    /**
     * What shows that a pool is in trouble, though it may have little traffic.
     *
     * @param timeouts borrows in the whole range that waited in vain, of all instances, about; at least 0, NaN where nothing tells it
     * @param exhausted instances whose connections were all in use each time that somebody looked in the last hour; at least 0
     */
    public record Aside(double timeouts, int exhausted) {
        /** Nothing that is known of. */
        public static final Aside NONE = new Aside(Double.NaN, 0);
    }

    public MeteredPool {
        instances = List.copyOf(instances);
    }

    /** Returns the same pool of a service that is called so. */
    public MeteredPool named(String service) {
        return new MeteredPool(service, pool, atOnce, maximum, replicas, sampling, instances, aside);
    }
}
