package dev.poolfit.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.evidence.live.GuardBreak;
import dev.poolfit.evidence.live.LiveRound;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.live.SimulatedRounds;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run under live traffic reads the same on the terminal, on the page and for programs. */
class LiveReportTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int TODAY = 20;
    private static final double PER_SECOND = 300;
    private static final Sizing BUSY = recorded(PER_SECOND, Optional.empty());

    private static Sizing recorded(double perSecond, Optional<NestedConnections> nested) {
        var record = new TrafficRecord(GOAL, 0);
        var random = new Random(1);
        for (double at = 0; perSecond > 0 && at < 60; ) {
            at += -Math.log(1 - random.nextDouble()) / perSecond;
            record.add(new Borrow((long) (at * 1e9), 0, (long) (-1e7 * Math.log(1 - random.nextDouble())), "GET /a"));
        }
        return Sizing.of(record.end(60_000_000_000L, List.of()).with(nested), GOAL, TODAY, 1);
    }

    private static LiveQuestion question(Sizing recorded) {
        return LiveQuestion.of(recorded, TODAY, 2, 0.03, LiveGuard.USUAL, 300);
    }

    private static TunedLive tuned(Sizing recorded, List<LiveRound> rounds, boolean applied) {
        LiveQuestion question = question(recorded);
        return new TunedLive(
                "shop",
                "HikariPool-1",
                recorded,
                question,
                new LiveDescent(question, rounds),
                rounds,
                LiveGuard.USUAL,
                0,
                0,
                applied);
    }

    /** A whole run of a service whose borrows wait so many milliseconds in the mean, by size. */
    private static TunedLive run(Sizing recorded, IntToDoubleFunction waits, boolean applied) {
        return tuned(recorded, SimulatedRounds.run(question(recorded), waits, 1), applied);
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String text(TunedLive tuned, Language language) {
        return flat(LiveText.of(tuned, language, "runs/shop/report.html", false));
    }

    private static JsonNode json(TunedLive tuned) {
        return new JsonMapper().readTree(LiveJson.of(tuned));
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void the_size_that_is_enough_stands_first_with_the_setting_to_paste(Language language) {
        TunedLive tuned = run(BUSY, size -> size < 6 ? 5 : 0, false);

        assertThat(tuned.size()).isEqualTo(6);
        assertThat(text(tuned, language)).contains("maximum-pool-size: 6 ");
        String page = LiveHtml.of(tuned, language, "0.1.0");
        assertThat(page)
                .contains("<svg", "maximum-pool-size: 6<", "class=\"lead\"")
                .doesNotContain("<script", "NaN", "Infinity");
        JsonNode json = json(tuned);
        assertThat(json.at("/recommendation/settings/pool").asInt()).isEqualTo(6);
        assertThat(json.at("/baseline/settings/pool").asInt()).isEqualTo(TODAY);
        assertThat(json.at("/live/sizes").size())
                .isEqualTo(tuned.descent().tried().size());
        if (language == Language.EN) {
            assertThat(text(tuned, language))
                    .startsWith("6 connections are enough for the traffic that was there")
                    .contains("Not smaller: with 5, borrows waited longer by more than 3 %")
                    .contains("The pool keeps its 20 connections until you change it.");
            assertThat(json.at("/verdict").asText()).startsWith("6 connections are enough");
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void no_line_is_longer_than_a_terminal(Language language) {
        for (TunedLive each : List.of(
                run(BUSY, size -> size < 6 ? 5 : 0, true),
                tuned(recorded(PER_SECOND, nested(OptionalInt.of(9))), List.of(), false),
                tuned(recorded(0, Optional.empty()), List.of(), false))) {
            assertThat(LiveText.of(each, language, "runs/shop/report.html", false)
                            .lines())
                    .allMatch(line -> line.codePoints()
                                    .map(point ->
                                            Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL ? 2 : 1)
                                    .sum()
                            <= 80);
        }
    }

    @Test
    void an_answer_that_was_applied_says_what_a_restart_undoes() {
        TunedLive tuned = run(BUSY, size -> 0, true);

        assertThat(text(tuned, Language.EN))
                .contains("The pool has " + tuned.size() + " connections now.", "after a restart")
                .doesNotContain("until you change it");
        assertThat(json(tuned).at("/applied").asBoolean()).isTrue();
    }

    private static Optional<NestedConnections> nested(OptionalInt threads) {
        return Optional.of(new NestedConnections("POST /orders", 2, 3, threads));
    }

    @Test
    void requests_that_hold_several_connections_are_named_with_the_size_below_which_nothing_is_tried() {
        TunedLive tuned = run(recorded(PER_SECOND, nested(OptionalInt.of(9))), size -> 0, false);

        assertThat(tuned.size()).isEqualTo(10);
        String said = "With 9 threads no deadlock is possible from 10 connections on";
        assertThat(text(tuned, Language.EN)).contains("POST /orders", said);
        assertThat(LiveHtml.of(tuned, Language.EN, "0.1.0")).contains("POST /orders", said);
        assertThat(json(tuned).at("/notes").toString()).contains("POST /orders", said);
    }

    @Test
    void where_nothing_could_be_tried_the_reason_is_told_on_the_page_as_well() {
        TunedLive tuned = tuned(recorded(PER_SECOND, nested(OptionalInt.empty())), List.of(), false);

        assertThat(tuned.question().least()).isEqualTo(TODAY);
        assertThat(text(tuned, Language.EN))
                .contains("The pool has 20 connections, and fewer are not to be tried.")
                .contains("POST /orders");
        assertThat(LiveHtml.of(tuned, Language.EN, "0.1.0"))
                .contains("POST /orders", "How small the pool may be")
                .doesNotContain("<svg");
        assertThat(LiveHtml.part(tuned, Language.EN))
                .contains("<h2>If it ended now</h2>")
                .doesNotContain("<h1");
    }

    @Test
    void a_run_that_ended_before_it_knew_says_how_much_longer_the_next_size_takes() {
        List<LiveRound> begun = SimulatedRounds.run(question(BUSY), size -> size < TODAY ? 0.03 : 0, 1)
                .subList(0, 3);
        TunedLive tuned = tuned(BUSY, begun, false);

        assertThat(tuned.decided()).isFalse();
        assertThat(text(tuned, Language.EN))
                .contains("Whether 19 would do was not shown.", "--resume goes on")
                .containsPattern("takes about \\d+m more at [0-9.]+ borrows a second");
    }

    @Test
    void a_guard_that_broke_is_told_with_its_figure_and_recommends_nothing() {
        var broken = new GuardBreak(10, GuardBreak.Guard.WAIT, 62e6, 1.5);
        var round =
                new LiveRound(10, TODAY, false, 250, List.of(), Optional.of(broken), 0, 1, 300, 4000, Optional.empty());
        TunedLive tuned = tuned(BUSY, List.of(round), false);

        assertThat(tuned.decided()).isFalse();
        assertThat(text(tuned, Language.EN))
                .contains("a borrow waited for 62 ms")
                .contains("The run cost the users 4.00 s of waiting in all")
                .contains("the guard for errors saw nothing")
                .doesNotContain("maximum-pool-size");
        JsonNode json = json(tuned);
        assertThat(json.at("/recommendation").isNull()).isTrue();
        assertThat(json.at("/live/sizes/0/broke/guard").asText()).isEqualTo("wait");
    }

    @Test
    void without_traffic_it_is_told_that_nothing_was_borrowed() {
        TunedLive tuned = tuned(recorded(0, Optional.empty()), List.of(), false);

        assertThat(tuned.decided()).isFalse();
        assertThat(text(tuned, Language.EN)).startsWith("No connection was borrowed in 1 min");
    }
}
