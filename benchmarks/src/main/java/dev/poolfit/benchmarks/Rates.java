package dev.poolfit.benchmarks;

/**
 * The rates of one repetition of a simulated model.
 *
 * @param throughput answers a second of simulated time
 * @param response mean seconds
 * @param requests answered, warm-up included
 * @param events handled, warm-up included
 */
record Rates(double throughput, double response, long requests, long events) {}
