package dev.poolfit.metered;

/**
 * How often a metrics server reads a service.
 *
 * @param interval in seconds, at least 1
 * @param minute the length of what is called a minute, in seconds: at least 60, and long enough for four readings
 */
public record Sampling(long interval, long minute) {}
