package dev.poolfit.model.simulation;

/** The beginning of a simulation; only a service with two steady states remembers it. */
public enum Start {
    /**
     * Users come one after another, spread evenly over a think time and a single response, so that the database never
     * starts with all connections in use; open arrivals meet an idle service.
     */
    EMPTY,
    /** All users, or with open arrivals all threads, ask for a connection at the first instant. */
    FULL
}
