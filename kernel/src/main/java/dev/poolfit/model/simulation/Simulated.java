package dev.poolfit.model.simulation;

import dev.poolfit.evidence.Interval;

/**
 * The results of a simulation. Times are in seconds and NaN where nothing of their kind ended.
 *
 * @param throughput good responses a second, with the interval of its batch means
 * @param errorRate requests that failed for want of a connection, as a share of all, 0 to 1
 * @param clientMean mean time from sending a request (open: from its arrival) to its answer, Tomcat's queue and failures
 *     included
 * @param clientP99 99th percentile of that time, within 0.4 %
 * @param serverMean mean time from a worker thread's taking the request to its answer: what a timer inside the service sees
 * @param serverP99 99th percentile of that time, within 0.4 %
 * @param bucketedP99 that percentile as a dashboard reads it from Micrometer's buckets
 * @param active mean connections in use
 * @param pending mean threads that wait for a connection
 * @param busy mean worker threads that have a request
 * @param acquire mean wait of the acquisitions that succeeded
 * @param usage mean hold of one acquisition
 * @param acquisitions connections acquired a second
 * @param serviceCpu mean cores of the service in use
 * @param databaseCpu mean cores of the database in use
 * @param requests answered, failures included, warm-up included
 * @param events handled, warm-up included
 */
public record Simulated(
        Interval throughput,
        double errorRate,
        double clientMean,
        double clientP99,
        double serverMean,
        double serverP99,
        double bucketedP99,
        double active,
        double pending,
        double busy,
        double acquire,
        double usage,
        double acquisitions,
        double serviceCpu,
        double databaseCpu,
        long requests,
        long events) {}
