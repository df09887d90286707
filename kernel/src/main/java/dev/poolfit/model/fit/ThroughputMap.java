package dev.poolfit.model.fit;

/**
 * Expected throughput over pool × threads.
 *
 * @param pools ascending
 * @param threads ascending
 * @param throughput good responses a second, by pool, then by threads
 */
public record ThroughputMap(int[] pools, int[] threads, double[][] throughput) {}
