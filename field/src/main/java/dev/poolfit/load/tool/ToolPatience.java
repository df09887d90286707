package dev.poolfit.load.tool;

import java.time.Duration;

/**
 * Bounds how long a tool may say nothing before it counts as hanging.
 *
 * @param start from its start to its first request
 * @param silence from one point to the next
 */
record ToolPatience(Duration start, Duration silence) {
    static final ToolPatience USUAL = new ToolPatience(Duration.ofSeconds(60), Duration.ofSeconds(10));
}
