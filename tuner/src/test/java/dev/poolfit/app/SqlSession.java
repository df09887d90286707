package dev.poolfit.app;

import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.Patience;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One session at an embedded database, to look at what its queries do. */
final class SqlSession implements AutoCloseable {
    private final Vertx vertx;
    private final SqlConnection connection;

    private SqlSession(Vertx vertx, SqlConnection connection) {
        this.vertx = vertx;
        this.connection = connection;
    }

    static SqlSession open(StudyDatabase kind, EmbeddedDatabase database) throws Exception {
        return open(kind, database, database.user());
    }

    /** Of another user of PostgreSQL, such as postgres, who may do all. */
    static SqlSession openAs(String user, EmbeddedDatabase database) throws Exception {
        return open(StudyDatabase.POSTGRES, database, user);
    }

    private static SqlSession open(StudyDatabase kind, EmbeddedDatabase database, String user) throws Exception {
        Vertx vertx = Vertx.vertx();
        SqlConnection connection = kind == StudyDatabase.MARIADB
                ? await(MySQLConnection.connect(vertx, options(new MySQLConnectOptions(), database, user)))
                : await(PgConnection.connect(vertx, options(new PgConnectOptions(), database, user)));
        return new SqlSession(vertx, connection);
    }

    /** The rows as text, with a bar between their columns. */
    List<String> rows(String sql) throws Exception {
        var rows = new ArrayList<String>();
        for (Row row : await(connection.query(sql).execute())) {
            var cells = new ArrayList<String>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(String.valueOf(row.getValue(i)));
            }
            rows.add(String.join("|", cells));
        }
        return rows;
    }

    /** Runs a file of statements. */
    void run(Path script) throws Exception {
        for (String statement : Files.readString(script).split(";")) {
            if (!statement.isBlank()) {
                rows(statement);
            }
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static <T extends SqlConnectOptions> T options(T options, EmbeddedDatabase database, String user) {
        options.setHost("127.0.0.1")
                .setPort(database.port())
                .setDatabase("demo")
                .setUser(user)
                .setPassword(database.password());
        return options;
    }

    @Override
    public void close() throws Exception {
        await(vertx.close());
    }
}
