package dev.poolfit.verdict.reason;

import java.time.Duration;

/**
 * How much more load would decide.
 *
 * @param orMore whether it takes longer than that, and no one knows how long
 */
public record TimeToDecide(Duration load, boolean orMore) {}
