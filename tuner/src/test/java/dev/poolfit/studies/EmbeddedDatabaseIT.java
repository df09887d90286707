package dev.poolfit.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.testing.Patience;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database answers queries after start() and has left neither a process nor a file after close(). */
class EmbeddedDatabaseIT {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    Path work;

    @ParameterizedTest
    @EnumSource
    void aStartedDatabaseAnswersAndAClosedOneLeavesNothing(StudyDatabase kind) throws Exception {
        ProcessHandle process;
        try (EmbeddedDatabase database = EmbeddedDatabase.start(kind, ARCHIVES, work, 77)) {
            process = ProcessHandle.of(database.pid()).orElseThrow();
            assertThat(maxConnections(kind, database)).isEqualTo("77");
            assertThat(Files.readString(database.log())).doesNotContain(database.password());
            assertThat(Files.readString(Path.of("/proc", Long.toString(database.pid()), "cmdline")))
                    .doesNotContain(database.password());
            assertThat(database.jdbcUrl()).contains("127.0.0.1:" + database.port() + "/demo");
        }
        assertThat(process.isAlive()).isFalse();
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void aMissingArchiveIsNamedWithTheWayToGetIt() {
        assertThatThrownBy(() -> EmbeddedDatabase.start(StudyDatabase.POSTGRES, work, work, 10))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining(work.resolve("postgres.jar").toString())
                .hasMessageContaining("mvn -pl demo package");
    }

    @Test
    void aBrokenArchiveLeavesNoHalfUnpackedFolder() throws IOException {
        Files.writeString(work.resolve("mariadb.jar"), "not a zip file");

        assertThatThrownBy(() -> EmbeddedDatabase.start(StudyDatabase.MARIADB, work, work, 10))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("Could not unpack");

        try (Stream<Path> left = Files.list(work)) {
            assertThat(left).containsExactly(work.resolve("mariadb.jar"));
        }
    }

    @Test
    void aServerThatCannotStartIsReportedWithItsLog() {
        assertThatThrownBy(() -> EmbeddedDatabase.start(StudyDatabase.POSTGRES, ARCHIVES, work, 0))
                .isInstanceOf(DatabaseStartException.class)
                .hasMessageContaining("max_connections");
        assertThat(work).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    void theVersionIsTheOneThatTheDemoFetches(StudyDatabase kind) throws IOException {
        assertThat(Files.readString(Path.of("..", "demo", "pom.xml")))
                .contains("<version>" + kind.server().version() + "</version>");
    }

    private static String maxConnections(StudyDatabase kind, EmbeddedDatabase database) throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            Pool pool = kind == StudyDatabase.MARIADB
                    ? MySQLBuilder.pool()
                            .connectingTo(options(new MySQLConnectOptions(), database))
                            .using(vertx)
                            .build()
                    : PgBuilder.pool()
                            .connectingTo(options(new PgConnectOptions(), database))
                            .using(vertx)
                            .build();
            String query = kind == StudyDatabase.MARIADB
                    ? "SELECT CAST(@@max_connections AS CHAR)"
                    : "SELECT current_setting('max_connections')";
            return pool.query(query)
                    .execute()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .iterator()
                    .next()
                    .getString(0);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static <T extends SqlConnectOptions> T options(T options, EmbeddedDatabase database) {
        options.setHost("127.0.0.1")
                .setPort(database.port())
                .setDatabase("demo")
                .setUser(database.user())
                .setPassword(database.password());
        return options;
    }
}
