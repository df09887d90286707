package dev.poolfit.plan;

import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * A trial that is to be run.
 *
 * @param role the reason for it
 * @param settings the settings to apply before it; knobs not named keep what the service has
 * @param measure the shortest time to measure once warm
 * @param predicted good responses a second that the model expects of it; empty where it is not asked
 */
public record PlannedTrial(Role role, Settings settings, Duration measure, OptionalDouble predicted) {
    /** A trial of which nothing is expected. */
    public PlannedTrial(Role role, Settings settings, Duration measure) {
        this(role, settings, measure, OptionalDouble.empty());
    }
}
