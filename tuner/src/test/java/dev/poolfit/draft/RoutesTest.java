package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
            "/login",
            302,
            "/health",
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
            exchange.sendResponseHeaders(PAGES.getOrDefault(path, 404), -1);
            exchange.close();
        });
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void a_page_whose_body_does_not_end_is_no_load() throws Exception {
        assertThat(new Routes(base).answering(List.of("/events", "/items"))).containsOnlyKeys(base + "/items");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void those_that_answer_are_kept_with_the_numbers_that_answer() throws InterruptedException {
        assertThat(new Routes(base)
                        .answering(List.of("/items", "/items/{id}", "/users/{userId}", "/login", "/orders/{id}")))
                .containsOnlyKeys(base + "/items", base + "/items/{1..10}", base + "/users/{1..2}");
    }

    @Test
    void those_that_may_harm_are_not_asked() throws InterruptedException {
        new Routes(base)
                .answering(List.of(
                        "/logout", "/items/{id}/delete", "/admin/shutdown", "/files/**", "/error", "/sign-out"));

        assertThat(asked).containsExactly("/");
    }

    @Test
    void where_no_route_is_known_the_first_page_is_taken() throws InterruptedException {
        assertThat(new Routes(base).answering(List.of())).containsOnlyKeys(base + "/");
    }

    @Test
    void the_first_health_address_that_answers_is_found() throws InterruptedException {
        assertThat(new Routes(base).first(List.of("/actuator/health", "/health")))
                .contains(base + "/health");
        assertThat(new Routes("http://127.0.0.1:1").first(List.of("/health"))).isEmpty();
    }
}
