package dev.poolfit.verdict.live;

/**
 * What is tried next.
 *
 * @param size in connections, below today's
 * @param longer whether by longer turns, in which a queue has the time to grow
 */
public record LiveTurn(int size, boolean longer) {}
