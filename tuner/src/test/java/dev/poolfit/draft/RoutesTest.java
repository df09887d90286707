package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Routes of a service are asked before they are offered as load; those that may harm are never asked. */
class RoutesTest {
    private static final Map<String, Integer> PAGES = Map.of(
            "/",
            200,
            "/items",
            200,
            "/items/1",
            200,
            "/items/2",
            200,
            "/items/10",
            200,
            "/users/1",
            200,
            "/users/2",
            200,
            "/health",
            200,
            "/private/1",
            200,
            "/private/2",
            200);

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private HttpServer server;
    private String base = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            if (path.equals("/events")) {
                // The first bytes of a stream that goes on until its reader leaves.
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(1);
                exchange.getResponseBody().flush();
                return;
            }
            String secret = exchange.getRequestHeaders().getFirst("Authorization");
            if (path.startsWith("/private") && !"Basic aGk6aG8=".equals(secret)) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"x\\n\"");
                exchange.sendResponseHeaders(401, -1);
                exchange.close();
                return;
            }
            if (path.startsWith("/form")) {
                exchange.getResponseHeaders().add("Location", base + "/sign-in?next=%0A");
                exchange.sendResponseHeaders(302, -1);
                exchange.close();
                return;
            }
            exchange.sendResponseHeaders(PAGES.getOrDefault(path, 404), -1);
            exchange.close();
        });
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Its connection is closed, so that nothing of it goes on beside what is measured afterwards. */
    @Test
    void a_page_that_never_ends_is_read_no_further() throws Exception {
        var left = new CountDownLatch(1);
        server.createContext("/flood", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(new byte[1 << 16]);
                }
            } catch (IOException nobodyReads) {
                left.countDown();
            }
        });

        assertThat(new Routes(base, List.of()).answering(List.of("/flood")).pages())
                .containsOnlyKeys(base + "/");

        assertThat(left.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_page_whose_body_does_not_end_is_no_load() throws Exception {
        assertThat(new Routes(base, List.of())
                        .answering(List.of("/events", "/items"))
                        .pages())
                .containsOnlyKeys(base + "/items");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void those_that_answer_are_kept_with_the_numbers_that_answer() throws InterruptedException {
        assertThat(new Routes(base, List.of())
                        .answering(List.of("/items", "/items/{id}", "/users/{userId}", "/login", "/orders/{id}"))
                        .pages())
                .containsOnlyKeys(base + "/items", base + "/items/{1..10}", base + "/users/{1..2}");
    }

    @Test
    void those_that_may_harm_are_not_asked() throws InterruptedException {
        new Routes(base, List.of())
                .answering(List.of(
                        "/logout", "/items/{id}/delete", "/admin/shutdown", "/files/**", "/error", "/sign-out"));

        assertThat(asked).containsExactly("/");
    }

    @Test
    void pages_about_the_service_are_no_load() throws InterruptedException {
        var pages = new Routes(base, List.of())
                .answering(List.of(
                        "/v3/api-docs",
                        "/v3/api-docs.yaml",
                        "/v3/api-docs/swagger-config",
                        "/swagger-ui/index.html",
                        "/swagger-ui.html",
                        "/h2-console",
                        "/v2/api-docs",
                        "/shop/webjars/x.js",
                        "/items"))
                .pages();

        assertThat(pages).containsOnlyKeys(base + "/items");
        assertThat(asked).containsExactly("/items");
    }

    @Test
    void where_no_route_is_known_the_first_page_is_taken() throws InterruptedException {
        assertThat(new Routes(base, List.of()).answering(List.of()).pages()).containsOnlyKeys(base + "/");
    }

    @Test
    void the_first_health_address_that_answers_is_found() throws InterruptedException {
        assertThat(new Routes(base, List.of()).first(List.of("/actuator/health", "/health")))
                .contains(base + "/health");
        assertThat(new Routes("http://127.0.0.1:1", List.of()).first(List.of("/health")))
                .isEmpty();
    }

    @Test
    void routes_that_ask_for_a_login_are_told_and_the_header_that_gives_it_opens_them() throws InterruptedException {
        FoundRoutes locked = new Routes(base, List.of()).answering(List.of("/private/{id}"));

        assertThat(locked.pages()).isEmpty();
        assertThat(locked.locked()).containsExactly(base + "/private/1");
        assertThat(locked.demand()).contains(new LoginDemand(Set.of(401), LoginDemand.Way.BASIC, "/login"));
        assertThat(new Routes(base, List.of()).demanded(List.of(base + "/private/{1..9}")))
                .isEqualTo(locked.demand());
        List<SecretHeader> header = SecretHeader.of(List.of("Authorization: Basic aGk6aG8="), Map.of());
        FoundRoutes open = new Routes(base, header).answering(List.of("/private/{id}"));
        assertThat(open.pages()).containsOnlyKeys(base + "/private/{1..2}");
        assertThat(open.demand()).isEmpty();
        assertThat(new Routes(base, header).demanded(List.of(base + "/private/1")))
                .isEmpty();
        assertThat(new Routes(base, header).first(List.of("/private/1")))
                .as("whoever waits for the service sends no header")
                .isEmpty();
    }

    @Test
    void a_redirect_to_a_page_for_a_login_asks_for_one_and_that_page_is_no_load() throws InterruptedException {
        FoundRoutes found = new Routes(base, List.of()).answering(List.of("/form/a", "/items", "/sign-in"));

        assertThat(found.pages()).containsOnlyKeys(base + "/items");
        assertThat(found.demand()).contains(new LoginDemand(Set.of(302), LoginDemand.Way.FORM, "/sign-in"));
        assertThat(asked).doesNotContain("/sign-in");
    }
}
