package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.ResponseCheck;
import dev.poolfit.experiment.Sessions;
import dev.poolfit.experiment.ValueTable;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.IntRange;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each user has its own session: cookies, one login, its row of a table, and what responses gave it. */
final class SessionsTest {
    private static final Duration THINK = Duration.ofMillis(2);
    private static VertxLoadEngine engine;

    @BeforeAll
    static void start() {
        engine = new VertxLoadEngine();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static Sessions sessions(Optional<Load.Request> login, ValueTable... tables) {
        return new Sessions(true, 3, login, List.of(tables));
    }

    /** Puts a load on a service until what its seconds tell is enough. */
    private static Seconds run(Load load, Predicate<Seconds> enough) {
        var seconds = new Seconds();
        LoadRun run = engine.start(load, 1, seconds);
        Patience.await().until(() -> enough.test(seconds));
        run.stop(Duration.ofSeconds(5));
        return seconds;
    }

    @Test
    void a_user_sends_back_the_cookies_that_it_was_given_and_nobody_else_s() {
        var given = new AtomicInteger();
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        try (var service = TestService.that((vertx, request, answer) -> {
            String cookie = request.getHeader("Cookie");
            if (cookie == null) {
                request.response().putHeader("Set-Cookie", "id=" + given.incrementAndGet() + "; Path=/");
            } else {
                seen.merge(cookie, 1, Integer::sum);
            }
            answer.handle(0L);
        })) {
            run(Loads.users(5, THINK, get(service.at("/"))), seconds -> seen.size() >= 5 && seconds.answered(100));
            assertThat(given).hasValue(5);
            assertThat(seen).containsOnlyKeys("id=1", "id=2", "id=3", "id=4", "id=5");
        }
    }

    @Test
    void without_cookies_none_is_kept() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (var service = TestService.that((vertx, request, answer) -> {
            Optional.ofNullable(request.getHeader("Cookie")).ifPresent(seen::add);
            request.response().putHeader("Set-Cookie", "id=1");
            answer.handle(0L);
        })) {
            var plain = new Sessions(false, 3, Optional.empty(), List.of());
            run(Loads.with(plain, Loads.users(2, THINK, get(service.at("/")))), seconds -> seconds.answered(20));
            assertThat(seen).isEmpty();
        }
    }

    @Test
    void in_open_load_users_take_turns_each_with_its_own_cookie() {
        Queue<String> strangers = new ConcurrentLinkedQueue<>();
        Map<String, Integer> turns = new ConcurrentHashMap<>();
        try (var service = TestService.that((vertx, request, answer) -> {
            String user = request.getParam("user");
            String cookie = request.getHeader("Cookie");
            turns.merge(user, 1, Integer::sum);
            // A user whose answer is slow may ask again before it has its cookie.
            if (cookie != null && !cookie.equals("id=" + user)) {
                strangers.add(user + " with " + cookie);
            }
            request.response().putHeader("Set-Cookie", "id=" + user);
            answer.handle(0L);
        })) {
            Load.Request request = get(service.at("/?user={names.user}"));
            var names =
                    new ValueTable("names", List.of("user"), List.of(List.of("a"), List.of("b"), List.of("c")), true);
            run(
                    Loads.with(sessions(Optional.empty(), names), Loads.open(50, request)),
                    seconds -> seconds.answered(40));
            assertThat(strangers).isEmpty();
            assertThat(turns).containsOnlyKeys("a", "b", "c");
            assertThat(Collections.max(turns.values()) - Collections.min(turns.values()))
                    .isLessThanOrEqualTo(1);
        }
    }

    private static final ValueTable ACCOUNTS = new ValueTable(
            "accounts",
            List.of("name", "password"),
            List.of(List.of("ann b", "x1"), List.of("bob", "x2"), List.of("cy", "x3")),
            true);

    private static Load.Request login(TestService service) {
        return new Load.Request(
                "POST",
                service.at("/login?user={accounts.name}"),
                1,
                Map.of("X-Password", "{accounts.password}"),
                Optional.of("{\"user\": \"{accounts.name}\"}"),
                new IntRange(200, 200),
                List.of(new ResponseCheck.Contains("token")),
                Map.of("token", "/auth/token"));
    }

    /** Answers a login with a token for its user and counts the tokens of all other requests. */
    private static TestService shop(Queue<String> logins, Map<String, Integer> tokens, AtomicInteger failures) {
        return TestService.that((vertx, request, answer) -> request.bodyHandler(body -> {
            if (request.path().equals("/login")) {
                logins.add(request.uri() + " " + request.getHeader("X-Password") + " " + body);
                boolean refused = failures.getAndDecrement() > 0;
                request.response()
                        .setStatusCode(refused ? 401 : 200)
                        .end("{\"auth\": {\"token\": \"t-" + request.getParam("user") + "\"}}");
            } else {
                tokens.merge(token(request), 1, Integer::sum);
                answer.handle(0L);
            }
        }));
    }

    private static String token(HttpServerRequest request) {
        return String.valueOf(request.getHeader("Authorization"));
    }

    @Test
    void each_user_logs_in_once_with_its_own_row_and_sends_the_token_that_it_got() {
        Queue<String> logins = new ConcurrentLinkedQueue<>();
        Map<String, Integer> tokens = new ConcurrentHashMap<>();
        try (var service = shop(logins, tokens, new AtomicInteger())) {
            var request = Loads.with(Map.of("Authorization", "Bearer {token}"), get(service.at("/items")));
            var load = Loads.with(sessions(Optional.of(login(service)), ACCOUNTS), Loads.users(3, THINK, request));
            Seconds seconds = run(load, reported -> tokens.size() >= 3 && reported.answered(60));
            assertThat(logins)
                    .containsExactlyInAnyOrder(
                            "/login?user=ann%20b x1 {\"user\": \"ann b\"}",
                            "/login?user=bob x2 {\"user\": \"bob\"}", "/login?user=cy x3 {\"user\": \"cy\"}");
            assertThat(tokens).containsOnlyKeys("Bearer t-ann b", "Bearer t-bob", "Bearer t-cy");
            assertThat(seconds.failures()).isEmpty();
            assertThat(seconds.sum(ClientSecond::due)).isLessThanOrEqualTo(service.answered.get());
        }
    }

    @Test
    void open_load_begins_when_all_who_take_turns_are_logged_in() {
        Queue<String> logins = new ConcurrentLinkedQueue<>();
        Map<String, Integer> tokens = new ConcurrentHashMap<>();
        try (var service = shop(logins, tokens, new AtomicInteger())) {
            var request = Loads.with(Map.of("Authorization", "Bearer {token}"), get(service.at("/items")));
            var load = Loads.with(sessions(Optional.of(login(service)), ACCOUNTS), Loads.open(60, request));
            Seconds seconds = run(load, reported -> tokens.size() >= 3 && reported.answered(30));
            assertThat(logins).hasSize(3);
            assertThat(tokens).containsOnlyKeys("Bearer t-ann b", "Bearer t-bob", "Bearer t-cy");
            assertThat(seconds.failures()).isEmpty();
        }
    }

    @Test
    void a_login_that_fails_is_counted_and_tried_again() {
        Queue<String> logins = new ConcurrentLinkedQueue<>();
        Map<String, Integer> tokens = new ConcurrentHashMap<>();
        try (var service = shop(logins, tokens, new AtomicInteger(2))) {
            var load = Loads.with(
                    sessions(Optional.of(login(service)), ACCOUNTS), Loads.users(3, THINK, get(service.at("/"))));
            Seconds seconds = run(load, reported -> reported.sum(ClientSecond::failed) >= 2 && logins.size() >= 5);
            assertThat(logins).hasSize(5);
            assertThat(seconds.failures()).isEqualTo(Map.of("login: status 401", 2L));
        }
    }

    @Test
    void where_nobody_can_log_in_open_load_says_so() {
        try (var service =
                shop(new ConcurrentLinkedQueue<>(), new ConcurrentHashMap<>(), new AtomicInteger(Integer.MAX_VALUE))) {
            var load =
                    Loads.with(sessions(Optional.of(login(service)), ACCOUNTS), Loads.open(50, get(service.at("/"))));
            Seconds seconds = run(load, reported -> reported.failures().size() >= 2);
            assertThat(seconds.failures()).containsOnlyKeys("login: status 401", "not started: nobody is logged in");
        }
    }

    @Test
    void a_login_that_cannot_be_sent_is_counted_in_closed_and_open_load() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var broken = new ValueTable(
                    "accounts", List.of("name", "password"), List.of(List.of("ann", "two\nlines")), true);
            var sessions = sessions(Optional.of(login(service)), broken);
            String cause = "login: not sent: a value is missing, or not fit for a header";
            Load closed = Loads.with(sessions, Loads.users(2, THINK, get(service.at("/"))));
            assertThat(run(closed, reported -> !reported.failures().isEmpty()).failures())
                    .containsOnlyKeys(cause);
            Load open = Loads.with(sessions, Loads.open(50, get(service.at("/"))));
            assertThat(run(open, reported -> reported.failures().size() >= 2).failures())
                    .containsOnlyKeys(cause, "not started: nobody is logged in");
        }
    }

    @Test
    void a_table_s_rows_go_to_the_requests_one_after_the_other_and_start_again() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var items = new ValueTable(
                    "items", List.of("id", "size"), List.of(List.of("7", "s/m"), List.of("8", "l")), false);
            run(
                    Loads.with(
                            sessions(Optional.empty(), items),
                            Loads.users(1, THINK, get(service.at("/{items.id}?size={items.size}")))),
                    seconds -> seconds.answered(5));
            assertThat(service.targets).startsWith("/7?size=s%2Fm", "/8?size=l", "/7?size=s%2Fm");
        }
    }

    @Test
    void a_request_waits_for_the_value_that_another_request_s_response_gives() {
        try (var service = TestService.that((vertx, request, answer) -> {
            request.response().putHeader("Content-Type", "application/json");
            request.response().end("{\"items\": [{\"id\": 12}]}");
        })) {
            var first = Loads.reading(get(service.at("/items")), List.of(), Map.of("item", "/items/0/id"));
            Seconds seconds = run(
                    Loads.users(1, THINK, first, get(service.at("/items/{item}"), 50)),
                    reported -> reported.answered(20));
            assertThat(service.targets).startsWith("/items", "/items/12");
            assertThat(service.targets.stream().collect(Collectors.toSet())).containsOnly("/items", "/items/12");
            assertThat(seconds.failures()).isEmpty();
        }
    }

    @Test
    void a_response_that_fails_a_check_is_a_failure_with_its_cause() {
        try (var service = TestService.that((vertx, request, answer) -> request.response()
                .end(request.path().equals("/text") ? "sorry" : "{\"status\": \"down\", \"n\": 1.5, \"of\": {}}"))) {
            Seconds seconds = run(
                    Loads.users(
                            2,
                            THINK,
                            Loads.reading(
                                    get(service.at("/text")), List.of(new ResponseCheck.Contains("welcome")), Map.of()),
                            Loads.reading(
                                    get(service.at("/text")),
                                    List.of(new ResponseCheck.JsonValue("/a", "1")),
                                    Map.of()),
                            check(service, "/status", "ok"),
                            check(service, "/of", "x"),
                            Loads.reading(get(service.at("/json")), List.of(), Map.of("x", "/missing"))),
                    reported -> reported.failures().size() >= 5);
            assertThat(seconds.failures())
                    .containsOnlyKeys(
                            "check: no \"welcome\"",
                            "check: body is no JSON",
                            "check: /status is not ok",
                            "check: /of is not x",
                            "extract: no plain value at /missing");
            assertThat(seconds.sum(ClientSecond::good)).isZero();
            Seconds sound = run(
                    Loads.users(2, THINK, check(service, "/status", "down"), check(service, "/n", "1.5")),
                    reported -> reported.answered(20));
            assertThat(sound.failures()).isEmpty();
        }
    }

    private static Load.Request check(TestService service, String pointer, String value) {
        return Loads.reading(get(service.at("/json")), List.of(new ResponseCheck.JsonValue(pointer, value)), Map.of());
    }
}
