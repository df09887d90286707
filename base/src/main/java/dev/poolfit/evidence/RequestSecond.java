package dev.poolfit.evidence;

import org.HdrHistogram.AbstractHistogram;

/**
 * The requests of one kind within a second.
 *
 * @param request the kind, such as {@code GET http://127.0.0.1:8080/items/{1..1000}}, its secrets hidden
 * @param good responses with the expected status
 * @param failed requests that were sent and failed
 * @param latency response times of both in microseconds
 */
public record RequestSecond(String request, long good, long failed, AbstractHistogram latency) {}
