package dev.poolfit.report.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.report.Language;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.verdict.sizing.SizingAnswer;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The answer reads the same on the terminal, on the page and for programs. */
class SizingReportTest {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));

    private static final String LIVE = "poolfit tune --port 8080 --live";

    private static final Map<List<Object>, SizedService> SERVICES = new ConcurrentHashMap<>();

    private static SizedService service(int size, double perSecond, double times, long waited, String route) {
        return SERVICES.computeIfAbsent(
                List.of(size, perSecond, times, waited, route), any -> sized(size, perSecond, times, waited, route));
    }

    /** Poisson traffic with holds of 20 ms in the mean. */
    private static SizedService sized(int size, double perSecond, double times, long waited, String route) {
        var record = new TrafficRecord(GOAL, 0);
        var random = new SplittableRandom(1);
        for (double at = 0; perSecond > 0 && at < 180; ) {
            at += -Math.log(1 - random.nextDouble()) / perSecond;
            record.add(new Borrow((long) (at * 1e9), waited, (long) (-2e7 * Math.log(1 - random.nextDouble())), route));
        }
        return new SizedService(
                "shop",
                "HikariPool-1",
                LocalDateTime.of(2026, 11, 28, 13, 50),
                Sizing.of(record.end(180_000_000_000L, List.of()), GOAL, size, times),
                size,
                0,
                0,
                Optional.of(LIVE));
    }

    private static String text(SizedService service, Language language) {
        return SizingText.of(service, language, "runs/size-shop/report.html", false);
    }

    @Test
    void the_verdict_comes_first_then_the_waits_and_the_setting_to_paste() {
        SizedService service = service(30, 200, 1, 0, "GET /orders/{id}");
        int enough = service.sizing().need().high();

        assertThat(text(service, Language.EN).replace('\n', ' '))
                .startsWith(enough + " connections are enough for the busiest minute. The pool has 30: " + (30 - enough)
                        + " can be given back. ");
        assertThat(text(service, Language.EN))
                .contains("GET /orders/{id} 100 %")
                .contains("from 3 min of its traffic")
                .contains("spring.datasource.hikari.maximum-pool-size: " + enough + "\n")
                .contains(" ×1  ", "×1.5  ", " ×2  ", " ×3  ")
                .endsWith("report.html\n");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void no_line_is_longer_than_a_terminal(Language language) {
        for (int size : List.of(2, 4, 12, 200)) {
            assertThat(text(service(size, 200, 2, 2_000_000, "GET /a/very/long/route/{of}/many/{parts}"), language)
                            .lines())
                    .allMatch(line -> line.codePointCount(0, line.length()) <= 80);
        }
    }

    @Test
    void each_answer_has_its_sentence() {
        assertThat(text(service(30, 0, 1, 0, ""), Language.EN)).startsWith("No connection was borrowed in 3 min");
        assertThat(text(service(30, 0.5, 1, 0, ""), Language.EN))
                .startsWith("Only ")
                .contains("too few to say");
        assertThat(text(service(2, 200, 1, 20_000_000, ""), Language.EN))
                .startsWith("At least ")
                .doesNotContain("maximum-pool-size");
        assertThat(text(service(2, 200, 1, 0, ""), Language.EN)).contains("connections are needed for the busiest");
        SizedService twice = service(60, 200, 2, 0, "");
        assertThat(text(twice, Language.EN)).contains("for ×2 the traffic of the busiest");
    }

    private static SizedService of(TrafficRecord record, int size) {
        return new SizedService(
                "shop",
                "HikariPool-1",
                LocalDateTime.of(2026, 11, 28, 13, 50),
                Sizing.of(record.end(60_000_000_000L, List.of()), GOAL, size, 1),
                8,
                1,
                0,
                Optional.empty());
    }

    @Test
    void of_a_dry_pool_it_is_told_how_many_waited_in_vain_and_who_knows_more() {
        var record = new TrafficRecord(GOAL, 0);
        for (int i = 0; i < 600; i++) {
            record.add(new Borrow(i * 50_000_000L, 30_000_000_000L, -1, "GET /a"));
        }
        SizedService service = of(record, 10);

        assertThat(text(service, Language.EN).replace('\n', ' '))
                .startsWith("The pool was dry from the beginning to the end of 1 min")
                .contains("600 borrows waited in vain", "Up to 600 connections", "poolfit diagnose")
                .doesNotContain("garbage", "busier", "maximum-pool-size");
        assertThat(text(service, Language.KO)).contains("600번", "600개");
        JsonNode json = new JsonMapper().readTree(SizingJson.of(service));
        assertThat(json.at("/answer").asString()).isEqualTo("dry");
        assertThat(json.at("/recommended").isNull()).isTrue();
    }

    @Test
    void waits_in_vain_are_told_where_the_pool_is_large_enough_as_well() {
        var record = new TrafficRecord(GOAL, 0);
        for (int i = 0; i < 600; i++) {
            record.add(new Borrow(i * 100_000_000L, i < 3 ? 30_000_000_000L : 0, i < 3 ? -1 : 10_000_000, "GET /a"));
        }
        assertThat(text(of(record, 10), Language.EN).replace('\n', ' '))
                .contains("can be given back", "3 borrows waited in vain (connection-timeout) in the recording.");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void where_few_borrows_waited_in_vain_nobody_is_sent_to_a_busier_time(Language language) {
        var record = new TrafficRecord(GOAL, 0);
        record.add(new Borrow(1_000_000_000L, 30_000_000_000L, -1, "GET /a"));
        for (int i = 0; i < 40; i++) {
            record.add(new Borrow(i * 1_000_000_000L, 0, 10_000_000, "GET /a"));
        }

        assertThat(text(of(record, 10), language)).contains("41", "diagnose").doesNotContain("busier time", "더 바쁜 시간");
    }

    @Test
    void a_pool_that_came_back_with_another_size_is_told_of_whether_there_was_traffic_or_not() {
        assertThat(text(of(new TrafficRecord(GOAL, 0), 10), Language.EN).replace('\n', ' '))
                .contains("The pool had 8 connections when the recording began, and has 10 now");
        assertThat(text(of(new TrafficRecord(GOAL, 0), 8), Language.EN)).doesNotContain("when the recording began");
        assertThat(text(service(30, 200, 1, 0, "GET /a"), Language.EN)).doesNotContain("when the recording began");
        JsonNode json = new JsonMapper().readTree(SizingJson.of(of(new TrafficRecord(GOAL, 0), 10)));
        assertThat(json.at("/pool/maximum").asInt()).isEqualTo(10);
        assertThat(json.at("/pool/maximumBefore").asInt()).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void who_compares_sizes_under_this_traffic_is_named_where_that_helps(Language language) {
        UnaryOperator<String> line = text -> text.replace('\n', ' ');
        assertThat(line.apply(text(service(30, 200, 1, 0, "GET /a"), language))).contains(LIVE);
        assertThat(line.apply(text(service(2, 200, 1, 20_000_000, ""), language)))
                .contains(LIVE);
        // Nothing is to be made smaller, or nothing can be compared.
        assertThat(line.apply(text(service(2, 200, 1, 0, ""), language))).doesNotContain(LIVE);
        assertThat(line.apply(text(service(30, 0.5, 1, 0, ""), language))).doesNotContain(LIVE);
        assertThat(line.apply(text(service(30, 0, 1, 0, ""), language))).doesNotContain(LIVE);
    }

    @Test
    void waits_that_the_size_does_not_explain_are_told() {
        assertThat(text(service(60, 200, 1, 20_000_000, ""), Language.EN).replace('\n', ' '))
                .contains("they waited for something else");
    }

    @Test
    void what_was_seen_and_what_is_computed_stand_beside_each_other() {
        SizedService service = service(60, 200, 1, 500_000, "");

        assertThat(text(service, Language.EN).replace('\n', ' '))
                .contains("waits of 0.50 ms in the mean were seen, 0 ms are computed");
    }

    @Test
    void programs_get_all_figures() {
        SizedService service = service(30, 200, 1, 0, "GET /a");

        JsonNode json = new JsonMapper().readTree(SizingJson.of(service));

        assertThat(json.at("/answer").asString()).isEqualTo("give-back");
        assertThat(json.at("/recommended").asInt())
                .isEqualTo(service.sizing().need().high());
        assertThat(json.at("/minutes").size()).isEqualTo(3);
        assertThat(json.at("/needs/0/low").asInt()).isPositive();
        assertThat(json.at("/waits/0/lateShare").asDouble()).isPositive();
        assertThat(json.at("/neediest/borrows").asInt()).isGreaterThan(10_000);
        assertThat(json.at("/connectionSecondsByRoute/GET ~1a").asDouble()).isPositive();
        assertThat(new JsonMapper()
                        .readTree(SizingJson.of(service(30, 0, 1, 0, "")))
                        .at("/recommended")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void the_page_draws_without_a_script_and_a_route_cannot_break_it(Language language) {
        String page = SizingPage.of(service(30, 200, 1, 0, "GET /<b>\u202e"), language, "0.1.0");

        assertThat(page)
                .contains("<svg", "class=\"answer\"", "class=\"now\"", "GET /&lt;b&gt;", "13:5")
                .doesNotContain("<script", "<b>", "\u202e", "NaN");
    }

    @ParameterizedTest
    @EnumSource(SizingAnswer.class)
    void a_size_is_recommended_where_the_recording_decides(SizingAnswer answer) {
        assertThat(answer.decided())
                .isEqualTo(List.of(SizingAnswer.GIVE_BACK, SizingAnswer.FITS, SizingAnswer.RAISE)
                        .contains(answer));
    }

    private static SizedService nesting(int size, OptionalInt threads) {
        SizedService plain = service(size, 200, 1, 0, "POST /orders");
        Sizing sizing = plain.sizing();
        return new SizedService(
                plain.name(),
                plain.pool(),
                plain.began(),
                Sizing.of(
                        sizing.traffic().with(Optional.of(new NestedConnections("POST /orders", 2, 3, threads))),
                        GOAL,
                        size,
                        1),
                size,
                0,
                0,
                plain.live());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void what_keeps_a_pool_large_is_said_with_who_holds_several_connections(Language language) {
        UnaryOperator<String> line = text -> text.replaceAll("\\s+", " ");
        String safe = line.apply(text(nesting(30, OptionalInt.of(20)), language));
        assertThat(safe).contains("POST /orders", "maximum-pool-size: 21").contains(LIVE);
        String unknown = line.apply(text(nesting(30, OptionalInt.empty()), language));
        assertThat(unknown)
                .contains("POST /orders", "REQUIRES_NEW", "maximum-pool-size: 30")
                .doesNotContain(LIVE);
        if (language == Language.EN) {
            assertThat(safe)
                    .contains(
                            "below 21 requests that hold several connections at once can wait for each other for good. The"
                                    + " pool has 30: 9 can be given back.")
                    .contains("With 20 threads no deadlock is possible from 21 connections on; the pool has 30.");
            assertThat(unknown)
                    .contains(
                            "Keep 30 until they hold one at a time.",
                            "a deadlock is possible from 30 such requests at once");
        }
        JsonNode json = new JsonMapper().readTree(SizingJson.of(nesting(30, OptionalInt.of(20))));
        assertThat(json.at("/nested/connectionsEach").asInt()).isEqualTo(2);
        assertThat(json.at("/nested/poolSafeFromDeadlock").asInt()).isEqualTo(21);
    }

    @Test
    void more_traffic_is_beside_it_in_the_picture_and_for_programs() {
        SizedService once = service(30, 200, 1, 0, "GET /a");

        assertThat(SizingPage.of(once, Language.EN, "0.1.0"))
                .contains("class=\"beside\"", ">×1</text>", ">×2</text>")
                .doesNotContain(">×3</text>");
        JsonNode json = new JsonMapper().readTree(SizingJson.of(once));
        assertThat(json.at("/needs/0/waits")).isEqualTo(json.at("/waits"));
        assertThat(json.at("/needs/2/traffic").asDouble()).isEqualTo(2);
        assertThat(json.at("/needs/2/waits/0/lateShare").asDouble()).isPositive();
        assertThat(json.at("/waits/0/inUse").asDouble()).isBetween(2.5, 5.0);
    }

    @Test
    void where_twice_the_traffic_is_asked_for_its_waits_are_shown() {
        SizedService twice = service(60, 200, 2, 0, "");

        assertThat(text(twice, Language.EN).replace('\n', ' ')).contains("by pool size at ×2 the traffic");
        assertThat(text(twice, Language.EN))
                .containsPattern("\n +" + twice.sizing().recommended() + " +[78]\\.\\d+ .*enough");
    }
}
