package dev.poolfit.model;

/**
 * How the rows count: what one counted request stands for, and where response times were taken.
 *
 * @param requestsPerCount how many requests the service handles for one that the rate counts; at least 1
 * @param serverSide whether response times were taken inside the service, where Tomcat's queue is not seen
 */
record View(int requestsPerCount, boolean serverSide) {
    static final View PLAIN = new View(1, false);
}
