package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.database.BlockedSession;
import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.database.DatabaseReport;
import dev.poolfit.database.DatabaseWatch;
import dev.poolfit.database.StatementLoad;
import dev.poolfit.database.StatementPlan;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Secret;
import dev.poolfit.report.Language;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real database tells who waits for whose lock, who does nothing in a transaction, and what it cannot tell. */
class DatabaseWatchIT {
    private static final Path ARCHIVES = Path.of("..", "demo", "target", "databases");

    @TempDir
    private Path work = Path.of("");

    @ParameterizedTest
    @EnumSource
    void a_session_that_waits_for_a_lock_is_told_with_who_has_it(StudyDatabase kind) throws Exception {
        try (EmbeddedDatabase server = EmbeddedDatabase.start(kind, ARCHIVES, work, 20);
                SqlSession first = SqlSession.open(kind, server);
                SqlSession second = SqlSession.open(kind, server);
                DatabaseWatch watch = new DatabaseWatch(database(kind, server), RealClock.NANOSECONDS)) {
            first.rows("CREATE TABLE item (id INT PRIMARY KEY, stock INT)");
            first.rows("INSERT INTO item VALUES (1, 5)");
            first.rows("BEGIN");
            first.rows("UPDATE item SET stock = 4 WHERE id = 1");
            var waits = CompletableFuture.runAsync(() -> rows(second, "UPDATE item SET stock = 3 WHERE id = 1"));
            // A server may answer before it forgets what the first session did last.
            Patience.await().until(() -> {
                watch.look();
                return watch.report().blocked().stream()
                        .anyMatch(each -> each.blocker().equals(BlockedSession.IDLE));
            });
            DatabaseReport report = watch.report();
            assertThat(report.blocked())
                    .allSatisfy(each -> assertThat(each.statement()).isEqualTo("update item"));
            assertThat(report.meanBlocked()).isPositive().isLessThanOrEqualTo(1);
            assertThat(report.notes())
                    .singleElement()
                    .satisfies(note -> assertThat(Language.EN.text(note)).startsWith("Statements are not told: "));

            first.rows("COMMIT");
            waits.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_it_works_for_long_is_counted_until_it_ends(StudyDatabase kind) throws Exception {
        String sleep = kind == StudyDatabase.MARIADB ? "SELECT sleep(600)" : "SELECT pg_sleep(600)";
        try (EmbeddedDatabase server = EmbeddedDatabase.start(kind, ARCHIVES, work, 20);
                SqlSession first = SqlSession.open(kind, server);
                SqlSession idle = SqlSession.open(kind, server);
                DatabaseWatch watch = new DatabaseWatch(database(kind, server), RealClock.NANOSECONDS)) {
            idle.rows("SELECT 1");
            looks(watch, 3);
            assertThat(watch.report().working()).as("nobody's account").isEmpty();
            watch.count(Optional.of("elsewhere"));
            looks(watch, 3);
            assertThat(watch.report().working())
                    .as("the service is not seen here")
                    .isEmpty();
            watch.count(Optional.of(server.user()));
            looks(watch, 2);
            assertThat(watch.report().working()).as("two looks are too few").isEmpty();
            looks(watch, 1);
            assertThat(watch.report().working()).hasValue(0);
            if (kind == StudyDatabase.MARIADB) {
                first.rows("USE information_schema");
            }
            var works = CompletableFuture.runAsync(() -> rows(first, sleep));
            Patience.await().until(() -> {
                watch.look();
                return watch.report().working().equals(OptionalInt.of(1));
            });
            server.close();
            assertThatThrownBy(works::join).isInstanceOf(CompletionException.class);
        }
    }

    private static void looks(DatabaseWatch watch, int count) {
        for (int i = 0; i < count; i++) {
            watch.look();
        }
    }

    /** The service writes a statement in its own way, with its driver's parameters. */
    @ParameterizedTest
    @EnumSource
    void statements_are_told_with_their_number_and_rows_where_the_server_keeps_them(StudyDatabase kind)
            throws Exception {
        try (EmbeddedDatabase server = EmbeddedDatabase.startWithStatistics(kind, ARCHIVES, work, 20);
                SqlSession session = SqlSession.open(kind, server)) {
            session.rows("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))");
            for (int from = 0; from < 1000; from += 100) {
                session.rows("INSERT INTO item VALUES "
                        + IntStream.range(from, from + 100)
                                .mapToObj(id -> "(" + id + ", 'n" + id % 50 + "')")
                                .collect(Collectors.joining(",")));
            }
            session.rows("SELECT i.id FROM item i WHERE i.name = 'n1'");
            untilCounted(session);
            try (DatabaseWatch watch = new DatabaseWatch(database(kind, server), RealClock.NANOSECONDS)) {
                for (int i = 0; i < 12; i++) {
                    session.rows("SELECT i.id FROM item i WHERE i.name = 'n" + i + "'");
                }
                untilCounted(session);
                DatabaseReport report = watch.report();
                StatementLoad told =
                        report.of("select i.id from item i where i.name=?").orElseThrow();
                assertThat(told.count()).as("since the watch began").isEqualTo(12);
                assertThat(told.seconds()).isPositive();
                assertThat(told.rowsGivenEach()).isEqualTo(20);
                assertThat(told.shape()).doesNotContain("'n");
                if (kind == StudyDatabase.MARIADB) {
                    assertThat(told.rowsReadEach()).isEqualTo(1000);
                    assertThat(told.withoutIndex()).isEqualTo(12);
                }
                assertThat(report.notes()).isEmpty();
            }
        }
    }

    /** PostgreSQL hides what other users do from one without rights; that nobody waits is not what it says. */
    @Test
    void what_a_user_may_not_see_is_said() throws Exception {
        try (EmbeddedDatabase server =
                        EmbeddedDatabase.startWithStatistics(StudyDatabase.POSTGRES, ARCHIVES, work, 20);
                SqlSession session = SqlSession.openAs("postgres", server)) {
            session.rows("CREATE ROLE watcher LOGIN PASSWORD 'secret'");
            session.rows("SELECT 1");
            var user = new Database(
                    Database.Dialect.POSTGRESQL,
                    "127.0.0.1",
                    server.port(),
                    "demo",
                    Optional.of("watcher"),
                    Optional.of(new Secret("secret")));
            assertThat(DatabaseLimits.of(user).others("watcher")).isPositive();
            try (DatabaseWatch watch = new DatabaseWatch(user, RealClock.NANOSECONDS)) {
                watch.look();
                session.rows("SELECT 2");
                watch.look();
                DatabaseReport report = watch.report();
                assertThat(report.statements())
                        .extracting(StatementLoad::shape)
                        .doesNotContain("<insufficient privilege>");
                assertThat(report.notes())
                        .singleElement()
                        .satisfies(note -> assertThat(Language.EN.text(note))
                                .startsWith("The database user watcher may not see")
                                .contains("GRANT pg_monitor TO watcher"));
            }
            session.rows("GRANT pg_monitor TO watcher");
            try (DatabaseWatch watch = new DatabaseWatch(user, RealClock.NANOSECONDS)) {
                watch.look();
                assertThat(watch.report().notes()).isEmpty();
            }
        }
    }

    /** A server counts a statement after its answer, but before it begins the session's next one. */
    private static void untilCounted(SqlSession session) throws Exception {
        session.rows("SELECT 1");
    }

    /** It naps for each row, so that it runs whenever somebody looks. */
    @ParameterizedTest
    @EnumSource
    void the_plan_of_what_takes_the_time_is_told_with_the_index_that_it_lacks(StudyDatabase kind) throws Exception {
        try (EmbeddedDatabase server = EmbeddedDatabase.start(kind, ARCHIVES, work, 20);
                SqlSession session = SqlSession.open(kind, server);
                SqlSession other = SqlSession.open(kind, server)) {
            session.rows("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20), price INT)");
            session.rows("INSERT INTO item VALUES "
                    + IntStream.range(0, 3_000)
                            .mapToObj(id -> "(" + id + ", 'n" + id % 50 + "', " + id % 7 + ")")
                            .collect(Collectors.joining(",")));
            session.rows(kind == StudyDatabase.MARIADB ? "ANALYZE TABLE item" : "ANALYZE item");
            String nap = kind == StudyDatabase.MARIADB ? "SLEEP(0.05)" : "pg_sleep(0.05)";
            var ended = new AtomicBoolean();
            var busy = CompletableFuture.runAsync(() -> {
                while (!ended.get()) {
                    rows(other, "SELECT " + nap + " FROM item i WHERE i.name = 'n1' ORDER BY i.price");
                }
            });
            try (DatabaseWatch watch = new DatabaseWatch(database(kind, server), RealClock.NANOSECONDS);
                    DatabaseWatch unasked = new DatabaseWatch(database(kind, server, false), RealClock.NANOSECONDS)) {
                Patience.await().until(() -> {
                    watch.look();
                    unasked.look();
                    return !watch.report().plans().isEmpty();
                });
                StatementPlan plan = watch.report()
                        .plan("select " + nap.replaceAll("[0-9.]+", "?")
                                + " from item i where i.name=? order by i.price")
                        .orElseThrow();
                assertThat(plan.sorts()).isTrue();
                assertThat(plan.scans()).singleElement().satisfies(scan -> {
                    assertThat(scan.table()).isEqualTo("item");
                    assertThat(scan.rows()).isEqualTo(3_000, Offset.offset(300.0));
                    assertThat(scan.columns()).containsExactly("name");
                });
                assertThat(unasked.report().plans()).isEmpty();
            } finally {
                ended.set(true);
                busy.join();
            }
        }
    }

    private static void rows(SqlSession session, String sql) {
        try {
            session.rows(sql);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Database database(StudyDatabase kind, EmbeddedDatabase server) {
        return database(kind, server, true);
    }

    private static Database database(StudyDatabase kind, EmbeddedDatabase server, boolean explain) {
        return new Database(
                kind == StudyDatabase.MARIADB ? Database.Dialect.MARIADB : Database.Dialect.POSTGRESQL,
                "127.0.0.1",
                server.port(),
                "demo",
                Optional.of(server.user()),
                Optional.of(new Secret(server.password())),
                "127.0.0.1:" + server.port(),
                explain);
    }
}
