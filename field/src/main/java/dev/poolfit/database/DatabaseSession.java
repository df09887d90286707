package dev.poolfit.database;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.units.OneLine;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One connection to a database, opened again where it broke; for one thread. */
public final class DatabaseSession implements AutoCloseable {
    private static final long READ_MILLIS = 400;
    private static final long CONNECT_MILLIS = 20_000;
    private static final long PLAN_MILLIS = 1_000;

    /** Matches a refusal as the driver for MySQL and MariaDB words it. */
    private static final Pattern DRIVER_MAP = Pattern.compile("\\{errorMessage=(.*), errorCode=.*}", Pattern.DOTALL);

    private final Database database;
    private final DatabaseStatus status;
    private final Vertx vertx = Vertx.vertx(new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(1)
            .setUseDaemonThread(true)
            // Otherwise Vert.x has a folder among the temporary files, which it leaves there when the program ends.
            .setFileSystemOptions(
                    new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    private @Nullable SqlConnection connection;
    private final int maxConnections;

    /**
     * Connects.
     *
     * @throws EnvironmentFailure if the database cannot be reached or refuses the user
     */
    public DatabaseSession(Database database) {
        this.database = database;
        this.status = database.dialect() == Database.Dialect.POSTGRESQL
                ? new PostgresStatus(database)
                : new MySqlStatus(database);
        try {
            SqlConnection first = connect(CONNECT_MILLIS);
            connection = first;
            maxConnections = await(status.maxConnections(first), CONNECT_MILLIS);
        } catch (EnvironmentFailure unreachable) {
            close();
            throw unreachable;
        }
    }

    /** Returns the most connections that the database takes. */
    public int maxConnections() {
        return maxConnections;
    }

    /**
     * Reads its state: counts as they are now, running totals of what is a rate.
     *
     * @throws EnvironmentFailure if it does not answer within 400 ms
     */
    public Map<Metric, Double> read() {
        return ask(status::read, READ_MILLIS);
    }

    DatabaseStatus status() {
        return status;
    }

    /** Asks a question; throws EnvironmentFailure if it does not answer in time, or refuses. */
    <T> T ask(Function<SqlConnection, Future<T>> question, long milliseconds) {
        SqlConnection open = connection;
        try {
            if (open == null) {
                open = connect(Math.max(READ_MILLIS, milliseconds));
                connection = open;
            }
            return await(question.apply(open), milliseconds);
        } catch (EnvironmentFailure failed) {
            // What the server itself refuses leaves the connection as it was.
            boolean answered = failed.getCause() instanceof ExecutionException refused
                    && refused.getCause() instanceof DatabaseException;
            if (!answered) {
                connection = null;
                if (open != null) {
                    open.close();
                }
            }
            throw failed;
        }
    }

    /** Asks on a connection of its own how the database would run a statement; empty where it does not say so in time. */
    Optional<StatementPlan> plan(String sql) {
        try {
            return Optional.of(await(status.plan(vertx, sql, PLAN_MILLIS), PLAN_MILLIS));
        } catch (EnvironmentFailure refused) {
            return Optional.empty();
        }
    }

    private SqlConnection connect(long milliseconds) {
        SqlConnection opened = await(status.connect(vertx), milliseconds);
        // Without a handler Vert.x prints what the next read tells anyway.
        opened.exceptionHandler(broken -> {});
        return opened;
    }

    /** Returns the database's own sentence, without the map that the driver makes of it. */
    private static String plain(Throwable refusal) {
        if (refusal instanceof PgException postgres) {
            return postgres.getErrorMessage();
        }
        String told = refusal.getMessage() == null
                ? "its answer cannot be read (" + refusal.getClass().getSimpleName() + ")"
                : refusal.getMessage();
        Matcher map = DRIVER_MAP.matcher(told);
        return map.matches() ? map.group(1) : told;
    }

    private <T> T await(Future<T> future, long milliseconds) {
        String address = database.address();
        try {
            return future.toCompletionStage().toCompletableFuture().get(milliseconds, TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            Throwable cause = refused.getCause();
            throw new EnvironmentFailure(
                    "the database at " + address + " cannot be observed: "
                            + OneLine.of(plain(cause == null ? refused : cause)),
                    cause instanceof DatabaseException
                            ? "check database.user and database.password; the user needs to log in and to read the"
                                    + " server's status, and no rights on tables"
                            : "check that it runs, and database.url, database.user and database.password",
                    refused);
        } catch (TimeoutException silent) {
            throw new EnvironmentFailure(
                    "the database at " + address + " did not answer within " + milliseconds + " ms",
                    "check that it runs and is not overloaded",
                    silent);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure(
                    "asking the database at " + address + " was interrupted", "try again", interrupted);
        }
    }

    @Override
    public void close() {
        vertx.close();
    }
}
