package dev.poolfit.report.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.holders.Diagnosis;
import dev.poolfit.holders.EndpointHolds;
import dev.poolfit.holders.EndpointHolds.Times;
import dev.poolfit.holders.EndpointHolds.Use;
import dev.poolfit.holders.HoldKind;
import dev.poolfit.holders.HoldReport;
import dev.poolfit.holders.HoldVerdict;
import dev.poolfit.holders.LongHold;
import dev.poolfit.holders.SentStatement;
import dev.poolfit.holders.Stack;
import dev.poolfit.holders.Surroundings;
import dev.poolfit.report.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an endpoint does with its connections is told in each form, each figure where there is room for it. */
class HoldersOutputTest {
    private static final Stack STACK =
            new Stack(List.of("com.example.Shop.items", "com.example.Feed.fetch:42"), HoldKind.SLEEP, true);
    private static final HoldReport REPORT = new HoldReport(
            "main",
            9,
            30,
            List.of(
                    endpoint("GET /items", 2_000, 1_000, 120, 7, 13_500),
                    endpoint("com.example.Job.run", 100, 0, 0, 12, 250)),
            6,
            List.of(new HoldReport.Moment(9, 3), new HoldReport.Moment(5, 0)),
            List.of(
                    new LongHold("GET /items", 11, LongHold.State.LEFT, Optional.of(STACK), Optional.empty()),
                    new LongHold("GET /events", 12, LongHold.State.STREAM, Optional.of(STACK), Optional.empty())),
            0,
            0.01,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    private static final Diagnosis SEEN =
            new Diagnosis(REPORT, HoldVerdict.of(REPORT, Surroundings.UNKNOWN), Optional.empty(), List.of());

    private static EndpointHolds endpoint(
            String name, long borrows, long requests, long nested, long timeouts, long statements) {
        return new EndpointHolds(
                name,
                borrows,
                borrows,
                requests,
                nested,
                timeouts,
                new Times(1, 1, 3, 4),
                new Times(45, 44, 80, 90),
                90,
                0.5,
                20,
                0,
                0,
                Map.of(HoldKind.SLEEP, 1.0),
                List.of(new Use(STACK, 1)),
                10_000,
                List.of(new SentStatement("select ?", borrows, statements, 10, 20, Optional.empty())));
    }

    @Test
    void a_terminal_tells_statements_of_a_request_and_who_waited_in_vain() {
        String text = HoldersText.of(SEEN, Language.EN, Optional.empty(), false);

        assertThat(text.lines().filter(line -> line.startsWith("endpoint")))
                .singleElement()
                .asString()
                .contains(" SQL ");
        assertThat(text.lines().filter(line -> line.startsWith("GET /items")))
                .singleElement()
                .asString()
                .contains(" 13.5 ");
        assertThat(text.lines().filter(line -> line.startsWith("Job.run")))
                .as("of a borrow where there is no request")
                .singleElement()
                .asString()
                .contains(" 2.50 ");
        assertThat(text).contains("Waits that ended without a connection: Job.run 12, GET /items 7.");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void the_page_tells_where_a_connection_was_borrowed_that_was_not_given_back() {
        String page = HoldersPage.of(SEEN, Language.EN, "shop", "0");

        assertThat(page)
                .contains("Connections that were not given back", "Shop.items → Feed.fetch:42")
                .contains("Connections that are held for long", "GET /events")
                .contains("<td class=\"figure\">120</td>")
                .contains("<td class=\"figure\">13.5</td>")
                .as("connections in use in the mean: 90 of 30 seconds")
                .contains("<td class=\"figure\">3.00</td>");
    }

    @Test
    void programs_are_told_all() {
        JsonNode all = new JsonMapper().readTree(HoldersJson.of(SEEN));
        assertThat(all.at("/leaks").findValuesAsString("name")).containsExactly("GET /items");
        assertThat(all.at("/heldLong/0/state").asString()).isEqualTo("stream");

        JsonNode items = all.at("/endpoints/0");
        assertThat(items.at("/statementsPerRequest").asDouble()).isEqualTo(13.5);
        assertThat(items.at("/statementsPerBorrow").asDouble()).isEqualTo(6.75);
        assertThat(items.at("/connectionsInUse").asDouble()).isEqualTo(3);
        assertThat(items.at("/timeouts").asInt()).isEqualTo(7);
    }
}
