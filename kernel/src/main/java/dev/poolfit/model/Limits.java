package dev.poolfit.model;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;
import java.time.Duration;

/**
 * The settings that the model knows.
 *
 * @param pool most connections (P); at least 1
 * @param threads most worker threads (T); at least 1
 * @param connectionTimeout the longest wait of a thread for a connection (τ); greater than 0
 */
public record Limits(int pool, int threads, Duration connectionTimeout) {
    /** HikariCP's, Tomcat's and HikariCP's defaults as Spring Boot leaves them. */
    public static final Limits DEFAULT = new Limits(10, 200, Duration.ofSeconds(30));

    public Limits {
        Checks.atLeast("pool", 1, pool);
        Checks.atLeast("threads", 1, threads);
        if (connectionTimeout.isZero() || connectionTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "connectionTimeout must be greater than 0, but is " + Durations.format(connectionTimeout));
        }
    }

    /** Returns these settings, with the defaults for those that are not named. */
    public static Limits of(Settings settings) {
        return new Limits(
                settings.pool().orElse(DEFAULT.pool),
                settings.threads().orElse(DEFAULT.threads),
                settings.connectionTimeout().orElse(DEFAULT.connectionTimeout));
    }

    /** Returns the connection timeout in seconds, as the model computes. */
    public double timeoutSeconds() {
        return Durations.seconds(connectionTimeout);
    }
}
