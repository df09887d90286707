package dev.poolfit.model;

/** What keeps throughput from being higher. */
public enum Bound {
    SERVICE_CPU("the service's CPU"),
    DATABASE_CPU("the database's CPU"),
    /** More requests at once slow the database down; a smaller pool gives more. */
    CONTENTION("contention in the database"),
    /** Every connection is in use while nothing else is: throughput is pool ÷ hold time. */
    HOLD("the time that connections are held"),
    THREADS("the worker threads"),
    /** Service and database have room left: only more users, or faster ones, would give more. */
    USERS("the load itself");

    private final String words;

    Bound(String words) {
        this.words = words;
    }

    /** As a noun phrase. */
    public String words() {
        return words;
    }
}
