package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.evidence.Metric;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.report.Language;
import dev.poolfit.units.Message;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The verdict names what to do first, and says nothing of weight where no thread waits. */
class HoldVerdictTest {
    private static final Stack SLEEP = stack(HoldKind.SLEEP, true, "com.example.Feed.fetch:42");
    private static final Stack QUERY = stack(HoldKind.DATABASE, true, "com.example.Items.find:7");
    private static final Stack VIEW = stack(HoldKind.CODE, false, "com.example.View.html:9");

    private static Stack stack(HoldKind kind, boolean inTransaction, String frame) {
        return new Stack(List.of("com.example.Shop.item", frame), kind, inTransaction);
    }

    private static EndpointHolds endpoint(String name, double share, long nested, Use... uses) {
        return endpoint(name, share, nested, List.of(), uses);
    }

    private static EndpointHolds endpoint(
            String name, double share, long nested, List<SentStatement> statements, Use... uses) {
        return new EndpointHolds(
                name,
                1_000,
                1_000,
                1_000,
                nested,
                0,
                new Times(100, 90, 300, 400),
                new Times(58, 57, 80, 90),
                58 * share,
                share,
                20,
                0,
                0,
                Map.of(),
                Arrays.asList(uses),
                10_000,
                statements);
    }

    private static HoldReport report(int waiting, boolean openInView, List<LongHold> held, EndpointHolds... endpoints) {
        return new HoldReport(
                "main",
                9,
                30,
                Arrays.asList(endpoints),
                waiting > 0 ? 8.9 : 2,
                Collections.nCopies(30, new HoldReport.Moment(9, waiting)),
                held,
                0,
                0.01,
                openInView,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static String text(HoldVerdict verdict) {
        return Language.EN.text(verdict.answer());
    }

    @Test
    void a_sleep_within_the_transaction_comes_first_with_what_it_would_save() {
        HoldVerdict verdict = HoldVerdict.of(
                report(
                        40,
                        false,
                        List.of(),
                        endpoint("GET /items/{id}", 0.7, 0, new Use(SLEEP, 0.86), new Use(QUERY, 0.14)),
                        endpoint("GET /items", 0.3, 0, new Use(SLEEP, 0.86), new Use(QUERY, 0.14))),
                Surroundings.UNKNOWN);

        assertThat(text(verdict))
                .startsWith("86.0 % (84.3–87.6 %) of all connection time is a sleep in Feed.fetch:42: ")
                .contains(
                        "in GET /items/{id} and 1 more endpoints (20,000 stacks of 2,000 holds). Move it out of the transaction.")
                .endsWith("Then the work of 9 connections needs 2 (predicted by Little's law).");
        assertThat(verdict.findings())
                .singleElement()
                .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.BLOCKING));
    }

    @Test
    void that_the_service_ended_comes_before_what_was_seen_until_then() {
        HoldVerdict seen = HoldVerdict.of(
                report(40, false, List.of(), endpoint("GET /items", 1, 0, new Use(SLEEP, 1))), Surroundings.UNKNOWN);
        HoldVerdict nothing = HoldVerdict.of(HoldReport.unrecorded("main", 9, 2, 0, List.of()), Surroundings.UNKNOWN);

        HoldVerdict ended = seen.ended("14:03:02", 4.4);

        assertThat(seen.ended()).isFalse();
        assertThat(ended.ended()).isTrue();
        assertThat(text(ended))
                .startsWith("The service ended, or stopped answering, at 14:03:02, 4 s into the observation")
                .endsWith("The rest is what was seen until then.");
        assertThat(ended.findings()).extracting(Finding::rule).containsExactly("service-ended", "held-by-sleep");
        assertThat(text(nothing.ended("14:03:02", 1)))
                .as("a verdict that is no finding is not lost")
                .contains("until then. Nothing to conclude: ");
    }

    @Test
    void the_query_is_named_where_nothing_else_holds_a_fifth() {
        HoldVerdict verdict = HoldVerdict.of(
                report(40, false, List.of(), endpoint("GET /items", 1, 0, new Use(QUERY, 0.9), new Use(SLEEP, 0.1))),
                Surroundings.UNKNOWN);

        assertThat(verdict.findings()).extracting(Finding::rule).containsExactly("held-by-database");
        assertThat(text(verdict)).contains("the database in Items.find:7").contains("Make this query cheaper first");
    }

    @Test
    void work_after_the_transaction_is_open_in_view_only_where_that_is_on() {
        EndpointHolds endpoint = endpoint("GET /items", 1, 0, new Use(VIEW, 0.5), new Use(QUERY, 0.5));

        assertThat(HoldVerdict.of(report(40, true, List.of(), endpoint), Surroundings.UNKNOWN)
                        .findings())
                .extracting(Finding::rule)
                .containsExactly("held-by-after");
        assertThat(HoldVerdict.of(report(40, false, List.of(), endpoint), Surroundings.UNKNOWN)
                        .findings())
                .extracting(Finding::rule)
                .containsExactly("held-by-code");
    }

    @Test
    void where_no_thread_waits_nothing_is_more_than_information() {
        HoldVerdict verdict = HoldVerdict.of(
                report(0, false, List.of(), endpoint("GET /items", 1, 0, new Use(SLEEP, 1))), Surroundings.UNKNOWN);

        assertThat(text(verdict)).startsWith("No shortage: ");
        assertThat(verdict.findings())
                .allSatisfy(each -> assertThat(each.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    void a_leak_comes_before_all_else_and_is_told_without_any_load() {
        var leak = new LongHold("GET /export", 25, LongHold.State.LEFT, Optional.of(VIEW), Optional.empty());

        assertThat(text(HoldVerdict.of(report(0, false, List.of(leak)), Surroundings.UNKNOWN)))
                .startsWith("1 connections have been held for more than 10 s")
                .contains("GET /export got one in View.html:9");
    }

    @Test
    void busy_cores_are_told_before_what_they_make_longer() {
        HoldVerdict verdict = HoldVerdict.of(
                report(40, false, List.of(), endpoint("GET /items", 1, 0, new Use(QUERY, 1))),
                new Surroundings(Map.of(Metric.SERVICE_CPU, 1.9), OptionalDouble.of(2), Optional.empty()));

        assertThat(verdict.findings()).extracting(Finding::rule).containsExactly("service-bound", "held-by-database");
    }

    @Test
    void too_little_load_shows_nothing() {
        assertThat(text(HoldVerdict.of(report(0, false, List.of()), Surroundings.UNKNOWN)))
                .startsWith("Nothing to conclude: 0 connections were borrowed in 30 s.");
    }

    @Test
    void a_statement_that_is_sent_for_each_row_comes_before_the_database() {
        var repeated =
                new SentStatement("select * from answer where question = ?", 1_000, 20_000, 30, 50, Optional.of(QUERY));
        HoldVerdict verdict = HoldVerdict.of(
                report(40, false, List.of(), endpoint("GET /items", 1, 0, List.of(repeated), new Use(QUERY, 1))),
                Surroundings.UNKNOWN);

        assertThat(verdict.findings()).extracting(Finding::rule).containsExactly("held-by-repeated");
        assertThat(text(verdict))
                .startsWith(
                        "51.7 % (48.6–54.8 %) of all connection time is one statement, sent again and again in Items.find:7: ")
                .contains("One hold sends it 20 times, 1.5 ms each.")
                .contains("It is: select * from answer where question = ?");
    }

    @Test
    void the_longest_statement_stands_beside_the_database() {
        var slow = new SentStatement("select distinct x", 1_000, 1_000, 50, 1, Optional.of(QUERY));
        var other = new SentStatement("select 1", 1_000, 1_000, 60, 1, Optional.of(VIEW));

        assertThat(text(HoldVerdict.of(
                        report(
                                40,
                                false,
                                List.of(),
                                endpoint("GET /items", 1, 0, List.of(other, slow), new Use(QUERY, 1))),
                        Surroundings.UNKNOWN)))
                .contains("The longest statement there is sent 1 time a hold, 50 ms each.")
                .contains("It is: select distinct x");
    }

    @Test
    void threads_that_wait_for_moments_at_a_pool_with_room_are_no_shortage() {
        EndpointHolds quick = new EndpointHolds(
                "GET /items",
                10_000,
                10_000,
                10_000,
                0,
                0,
                new Times(0.4, 0, 3, 25),
                new Times(1, 1, 5, 28),
                10,
                1,
                1,
                0,
                0,
                Map.of(),
                List.of(new Use(QUERY, 1)),
                10_000,
                List.of());
        HoldReport moments = new HoldReport(
                "main",
                4,
                10,
                List.of(quick),
                1,
                Collections.nCopies(10, new HoldReport.Moment(4, 3)),
                List.of(),
                0,
                0.01,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());

        assertThat(text(HoldVerdict.of(moments, Surroundings.UNKNOWN))).startsWith("No shortage: ");
    }

    @Test
    void where_holders_cannot_be_recorded_the_pool_and_its_surroundings_are_told_and_why() {
        HoldReport seen =
                HoldReport.unrecorded("main", 9, 30, 8.6, Collections.nCopies(30, new HoldReport.Moment(9, 4)));
        var busy = new Surroundings(Map.of(Metric.SERVICE_CPU, 1.9), OptionalDouble.of(2), Optional.empty());
        HoldVerdict verdict = HoldVerdict.unrecorded(seen, busy, Message.verbatim("no agent"));

        assertThat(Language.EN.text(verdict.answer()))
                .contains("not known: no agent.", "8.6 of 9 connections", "100 %");
        assertThat(verdict.findings()).extracting(Finding::rule).containsExactly("service-bound");
    }

    @Test
    void a_trial_without_open_in_view_tells_both_hold_times_or_that_requests_failed() {
        HoldReport with = report(5, true, List.of(), endpoint("GET /items", 1, 0, new Use(VIEW, 1)));
        HoldReport without = report(0, false, List.of(), endpoint("GET /items", 0.5, 0, new Use(QUERY, 1)));
        Finding tried = OpenInViewTrial.of(with, without, 0);

        assertThat(Language.EN.text(tried.advice())).contains("29 ms instead of 58 ms");
        assertThat(Language.EN.text(OpenInViewTrial.of(with, without, 0.4).advice()))
                .contains("40 % of the requests failed");
        HoldVerdict advised = HoldVerdict.of(with, Surroundings.UNKNOWN).with(tried);
        List<String> rules = advised.findings().stream().map(Finding::rule).toList();
        assertThat(rules.get(rules.indexOf("held-by-after") + 1)).isEqualTo("tried-without-open-in-view");
    }

    @Test
    void a_run_tells_all_but_information_and_what_its_trials_show() {
        List<Finding> seen = Stream.of(
                        HoldRule.LEAK, HoldRule.ANSWER_LOST, HoldRule.ROW_LOCKS, HoldRule.GARBAGE, HoldRule.POOL_SMALL)
                .map(rule -> new Finding(rule, Severity.WARNING, Map.of(), Message.verbatim(rule.id())))
                .toList();
        var verdict = new HoldVerdict(seen.get(0).advice(), seen);

        assertThat(verdict.grave()).isEqualTo(seen.subList(0, 4));
    }
}
