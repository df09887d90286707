package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real databases tell their connections, queries, ceiling and CPU; a dead one is told apart from a missing one. */
class DatabaseProbeIT {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    Path work;

    @ParameterizedTest
    @EnumSource
    void aDatabaseIsObservedUntilItEnds(dev.poolfit.studies.StudyDatabase kind) throws Exception {
        DatabaseProbe probe;
        DatabaseProcess process;
        try (EmbeddedDatabase server = EmbeddedDatabase.start(kind, ARCHIVES, work, 77)) {
            Database database = database(kind, server);
            probe = open(database);
            process = new DatabaseProcess(DatabaseProcess.find(database).orElseThrow(), RealClock.NANOSECONDS);
            assertThat(probe.maxConnections()).hasValue(77);

            awaitConnections(probe, 0);
            Set<Metric> rates =
                    EnumSet.of(Metric.DATABASE_ROWS, Metric.DATABASE_TEMPORARY, Metric.DATABASE_TRANSACTIONS);
            if (kind == dev.poolfit.studies.StudyDatabase.MARIADB) {
                rates.addAll(Set.of(Metric.DATABASE_QUERIES, Metric.DATABASE_FLUSHES));
            }
            patiently().until(() -> probe.read().keySet().containsAll(rates));
            process.read();
            assertThat(process.read()).containsKey(Metric.DATABASE_CPU);

            DatabaseProbe second = open(database);
            awaitConnections(probe, 1);
            second.close();
            awaitConnections(probe, 0);
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
                EmbeddedDatabase.start(dev.poolfit.studies.StudyDatabase.MARIADB, ARCHIVES, work, 20)) {
            var wrong = new Database(
                    Database.Dialect.MARIADB,
                    "127.0.0.1",
                    server.port(),
                    "demo",
                    Optional.of(server.user()),
                    Optional.of(new Secret("not-the-password")));

            Patience.await().untilAsserted(() -> {
                EnvironmentFailure failure = catchThrowableOfType(
                        EnvironmentFailure.class, () -> new DatabaseProbe(wrong, RealClock.NANOSECONDS));
                assertThat(failure)
                        .hasMessageContaining("Access denied")
                        .hasMessageNotContaining("errorCode")
                        .message()
                        .doesNotContain("not-the-password");
                assertThat(failure.remedy()).contains("database.password");
            });
        }
    }

    @Test
    void aUserWithoutAnyRightOnTheSchemaReadsTheStatus() throws Exception {
        try (EmbeddedDatabase server =
                EmbeddedDatabase.start(dev.poolfit.studies.StudyDatabase.MARIADB, ARCHIVES, work, 20)) {
            DatabaseProbe probe = patiently()
                    .until(
                            () -> new DatabaseProbe(
                                    new Database(
                                            Database.Dialect.MARIADB,
                                            "127.0.0.1",
                                            server.port(),
                                            "mysql",
                                            Optional.of(server.user()),
                                            Optional.of(new Secret(server.password()))),
                                    RealClock.NANOSECONDS),
                            Objects::nonNull);
            assertThat(probe.maxConnections()).hasValue(20);
            patiently().until(() -> probe.read().containsKey(Metric.DATABASE_CONNECTIONS));
            probe.close();
        }
    }

    /** A read ends after less than half a second, which a busy machine may take now and then. */
    private static ConditionFactory patiently() {
        return Patience.await().ignoreExceptionsInstanceOf(EnvironmentFailure.class);
    }

    private static DatabaseProbe open(Database database) {
        return patiently().until(() -> new DatabaseProbe(database, RealClock.NANOSECONDS), Objects::nonNull);
    }

    private static void awaitConnections(DatabaseProbe probe, double count) {
        patiently().until(() -> probe.read().get(Metric.DATABASE_CONNECTIONS), each -> each == count);
    }

    private static Database database(dev.poolfit.studies.StudyDatabase kind, EmbeddedDatabase server) {
        return new Database(
                kind == dev.poolfit.studies.StudyDatabase.MARIADB
                        ? Database.Dialect.MARIADB
                        : Database.Dialect.POSTGRESQL,
                "127.0.0.1",
                server.port(),
                "demo",
                Optional.of(server.user()),
                Optional.of(new Secret(server.password())));
    }
}
