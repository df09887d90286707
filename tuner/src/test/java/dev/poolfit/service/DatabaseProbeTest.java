package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.studies.EmbeddedDatabase;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real databases tell their connections, queries, ceiling and CPU; a dead one is told apart from a missing one. */
class DatabaseProbeTest {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    Path work;

    @ParameterizedTest
    @EnumSource
    void aDatabaseIsObservedUntilItEnds(dev.poolfit.studies.Database kind) throws Exception {
        DatabaseProbe probe;
        DatabaseProcess process;
        try (EmbeddedDatabase server = EmbeddedDatabase.start(kind, ARCHIVES, work, 77)) {
            Database database = database(kind, server);
            probe = new DatabaseProbe(database, System::nanoTime);
            process = new DatabaseProcess(DatabaseProcess.find(database).orElseThrow(), System::nanoTime);
            assertThat(probe.maxConnections()).hasValue(77);

            probe.read();
            process.read();
            Map<Metric, Double> alone = probe.read();
            assertThat(alone.get(Metric.DATABASE_CONNECTIONS)).isZero();
            assertThat(alone)
                    .containsKeys(Metric.DATABASE_ROWS, Metric.DATABASE_TEMPORARY)
                    .containsKey(
                            kind == dev.poolfit.studies.Database.MARIADB
                                    ? Metric.DATABASE_QUERIES
                                    : Metric.DATABASE_TRANSACTIONS);
            assertThat(process.read()).containsKey(Metric.DATABASE_CPU);

            var second = new DatabaseProbe(database, System::nanoTime);
            assertThat(probe.read().get(Metric.DATABASE_CONNECTIONS)).isEqualTo(1);
            second.close();
            await().until(() -> Objects.equals(probe.read().get(Metric.DATABASE_CONNECTIONS), 0.0));
        }

        EnvironmentFailure failure = catchThrowableOfType(EnvironmentFailure.class, probe::read);
        assertThat(failure).hasMessageContaining("the database at 127.0.0.1");
        assertThat(probe.subject()).isEqualTo(Probe.Subject.DATABASE);
        assertThat(catchThrowableOfType(EnvironmentFailure.class, process::read))
                .hasMessageContaining("has ended");
        probe.close();
    }

    @Test
    void aWrongPasswordIsRefusedAndNotRepeated() throws Exception {
        try (EmbeddedDatabase server =
                EmbeddedDatabase.start(dev.poolfit.studies.Database.MARIADB, ARCHIVES, work, 20)) {
            var wrong = new Database(
                    Database.Dialect.MARIADB,
                    "127.0.0.1",
                    server.port(),
                    "demo",
                    Optional.of(server.user()),
                    Optional.of(new Secret("not-the-password")));

            EnvironmentFailure failure =
                    catchThrowableOfType(EnvironmentFailure.class, () -> new DatabaseProbe(wrong, System::nanoTime));

            assertThat(failure).hasMessageContaining("Access denied").message().doesNotContain("not-the-password");
            assertThat(failure.remedy()).contains("database.password");
        }
    }

    private static Database database(dev.poolfit.studies.Database kind, EmbeddedDatabase server) {
        return new Database(
                kind == dev.poolfit.studies.Database.MARIADB ? Database.Dialect.MARIADB : Database.Dialect.POSTGRESQL,
                "127.0.0.1",
                server.port(),
                "demo",
                Optional.of(server.user()),
                Optional.of(new Secret(server.password())));
    }
}
