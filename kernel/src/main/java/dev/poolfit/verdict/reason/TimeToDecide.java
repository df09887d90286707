package dev.poolfit.verdict.reason;

import java.time.Duration;

/**
 * The time of further load that would decide.
 *
 * @param orMore true where it takes longer than that, and no one knows how long
 */
public record TimeToDecide(Duration load, boolean orMore) {}
