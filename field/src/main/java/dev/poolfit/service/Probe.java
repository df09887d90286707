package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Map;

/** Something that can be read again and again while load runs. */
public interface Probe {
    /** What people call it, such as {@code HikariCP}. */
    String name();

    /**
     * The values of now; of rates and times, those since the previous read, which are absent from the first.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if it cannot be read
     */
    Map<Metric, Double> read();

    /** Who is observed; when a read fails, this tells a dead database from a dead service. */
    Subject subject();

    /** Lets go of what the probe holds. */
    default void close() {}

    /** Whom a probe observes. */
    enum Subject {
        SERVICE,
        DATABASE,
        HOST
    }
}
