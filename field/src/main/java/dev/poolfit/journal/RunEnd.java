package dev.poolfit.journal;

import java.time.Duration;

/**
 * How a run ended.
 *
 * @param seconds that all its parts took; above 0
 * @param left of the budget at its last decision; with it, the same trials lead to the same verdict to the last digit
 * @param tenthMore whether it took a tenth more than its budget
 */
public record RunEnd(double seconds, Duration left, boolean tenthMore) {}
