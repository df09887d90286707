package dev.poolfit.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.HoldReport.Moment;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The cause of a dry pool is told from those who only hold longer because of it, however much they hold together. */
class VictimsTest {
    private static EndpointHolds endpoint(
            String name, double seconds, double calmMs, double dryMs, double calmUse, double dryUse) {
        var query = new Stack(
                List.of("com.example.Shop." + name, "com.example.Items." + name + ":7"), HoldKind.DATABASE, true);
        return new EndpointHolds(
                "GET /" + name,
                1_000,
                1_000,
                1_000,
                0,
                0,
                new Times(400, 300, 900, 1_000),
                new Times(dryMs, dryMs, dryMs, dryMs),
                seconds,
                seconds / 260,
                seconds,
                calmMs,
                dryMs,
                Map.of(HoldKind.DATABASE, 1.0),
                List.of(new Use(query, 1)),
                2_000,
                List.of(),
                calmUse,
                dryUse);
    }

    private static HoldReport report(List<EndpointHolds> endpoints) {
        return new HoldReport(
                "main",
                10,
                30,
                endpoints,
                9,
                Collections.nCopies(30, new Moment(10, 20)),
                List.of(),
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Eight hold 200 connection-seconds together, of which 20 are their own; the report holds 60, nearly all its own. */
    private static List<EndpointHolds> nine(double calmMs) {
        return Stream.concat(
                        IntStream.rangeClosed(1, 8).mapToObj(i -> endpoint("list" + i, 25, calmMs, 50, 0.1, 0.9)),
                        Stream.of(endpoint("report", 60, 1_100, 1_300, 0.6, 2.2)))
                .toList();
    }

    @Test
    void the_query_that_is_long_by_itself_is_the_cause_and_the_others_are_told_with_what_they_lose() {
        List<EndpointHolds> nine = nine(5);
        HoldVerdict verdict = HoldVerdict.of(report(nine), Surroundings.UNKNOWN);

        assertThat(verdict.findings())
                .extracting(Finding::rule)
                .startsWith("held-by-database")
                .endsWith("victims");
        assertThat(verdict.findings().get(0).advice().toString())
                .contains("GET /report")
                .doesNotContain("GET /list");
        Finding victims = verdict.findings().get(verdict.findings().size() - 1);
        assertThat(victims.evidence().get("endpoints")).isEqualTo(8);
        assertThat(victims.evidence().get("shareOfConnectionTime")).isBetween(0.68, 0.70);
    }

    @Test
    void where_nobody_holds_longer_than_else_the_most_time_is_the_cause() {
        List<EndpointHolds> one =
                List.of(endpoint("list", 90, 49, 50, 2, 3.1), endpoint("report", 60, 1_100, 1_300, 0.6, 2.2));

        HoldVerdict verdict = HoldVerdict.of(report(one), Surroundings.UNKNOWN);

        assertThat(verdict.findings().get(0).advice().toString()).contains("GET /list");
        assertThat(verdict.findings()).extracting(Finding::rule).doesNotContain("victims");
    }

    /** Sales of one row wait for each other: they are no victims of a list that holds next to nothing. */
    @Test
    void who_waits_for_itself_is_the_cause() {
        List<EndpointHolds> two = List.of(endpoint("sell", 234, 5, 400, 0.1, 8), endpoint("list", 26, 5, 5, 0.9, 0.9));

        HoldVerdict verdict = HoldVerdict.of(report(two), Surroundings.UNKNOWN);

        assertThat(verdict.findings().get(0).advice().toString()).contains("GET /sell");
        assertThat(verdict.findings()).extracting(Finding::rule).doesNotContain("victims");
    }

    /** The report takes 2 s where nothing is cached, which is what dries the pool; the list is there as ever. */
    @Test
    void who_is_slow_by_itself_is_no_victim_of_who_does_the_same_as_ever() {
        List<EndpointHolds> two =
                List.of(endpoint("report", 182, 5, 2_000, 0.1, 6.5), endpoint("list", 78, 50, 50, 2.6, 2.5));

        HoldVerdict verdict = HoldVerdict.of(report(two), Surroundings.UNKNOWN);

        assertThat(verdict.findings().get(0).advice().toString())
                .contains("GET /report")
                .doesNotContain("GET /list");
        assertThat(verdict.findings()).extracting(Finding::rule).doesNotContain("victims");
    }

    @Test
    void without_calm_seconds_nobody_is_called_a_victim() {
        HoldVerdict verdict = HoldVerdict.of(report(nine(0)), Surroundings.UNKNOWN);

        assertThat(verdict.findings()).extracting(Finding::rule).doesNotContain("victims");
    }
}
