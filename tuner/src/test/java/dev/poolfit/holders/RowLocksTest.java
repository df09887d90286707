package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.BlockedSession;
import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the service does with a row lock is told only where it is the service that has it. */
class RowLocksTest {
    private static final Stack QUERY = new Stack(List.of("com.example.Items.sell:7"), HoldKind.DATABASE, true);
    private static final String WRITE = "update item set stock = ?";

    private static List<Finding> findings(
            String blocker, double blockerSeconds, String statement, boolean inTransaction) {
        return findings(blocker, blockerSeconds, statement, List.of(new Use(QUERY, 0.9), sleeps(inTransaction, 0.1)));
    }

    private static Use sleeps(boolean inTransaction, double share) {
        return new Use(new Stack(List.of("com.example.Feed.fetch:42"), HoldKind.SLEEP, inTransaction), share);
    }

    private static Use other(HoldKind kind, double share) {
        return new Use(new Stack(List.of("com.example.Shop." + kind.name() + ":7"), kind, true), share);
    }

    private static List<Finding> findings(String blocker, double blockerSeconds, String statement, List<Use> uses) {
        var endpoint = new EndpointHolds(
                "POST /sell",
                1_000,
                1_000,
                1_000,
                0,
                0,
                new Times(100, 90, 300, 400),
                new Times(58, 57, 80, 2_000),
                58,
                1,
                20,
                0,
                0,
                Map.of(),
                uses,
                2_000,
                List.of(new SentStatement(statement, 1_000, 1_000, 30, 1, Optional.of(QUERY))));
        var report = new HoldReport(
                "main",
                9,
                30,
                List.of(endpoint),
                8.9,
                Collections.nCopies(30, new HoldReport.Moment(9, 40)),
                List.of(),
                0,
                0.01,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
        var database = new DatabaseReport(
                "MariaDB",
                30,
                List.of(),
                List.of(new BlockedSession("update item", blocker, blockerSeconds)),
                5,
                0,
                OptionalInt.empty(),
                Map.of(),
                List.of(),
                List.of());
        return HoldVerdict.of(report, new Surroundings(Map.of(), OptionalDouble.empty(), Optional.of(database)))
                .findings();
    }

    private static void namesNobody(List<Finding> findings) {
        assertThat(findings).extracting(Finding::rule).startsWith("row-locks").doesNotContain("held-by-sleep");
        assertThat(Language.EN.text(findings.get(0).advice())).doesNotContain("mostly held for");
    }

    @Test
    void an_idle_transaction_of_the_service_is_told_with_what_it_does() {
        List<Finding> findings = findings(BlockedSession.IDLE, 2, WRITE, true);

        assertThat(findings).extracting(Finding::rule).startsWith("row-locks", "held-by-sleep");
        assertThat(Language.EN.text(findings.get(0).advice())).contains("mostly held for a sleep in Feed.fetch:42");
    }

    @Test
    void a_session_that_works_is_named_as_it_was_seen() {
        List<Finding> findings = findings("delete from item", 2, WRITE, true);

        namesNobody(findings);
        assertThat(Language.EN.text(findings.get(0).advice())).contains("update item waits for delete from item");
    }

    @Test
    void a_transaction_that_is_older_than_any_hold_is_another_programs() {
        namesNobody(findings(BlockedSession.IDLE, 60, WRITE, true));
    }

    @Test
    void who_writes_nothing_or_is_in_no_transaction_has_no_lock() {
        namesNobody(findings(BlockedSession.IDLE, 2, "select * from item", true));
        namesNobody(findings(BlockedSession.IDLE, 2, WRITE, false));
        assertThat(findings(BlockedSession.IDLE, 2, "select * from item for update", true))
                .extracting(Finding::rule)
                .contains("held-by-sleep");
    }

    @Test
    void most_of_the_time_beside_the_database_is_called_so_and_less_is_told_by_its_share() {
        Message most = advice(new Use(QUERY, 0.7), sleeps(true, 0.2), other(HoldKind.REMOTE, 0.1));
        assertThat(Language.EN.text(most)).contains("are mostly held for a sleep in Feed.fetch:42");
        assertThat(Language.KO.text(most)).contains("대부분 다음 작업에 쓰입니다");

        Message less = advice(
                new Use(QUERY, 0.7), sleeps(true, 0.12), other(HoldKind.REMOTE, 0.1), other(HoldKind.CODE, 0.08));
        assertThat(Language.EN.text(less))
                .contains("are held for a sleep in Feed.fetch:42 in 40 % of that time")
                .doesNotContain("mostly");
        assertThat(Language.KO.text(less)).contains("다음 작업에 쓰이는 비율은 40").doesNotContain("대부분");
    }

    private static Message advice(Use... uses) {
        return findings(BlockedSession.IDLE, 2, WRITE, List.of(uses)).get(0).advice();
    }
}
