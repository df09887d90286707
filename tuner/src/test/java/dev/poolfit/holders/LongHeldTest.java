package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.report.Language;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is held for long is called a leak only if nobody goes on with it. */
class LongHeldTest {
    private static final Stack GOT = new Stack(List.of("com.example.Shop.events:9"), HoldKind.CODE, false);
    private static final Stack WORKS = new Stack(List.of("com.example.Report.run:30"), HoldKind.DATABASE, true);

    private static LongHold held(LongHold.State state) {
        return new LongHold(
                "GET /events",
                20,
                state,
                Optional.of(GOT),
                state == LongHold.State.WORKING ? Optional.of(WORKS) : Optional.empty());
    }

    private static HoldReport report(
            int before,
            boolean openInView,
            Optional<Streams> streams,
            List<EndpointHolds> endpoints,
            LongHold... held) {
        return new HoldReport(
                "main",
                10,
                30,
                endpoints,
                5,
                Collections.nCopies(30, new HoldReport.Moment(10, 0, before, false)),
                Arrays.asList(held),
                0,
                0.01,
                openInView,
                streams,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static List<Finding> told(HoldReport report) {
        List<Finding> findings = HoldVerdict.of(report, Surroundings.UNKNOWN).findings();
        findings.forEach(each -> {
            assertThat(Language.EN.text(each.advice())).doesNotContain("{", "holders.");
            assertThat(Language.KO.text(each.advice())).doesNotContain("{", "holders.");
        });
        return findings;
    }

    private static String english(Finding finding) {
        return Language.EN.text(finding.advice());
    }

    @Test
    void an_open_stream_is_told_with_open_in_view_and_not_as_a_leak() {
        Finding told = told(report(0, true, Optional.empty(), List.of(), held(LongHold.State.STREAM)))
                .get(0);

        assertThat(told.rule()).isEqualTo("held-by-stream");
        assertThat(english(told))
                .startsWith("1 connections have been held for more than 10 s by asynchronous requests")
                .contains("GET /events got one in Shop.events:9.", "spring.jpa.open-in-view=false")
                .doesNotContain("leak");
        assertThat(Language.KO.text(told.advice())).contains("open-in-view", "빌린 곳: GET /events, Shop.events:9.");
    }

    @Test
    void suspended_code_is_told_as_held_by_no_thread() {
        Finding told = told(report(0, false, Optional.empty(), List.of(), held(LongHold.State.NOBODY)))
                .get(0);

        assertThat(told.rule()).isEqualTo("held-by-nobody");
        assertThat(english(told))
                .contains("by no thread", "such as a coroutine that suspends while it holds it", "Shop.events:9");
        assertThat(Language.KO.text(told.advice())).contains("점유 스레드 없음", "코루틴");
    }

    @Test
    void work_that_still_runs_is_no_more_than_information_where_nobody_waits() {
        Finding told = told(report(0, false, Optional.empty(), List.of(), held(LongHold.State.WORKING)))
                .get(0);

        assertThat(told.rule()).isEqualTo("held-long");
        assertThat(told.severity()).isEqualTo(Severity.INFO);
        assertThat(english(told)).endsWith("GET /events works with one in Report.run:30 (database).");
    }

    private static LongHold awaits(HoldKind kind, boolean earlier, boolean still) {
        Stack use = new Stack(List.of("com.example.Report.run:30"), kind, true);
        return new LongHold(
                "GET /report", 20, LongHold.State.WORKING, Optional.empty(), Optional.of(use), earlier, still);
    }

    private static List<String> beside(OptionalInt working, HoldReport report) {
        var database =
                new DatabaseReport("MariaDB", 30, List.of(), List.of(), 0, 0, working, Map.of(), List.of(), List.of());
        return HoldVerdict.of(report, new Surroundings(Map.of(), OptionalDouble.empty(), Optional.of(database)))
                .findings()
                .stream()
                .map(each -> each.rule() + ": " + english(each))
                .toList();
    }

    @Test
    void an_answer_that_more_threads_wait_for_than_the_database_works_for_is_lost() {
        HoldReport report = report(
                0,
                false,
                Optional.empty(),
                List.of(),
                awaits(HoldKind.DATABASE, false, true),
                awaits(HoldKind.DATABASE, true, true));

        assertThat(beside(OptionalInt.of(1), report))
                .containsExactly(
                        "answer-lost: 2 threads with a connection have waited for one answer of the database for more than 5 s,"
                                + " but it works for 1 session that long. At least 1 answer seems to be lost on the way (a firewall, a"
                                + " failover), or waits in a proxy (PgBouncer: SHOW POOLS). GET /report works with one in"
                                + " Report.run:30 (database). Set the driver's socketTimeout, longer than the longest statement,"
                                + " and tcpKeepAlive: without them such a thread and its connection may never come back.");
        assertThat(beside(OptionalInt.of(0), report).get(0)).contains("At least 2 answers seem to be lost");
        for (OptionalInt working : List.of(OptionalInt.of(2), OptionalInt.empty())) {
            assertThat(beside(working, report)).singleElement().asString().startsWith("held-long");
        }
        assertThat(Language.KO.text(HoldVerdict.of(
                                report,
                                new Surroundings(
                                        Map.of(),
                                        OptionalDouble.empty(),
                                        Optional.of(new DatabaseReport(
                                                "MariaDB",
                                                30,
                                                List.of(),
                                                List.of(),
                                                0,
                                                0,
                                                OptionalInt.of(0),
                                                Map.of(),
                                                List.of(),
                                                List.of()))))
                        .answer()))
                .contains("socketTimeout");
    }

    @Test
    void a_thread_that_computes_or_sends_one_statement_after_the_other_waits_for_no_lost_answer() {
        HoldReport report = report(
                0,
                false,
                Optional.empty(),
                List.of(),
                awaits(HoldKind.DATABASE, false, false),
                awaits(HoldKind.LOCK, false, true));

        assertThat(beside(OptionalInt.of(0), report)).singleElement().asString().startsWith("held-long");
    }

    @Test
    void what_was_handed_out_before_and_is_worked_with_is_no_leak() {
        assertThat(told(report(
                        2,
                        false,
                        Optional.empty(),
                        List.of(),
                        awaits(HoldKind.CODE, true, false),
                        awaits(HoldKind.CODE, true, false))))
                .extracting(Finding::rule)
                .containsExactly("held-long");
        assertThat(told(report(3, false, Optional.empty(), List.of(), awaits(HoldKind.CODE, true, false)))
                        .get(0))
                .satisfies(each ->
                        assertThat(english(each)).startsWith("2 connections were handed out before the observation"));
    }

    @Test
    void what_is_lost_comes_first() {
        assertThat(told(report(
                        0,
                        true,
                        Optional.empty(),
                        List.of(),
                        held(LongHold.State.NOBODY),
                        held(LongHold.State.WORKING),
                        held(LongHold.State.STREAM),
                        held(LongHold.State.LEFT))))
                .extracting(Finding::rule)
                .containsExactly("leak", "held-by-stream", "held-by-nobody", "held-long");
    }

    @ParameterizedTest
    @EnumSource(names = {"STREAM", "NOBODY"})
    void what_takes_most_of_the_time_is_told_once_with_its_share(HoldKind kind) {
        Stack stack = new Stack(List.of("com.example.Shop.events:9"), kind, false);
        var times = new EndpointHolds.Times(300, 300, 400, 400);
        var endpoint = new EndpointHolds(
                "GET /events",
                1_000,
                1_000,
                1_000,
                0,
                0,
                times,
                times,
                300,
                1,
                300,
                0,
                0,
                Map.of(kind, 1.0),
                List.of(new EndpointHolds.Use(stack, 1)),
                10_000,
                List.of());
        List<Finding> findings = told(report(
                0,
                true,
                Optional.empty(),
                List.of(endpoint),
                held(LongHold.State.STREAM),
                held(LongHold.State.NOBODY)));

        String rule = "held-by-" + kind.name().toLowerCase(java.util.Locale.ROOT);
        assertThat(findings)
                .filteredOn(each -> each.rule().equals(rule))
                .singleElement()
                .satisfies(each -> assertThat(english(each))
                        .startsWith("100 % of all connection time is ")
                        .contains("Shop.events:9", kind == HoldKind.STREAM ? "open-in-view" : "held by no thread"));
    }

    @Test
    void of_what_was_not_given_back_no_time_of_each_hold_is_told() {
        Stack stack = new Stack(List.of("com.example.Shop.events:9"), HoldKind.NOBODY, false);
        var none = new EndpointHolds.Times(0, 0, 0, 0);
        var endpoint = new EndpointHolds(
                "GET /events",
                0,
                0,
                0,
                0,
                60,
                none,
                none,
                200,
                1,
                200,
                0,
                0,
                Map.of(HoldKind.NOBODY, 1.0),
                List.of(new EndpointHolds.Use(stack, 1)),
                10_000,
                List.of());

        assertThat(english(told(report(0, false, Optional.empty(), List.of(endpoint), held(LongHold.State.NOBODY)))
                        .get(0)))
                .startsWith("100 % of all connection time is held by no thread in Shop.events:9, in GET /events.")
                .doesNotContain("of each hold");
    }

    @Test
    void what_was_handed_out_before_is_a_stream_as_far_as_there_are_such_requests() {
        HoldReport report = report(5, true, Optional.of(new Streams(3, List.of("GET /events"))), List.of());
        List<Finding> findings = told(report);

        assertThat(findings).extracting(Finding::rule).containsExactly("leak", "held-by-stream");
        assertThat(english(findings.get(0))).startsWith("2 connections were handed out before the observation");
        assertThat(english(findings.get(1)))
                .startsWith("3 connections were handed out before the observation")
                .contains("(GET /events)", "spring.jpa.open-in-view=false");
    }

    @Test
    void where_the_requests_are_not_known_open_in_view_is_named_beside_the_leak() {
        assertThat(told(report(5, true, Optional.empty(), List.of())))
                .singleElement()
                .satisfies(each -> assertThat(english(each)).contains("open-in-view", "lost"));
        assertThat(told(report(5, true, Optional.of(new Streams(0, List.of())), List.of())))
                .singleElement()
                .satisfies(each -> assertThat(english(each)).contains("lost").doesNotContain("open-in-view"));
        assertThat(told(report(5, false, Optional.empty(), List.of())))
                .singleElement()
                .satisfies(each -> assertThat(english(each)).doesNotContain("open-in-view"));
    }
}
