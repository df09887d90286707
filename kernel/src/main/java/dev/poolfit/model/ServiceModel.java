package dev.poolfit.model;

/**
 * A service as a queueing network: users or arrivals → Tomcat's queue → worker threads → service CPU → connection pool →
 * database CPU and delay → release. Threads and connections are held while other things are used (simultaneous resource
 * possession).
 *
 * @param demand the demand of a request
 * @param capacity the capacity that serves it
 * @param barging the probability b that a connection given back goes to the next thread that comes, before those that wait; 0
 *     is first come first served (HikariCP's {@code ConcurrentBag}, issues 1909 and 2192); 0 to 0.99
 * @param variation the variation of demands
 */
public record ServiceModel(Demand demand, Capacity capacity, double barging, Variation variation) {
    public ServiceModel {
        Checks.within("barging", 0, 0.99, barging);
    }

    public ServiceModel withDemand(Demand other) {
        return new ServiceModel(other, capacity, barging, variation);
    }

    /** @param probability from 0 to 0.99 */
    public ServiceModel withBarging(double probability) {
        return new ServiceModel(demand, capacity, probability, variation);
    }
}
