package dev.poolfit.load.http;

/** Tells what a load's own thread uses; always read on that thread. */
interface Meter {
    /**
     * @param cpu cores that the thread used, 0 to 1
     * @param collecting milliseconds of garbage collection in the process
     */
    record Use(double cpu, double collecting) {}

    /** Returns the use since the reading before; the first one has nothing before it and means nothing. */
    Use read();
}
