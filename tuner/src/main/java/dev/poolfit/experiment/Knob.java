package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** A setting of the service that an experiment tunes or holds fixed, with the Spring property behind it. */
public enum Knob {
    POOL("pool", "spring.datasource.hikari.maximum-pool-size", Kind.COUNT, true),
    THREADS("threads", "server.tomcat.threads.max", Kind.COUNT, true),
    MINIMUM_IDLE("minimum-idle", "spring.datasource.hikari.minimum-idle", Kind.COUNT, true),
    MIN_SPARE("min-spare", "server.tomcat.threads.min-spare", Kind.COUNT, true),
    CONNECTION_TIMEOUT("connection-timeout", "spring.datasource.hikari.connection-timeout", Kind.MILLISECONDS, true),
    MAX_LIFETIME("max-lifetime", "spring.datasource.hikari.max-lifetime", Kind.MILLISECONDS, false),
    ACCEPT_COUNT("accept-count", "server.tomcat.accept-count", Kind.COUNT, false),
    MAX_CONNECTIONS("max-connections", "server.tomcat.max-connections", Kind.COUNT, false),
    OPEN_IN_VIEW("open-in-view", "spring.jpa.open-in-view", Kind.FLAG, false);

    /** What the knob's number means. */
    public enum Kind {
        COUNT,
        MILLISECONDS,
        FLAG
    }

    private final String key;
    private final String property;
    private final Kind kind;
    private final boolean live;

    Knob(String key, String property, Kind kind, boolean live) {
        this.key = key;
        this.property = property;
        this.kind = kind;
        this.live = live;
    }

    /** The knob with this key in an experiment file. */
    public static Optional<Knob> of(String key) {
        return Arrays.stream(values()).filter(knob -> knob.key.equals(key)).findFirst();
    }

    /** The name in an experiment file and in results. */
    public String key() {
        return key;
    }

    /** The Spring Boot property. */
    public String property() {
        return property;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a running service takes a change; the others take it at a restart. */
    public boolean live() {
        return live;
    }

    /** @throws IllegalArgumentException if the knob's number means something else */
    void require(Kind wanted) {
        if (kind != wanted) {
            throw new IllegalArgumentException(key + " must be a knob of kind " + wanted + ", but is of " + kind);
        }
    }

    /** The value as it is written in an experiment file. */
    String text(long value) {
        return switch (kind) {
            case COUNT -> "" + value;
            case MILLISECONDS -> Durations.format(Duration.ofMillis(value)).replace(" ", "");
            case FLAG -> value == 0 ? "false" : "true";
        };
    }
}
