package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What can stand still is told before what holds the connections, and what stands still before all else. */
class PoolLocksTest {
    private static final Stack GOT =
            new Stack(List.of("com.example.Shop.order", "com.example.Orders.pay:31"), HoldKind.CODE, true);
    private static final Stack WAITS =
            new Stack(List.of("com.example.Shop.order", "com.example.Audit.write:18"), HoldKind.CONNECTION, true);
    private static final Stack QUERY =
            new Stack(List.of("com.example.Shop.order", "com.example.Items.find:7"), HoldKind.DATABASE, true);

    private static List<Finding> findings(OptionalInt threads, Optional<Standstill> standstill) {
        return findings(threads, 7, standstill);
    }

    private static List<Finding> findings(OptionalInt threads, int atOnce, Optional<Standstill> standstill) {
        var endpoint = new EndpointHolds(
                "POST /orders",
                1_000,
                1_000,
                1_000,
                500,
                0,
                new Times(100, 90, 300, 400),
                new Times(58, 57, 80, 90),
                58,
                1,
                20,
                0,
                0,
                Map.of(HoldKind.DATABASE, 1.0),
                List.of(new Use(QUERY, 1)),
                2_000,
                List.of());
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
                Optional.of(new NestedConnections("POST /orders", 2, atOnce, threads)),
                standstill,
                List.of());
        return HoldVerdict.of(report, Surroundings.UNKNOWN).findings();
    }

    private static String text(Finding finding) {
        return Language.EN.text(finding.advice());
    }

    @Test
    void a_second_connection_is_told_with_how_near_a_deadlock_came_and_what_excludes_it() {
        List<Finding> findings = findings(OptionalInt.of(20), Optional.empty());

        assertThat(findings).extracting(Finding::rule).containsExactly("nested-connections", "held-by-database");
        assertThat(findings.get(0).severity()).isEqualTo(Severity.BLOCKING);
        assertThat(text(findings.get(0)))
                .isEqualTo("POST /orders holds 2 connections at once. With a pool of 9 a deadlock is possible from 9"
                        + " such requests at once; seen at once: 7. Take one connection at a time: move the inner"
                        + " transaction (REQUIRES_NEW), the query in a listener or the id generator out of the outer"
                        + " transaction. Until then: with 20 threads no deadlock is possible from 21 connections on.");
    }

    @Test
    void what_did_not_come_near_is_told_after_the_cause() {
        List<Finding> far = findings(OptionalInt.of(20), 4, Optional.empty());

        assertThat(far).extracting(Finding::rule).containsExactly("held-by-database", "nested-connections");
        assertThat(far.get(1).severity()).isEqualTo(Severity.WARNING);
        assertThat(findings(OptionalInt.of(20), 5, Optional.empty()).get(0).severity())
                .as("5 of the 9 that it takes")
                .isEqualTo(Severity.BLOCKING);
    }

    @Test
    void without_a_limit_of_threads_no_pool_excludes_it() {
        assertThat(text(findings(OptionalInt.empty(), Optional.empty()).get(0)))
                .endsWith("It is not known how many threads do so, and no pool size excludes a deadlock.");
    }

    @Test
    void it_is_information_where_the_threads_cannot_take_all_connections() {
        List<Finding> findings = findings(OptionalInt.of(8), Optional.empty());
        Finding few = findings.get(1);

        assertThat(findings).extracting(Finding::rule).containsExactly("held-by-database", "nested-connections");
        assertThat(few.severity()).isEqualTo(Severity.INFO);
        assertThat(text(few))
                .isEqualTo("POST /orders holds 2 connections at once. With 8 threads no deadlock is possible from 9"
                        + " connections on; the pool has 9.");
    }

    @Test
    void a_deadlock_comes_before_all_else_with_both_lines() {
        var still = new Standstill(9, 9, false, "POST /orders", Optional.of(GOT), WAITS);

        Finding first = findings(OptionalInt.of(20), Optional.of(still)).get(0);

        assertThat(first.rule()).isEqualTo("deadlock");
        assertThat(first.severity()).isEqualTo(Severity.BLOCKING);
        assertThat(text(first))
                .startsWith("Deadlock: none of the 9 connections comes back, since 9 requests that have one wait for"
                        + " another. POST /orders got its connection in Orders.pay:31 and waits in Audit.write:18.");
        assertThat(text(findings(OptionalInt.of(20), Optional.of(still.ended())).get(0)))
                .startsWith("Deadlock, which ended after waits timed out: none of the 9 connections came back");
    }
}
