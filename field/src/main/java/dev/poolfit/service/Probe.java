package dev.poolfit.service;

import dev.poolfit.evidence.Metric;
import java.util.Map;

/** Reads some metrics again and again while load runs. */
public interface Probe {
    /** Returns the name that people use, such as {@code HikariCP}. */
    String name();

    /**
     * Reads the values of now, in the units of {@link Metric}; rates and times are those since the previous read, and
     * are absent from the first.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if it cannot be read
     */
    Map<Metric, Double> read();

    /** Returns who is observed; when a read fails, this tells a dead database from a dead service. */
    Subject subject();

    /** Lets go of what the probe holds. */
    default void close() {}

    /** Says whom a probe observes. */
    enum Subject {
        SERVICE,
        DATABASE,
        HOST
    }
}
