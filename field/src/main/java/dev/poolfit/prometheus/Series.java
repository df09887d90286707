package dev.poolfit.prometheus;

import java.util.Map;

/**
 * A series of a query's answer.
 *
 * @param times in seconds since 1970, rising
 * @param values one for each time; maybe NaN or infinite
 */
record Series(Map<String, String> labels, double[] times, double[] values) {}
