package dev.poolfit.service;

import dev.poolfit.database.DatabaseSession;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** Reads connections and queries that the database itself counts, over one connection of Poolfit's own. */
final class DatabaseProbe implements Probe {
    private final DatabaseSession session;
    private final Map<Metric, Growth> totals = new EnumMap<>(Metric.class);
    private final LongSupplier nanoseconds;

    /** Connects; throws EnvironmentFailure if the database cannot be reached or refuses the user. */
    DatabaseProbe(Database database, LongSupplier nanoseconds) {
        this.session = new DatabaseSession(database);
        this.nanoseconds = nanoseconds;
    }

    OptionalInt maxConnections() {
        return OptionalInt.of(session.maxConnections());
    }

    @Override
    public String name() {
        return "database";
    }

    @Override
    public Subject subject() {
        return Subject.DATABASE;
    }

    @Override
    public Map<Metric, Double> read() {
        Map<Metric, Double> read = new EnumMap<>(Metric.class);
        session.read().forEach((metric, value) -> {
            if (metric.unit().isEmpty()) {
                read.put(metric, value);
            } else {
                totals.computeIfAbsent(metric, ignored -> new Growth(nanoseconds))
                        .rateTo(value)
                        .ifPresent(rate -> read.put(metric, rate));
            }
        });
        return read;
    }

    @Override
    public void close() {
        session.close();
    }
}
