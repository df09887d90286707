package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldStatistics;
import dev.poolfit.holders.SentStatement;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While statements are recorded, each object of JDBC is the one that the service has without Poolfit. */
class JdbcObjectsIT {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    static Path work;

    private static final Map<StudyDatabase, EmbeddedDatabase> STARTED = new EnumMap<>(StudyDatabase.class);

    @AfterAll
    static void close() {
        STARTED.values().forEach(EmbeddedDatabase::close);
    }

    private static EmbeddedDatabase database(StudyDatabase kind) throws Exception {
        EmbeddedDatabase known = STARTED.get(kind);
        if (known == null) {
            known = EmbeddedDatabase.start(kind, ARCHIVES, Files.createDirectory(work.resolve(kind.name())), 20);
            STARTED.put(kind, known);
        }
        return known;
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRES, postgresql, '', org.postgresql.jdbc.PgConnection",
        "POSTGRES, postgresql, '?preferQueryMode=simple', org.postgresql.jdbc.PgConnection",
        "MARIADB, mariadb, '', org.mariadb.jdbc.Connection",
        "MARIADB, mariadb, '?useServerPrepStmts=true', org.mariadb.jdbc.Connection",
        "MARIADB, mariadb-java-client-2.7.11.jar, '', org.mariadb.jdbc.MariaDbConnection",
        "MARIADB, mariadb-java-client-2.7.11.jar, '?useServerPrepStmts=true', org.mariadb.jdbc.MariaDbConnection",
        "MARIADB, mysql-connector-j-9.7.0.jar, '', com.mysql.cj.jdbc.ConnectionImpl",
        "MARIADB, mysql-connector-j-9.7.0.jar, '?useServerPrepStmts=true', com.mysql.cj.jdbc.ConnectionImpl",
        "MARIADB, mysql-connector-java-8.0.28.jar, '', com.mysql.cj.jdbc.ConnectionImpl"
    })
    void unwrapping_gives_the_drivers_objects_while_their_statements_are_recorded(
            StudyDatabase kind, String driver, String options, String connection) throws Exception {
        EmbeddedDatabase database = database(kind);
        try (ServiceProcess process = ServiceProcess.start(
                "-cp",
                classPath(driver),
                "-Durl=" + url(database, driver) + options,
                "-Duser=" + database.user(),
                "-Dpassword=" + database.password(),
                "-Dpool=2",
                "-DpoolMBeans=false")) {
            String before = process.get("/objects");
            assertThat(before).contains("connection as java.sql.Connection true " + connection + " true");

            try (RunningService service = process.attach();
                    HoldRecorder recorder = service.recordHolds()) {
                recorder.watchStatements();
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

    /** The tests' own, with another driver in place of MariaDB's where a file is named. */
    private static String classPath(String driver) {
        String own = System.getProperty("java.class.path");
        return driver.endsWith(".jar")
                ? Stream.concat(
                                Stream.of("target/drivers/" + driver),
                                Stream.of(own.split(File.pathSeparator))
                                        .filter(part -> !part.contains("mariadb-java-client-")))
                        .collect(Collectors.joining(File.pathSeparator))
                : own;
    }

    private static String url(EmbeddedDatabase database, String driver) {
        return driver.startsWith("mysql-")
                ? database.jdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:")
                : database.jdbcUrl();
    }

    private static long watched(HoldReport report) {
        return report.endpoints().stream().mapToLong(each -> each.watched()).sum();
    }
}
