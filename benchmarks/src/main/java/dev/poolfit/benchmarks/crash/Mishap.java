package dev.poolfit.benchmarks.crash;

/** A mishap of the service or its database. */
enum Mishap {
    NONE,
    SERVICE_STOPPED,
    SERVICE_SLOWED,
    SERVICE_KILLED,
    DATABASE_STOPPED,
    DATABASE_SLOWED,
    DATABASE_KILLED;

    boolean ofService() {
        return name().startsWith("SERVICE");
    }

    boolean deadly() {
        return name().endsWith("KILLED");
    }

    /** Returns the mishap in a line of the campaign. */
    String words() {
        return this == NONE ? "-" : name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
