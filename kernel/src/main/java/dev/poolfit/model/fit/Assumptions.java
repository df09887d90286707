package dev.poolfit.model.fit;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The user's assumptions on the measurements; they fill in what rows leave unknown.
 *
 * @param pool connections, where a row does not say
 * @param threads worker threads, where a row does not say
 * @param connectionTimeout the longest wait of a thread for a connection, where a row does not say
 * @param users the users, where a row does not say
 * @param think seconds between an answer and the next request, where a row does not say
 * @param serviceCores cores that the service may use, a fraction where its container has such a limit
 * @param databaseCores cores that the database may use
 * @param openInView whether a request holds its connection throughout; false where nobody says
 * @param oneMachine whether service, database and load run on the same cores, those of the service
 */
public record Assumptions(
        OptionalInt pool,
        OptionalInt threads,
        Optional<Duration> connectionTimeout,
        OptionalInt users,
        OptionalDouble think,
        OptionalDouble serviceCores,
        OptionalInt databaseCores,
        boolean openInView,
        boolean oneMachine) {
    public static final Assumptions NONE = new Assumptions(
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalInt.empty(),
            false,
            false);

    /** Returns these assumptions, with those of {@code others} where they say nothing. */
    public Assumptions or(Assumptions others) {
        return new Assumptions(
                pool.isPresent() ? pool : others.pool,
                threads.isPresent() ? threads : others.threads,
                connectionTimeout.or(others::connectionTimeout),
                users.isPresent() ? users : others.users,
                think.isPresent() ? think : others.think,
                serviceCores.isPresent() ? serviceCores : others.serviceCores,
                databaseCores.isPresent() ? databaseCores : others.databaseCores,
                openInView || others.openInView,
                oneMachine || others.oneMachine && serviceCores.isEmpty() && databaseCores.isEmpty());
    }

    /** Returns these settings, with what is assumed where they are silent. */
    Settings completed(Settings settings) {
        Settings known = Settings.NONE;
        if (pool.isPresent()) {
            known = known.with(Knob.POOL, pool.getAsInt());
        }
        if (threads.isPresent()) {
            known = known.with(Knob.THREADS, threads.getAsInt());
        }
        if (connectionTimeout.isPresent()) {
            known = known.with(Knob.CONNECTION_TIMEOUT, rounded(connectionTimeout.get()));
        }
        return known.with(settings);
    }

    /** Rounds to milliseconds, which settings have. */
    private static Duration rounded(Duration time) {
        return Duration.ofMillis(Math.round(time.toNanos() / 1e6));
    }
}
