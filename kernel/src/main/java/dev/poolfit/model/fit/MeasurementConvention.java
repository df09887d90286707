package dev.poolfit.model.fit;

import dev.poolfit.model.simulation.Simulated;

/**
 * The convention of the rows: the requests behind one that is counted, and the place where response times were taken.
 *
 * @param requestsPerCount the requests that the service handles for one that the rate counts; at least 1
 * @param serverSide whether response times were taken inside the service, where Tomcat's queue is not seen
 * @param bucketed whether percentiles were read from Micrometer's buckets; only inside the service
 */
record MeasurementConvention(int requestsPerCount, boolean serverSide, boolean bucketed) {
    static final MeasurementConvention PLAIN = new MeasurementConvention(1, false, false);

    /** Returns the mean response time in seconds, in this convention. */
    double mean(Simulated simulated) {
        return serverSide ? simulated.serverMean() : simulated.clientMean();
    }

    /** Returns the 99th percentile of the response time in seconds, in this convention. */
    double p99(Simulated simulated) {
        if (bucketed) {
            return simulated.bucketedP99();
        }
        return serverSide ? simulated.serverP99() : simulated.clientP99();
    }
}
