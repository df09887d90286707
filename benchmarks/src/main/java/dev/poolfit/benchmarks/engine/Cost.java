package dev.poolfit.benchmarks.engine;

/**
 * The cost of a number of requests for their sender.
 *
 * @param seconds the time that it sent
 * @param cpuSeconds processor time of its whole process
 */
record Cost(long requests, double seconds, double cpuSeconds) {
    Cost plus(Cost other) {
        return new Cost(requests + other.requests, seconds + other.seconds, cpuSeconds + other.cpuSeconds);
    }

    double perSecond() {
        return requests / seconds;
    }

    double microsARequest() {
        return 1e6 * cpuSeconds / requests;
    }
}
