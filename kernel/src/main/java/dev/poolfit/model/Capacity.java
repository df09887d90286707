package dev.poolfit.model;

/**
 * The cores that serve requests, and how contention slows the database.
 *
 * <p>With n requests at its CPU the database works at the speed of min(n, c) / (1 + σ(n−1) + κn(n−1)) single requests
 * (Gunther's universal scalability law over c cores; Gunther, Guerrilla Capacity Planning, 2007).
 *
 * @param serviceCores cores that the service may use, a fraction where its container has such a limit; at least 0.001. n
 *     requests that compute have min(n, serviceCores) of them: what a limit grants is spread evenly over time, where the kernel
 *     grants it in periods of 100 ms
 * @param databaseCores cores that the database may use (c); at least 1
 * @param contention σ; at least 0
 * @param coherence κ; at least 0
 */
public record Capacity(double serviceCores, int databaseCores, double contention, double coherence) {
    /** The least that the Linux kernel grants: a millisecond of a second. */
    public static final double LEAST_CORES = 0.001;

    public Capacity {
        Checks.atLeast("serviceCores", LEAST_CORES, serviceCores);
        Checks.atLeast("databaseCores", 1, databaseCores);
        Checks.atLeast("contention", 0, contention);
        Checks.atLeast("coherence", 0, coherence);
    }

    /** Returns the database's speed with n at its CPU, in single requests at a time. */
    public double databaseSpeed(int n) {
        return Math.min(n, databaseCores) / (1 + contention * (n - 1) + coherence * n * (n - 1.0));
    }
}
