package dev.poolfit.plan;

import dev.poolfit.experiment.Settings;
import java.time.Duration;

/**
 * One trial that is to be run.
 *
 * @param role why
 * @param settings what to apply before it; knobs not named keep what the service has
 * @param measure the shortest time to measure once warm
 */
public record PlannedTrial(Role role, Settings settings, Duration measure) {}
