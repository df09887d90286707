package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.holders.SentStatement;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.Patience;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While statements are recorded, each object of JDBC is the one that the service has without Poolfit. */
class JdbcObjectsIT {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    Path work;

    @ParameterizedTest
    @CsvSource({
        "POSTGRES, '', org.postgresql.jdbc.PgConnection",
        "POSTGRES, '?preferQueryMode=simple', org.postgresql.jdbc.PgConnection",
        "MARIADB, '', org.mariadb.jdbc.Connection",
        "MARIADB, '?useServerPrepStmts=true', org.mariadb.jdbc.Connection"
    })
    void unwrapping_gives_the_drivers_objects_while_their_statements_are_recorded(
            StudyDatabase kind, String options, String driver) throws Exception {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(kind, ARCHIVES, work, 20);
                ServiceProcess process = ServiceProcess.start(
                        "-Durl=" + database.jdbcUrl() + options,
                        "-Duser=" + database.user(),
                        "-Dpassword=" + database.password(),
                        "-Dpool=2",
                        "-DpoolMBeans=false")) {
            String before = process.get("/objects");
            assertThat(before).contains("connection as java.sql.Connection true " + driver + " true");

            try (RunningService service = process.attach();
                    HoldRecorder recorder = service.recordHolds()) {
                var statistics = new HoldStatistics();
                Patience.await().until(() -> {
                    assertThat(process.get("/objects")).isEqualTo(before);
                    statistics.add(recorder.take());
                    return watched(statistics.report("main", 10)) >= 20;
                });
                HoldReport report = statistics.report("main", 10);
                assertThat(report.endpoints())
                        .singleElement()
                        .satisfies(each -> assertThat(each.statements())
                                .extracting(SentStatement::shape)
                                .containsExactly("select ? + ? as secret_free"));
                assertThat(report.endpoints().get(0).statementsPerBorrow()).isEqualTo(1);
            }
            assertThat(process.get("/objects")).isEqualTo(before);
            Patience.await()
                    .untilAsserted(() -> assertThat(process.classesOfAgent())
                            .as("but for the entry, which the JVM keeps in its class path")
                            .containsOnly("dev.poolfit.agent.AgentLoader"));
        }
    }

    private static long watched(HoldReport report) {
        return report.endpoints().stream().mapToLong(each -> each.watched()).sum();
    }
}
