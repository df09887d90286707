package dev.poolfit.model;

/**
 * The demand of one request on the service and the database, in seconds, summed over its acquisitions.
 *
 * @param cpuOutside CPU of the service while no connection is held (with {@code openInView}: before and after the database
 *     work, connection held); at least 0
 * @param cpuHeld CPU of the service while a connection is held; at least 0
 * @param databaseCpu CPU of the database; at least 0
 * @param delay time in the hold that uses no CPU here: disk, locks, remote calls; at least 0
 * @param acquisitions the acquisitions of connections by a request, one after another; at least 1
 * @param openInView whether one connection is held for the whole request (Spring's open session in view)
 */
public record Demand(
        double cpuOutside, double cpuHeld, double databaseCpu, double delay, int acquisitions, boolean openInView) {
    public Demand {
        Checks.atLeast("cpuOutside", 0, cpuOutside);
        Checks.atLeast("cpuHeld", 0, cpuHeld);
        Checks.atLeast("databaseCpu", 0, databaseCpu);
        Checks.atLeast("delay", 0, delay);
        Checks.atLeast("acquisitions", 1, acquisitions);
        if (cpuOutside + cpuHeld + databaseCpu + delay <= 0) {
            throw new IllegalArgumentException("a request must ask for something, but every demand is 0");
        }
    }

    /** Returns the CPU of the service, inside the hold and outside; in seconds. */
    public double serviceCpu() {
        return cpuOutside + cpuHeld;
    }

    /** Returns the time that a single request holds connections, all acquisitions together; in seconds. */
    public double loneHold() {
        return cpuHeld + databaseCpu + delay + (openInView ? cpuOutside : 0);
    }

    /** Returns the response time of a single request, in seconds. */
    public double loneResponse() {
        return cpuOutside + cpuHeld + databaseCpu + delay;
    }

    /** @param seconds at least 0 */
    public Demand withDelay(double seconds) {
        return new Demand(cpuOutside, cpuHeld, databaseCpu, seconds, acquisitions, openInView);
    }
}
