package dev.poolfit.model;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;

/**
 * The settings that the model knows.
 *
 * @param pool most connections (P); at least 1
 * @param threads most worker threads (T); at least 1
 * @param connectionTimeout seconds that a thread waits for a connection (τ); greater than 0
 */
public record Limits(int pool, int threads, double connectionTimeout) {
    /** HikariCP's, Tomcat's and HikariCP's defaults as Spring Boot leaves them. */
    public static final Limits DEFAULT = new Limits(10, 200, 30);

    public Limits {
        Checks.atLeast("pool", 1, pool);
        Checks.atLeast("threads", 1, threads);
        if (!(connectionTimeout > 0)) {
            throw new IllegalArgumentException("connectionTimeout must be greater than 0, but is " + connectionTimeout);
        }
    }

    /** These settings, and the defaults for those that are not named. */
    public static Limits of(Settings settings) {
        return new Limits(
                settings.pool().orElse(DEFAULT.pool),
                settings.threads().orElse(DEFAULT.threads),
                settings.connectionTimeout().map(Durations::seconds).orElse(DEFAULT.connectionTimeout));
    }
}
