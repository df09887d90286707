package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded requests become addresses with weights; numbers become ranges; what is no GET that succeeded is left out. */
class TrafficTest {
    private static final String BASE = "http://127.0.0.1:8080";

    @TempDir
    private Path folder = Path.of("");

    private Traffic traffic(String text) throws IOException {
        return Traffic.of(Files.writeString(folder.resolve("recording"), text), BASE);
    }

    private Map<String, Integer> mix(String text) throws IOException {
        return traffic(text).requests();
    }

    private static String said(Traffic traffic) {
        return Language.EN.text(traffic.said());
    }

    private static String har(String... entries) {
        return "{\"log\": {\"version\": \"1.2\", \"entries\": [" + String.join(",", entries) + "]}}";
    }

    private static String entry(String url, int status, String type, String more) {
        return """
                {%s "request": {"method": "GET", "url": "%s"},
                 "response": {"status": %d, "content": {"mimeType": "%s", "text": "{"}}}""".formatted(more, url, status, type);
    }

    private static String logged(String request, int status) {
        return "10.0.0.1 - - [23/Nov/2026:05:00:00 +0000] \"" + request + " HTTP/1.1\" " + status
                + " 512 \"-\" \"curl\"\n";
    }

    private static String entry(String method, String url, int status) {
        return """
                {"request": {"method": "%s", "url": "%s"}, "response": {"status": %d}}""".formatted(method, url, status);
    }

    @Test
    void an_access_log_gives_its_mix_with_the_smallest_weights() throws IOException {
        assertThat(mix(logged("GET /items/7", 200)
                        + logged("GET /items/42", 200)
                        + logged("GET /items?page=3", 200)
                        + logged("GET /items/1003", 200)
                        + logged("GET /items?page=1", 200)
                        + logged("GET /items/9", 200)))
                .containsExactly(Map.entry(BASE + "/items/{7..1003}", 2), Map.entry(BASE + "/items?page={1..3}", 1));
    }

    @Test
    void posts_failures_redirects_and_files_of_pages_are_left_out() throws IOException {
        assertThat(mix(logged("POST /items", 201)
                        + logged("GET /items/1", 404)
                        + logged("GET /old", 302)
                        + logged("GET /app.js?v=3", 200)
                        + logged("GET /logo.SVG", 200)
                        + logged("GET /about", 200)))
                .containsExactly(Map.entry(BASE + "/about", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/items?token=SECRET",
                "/items?userSid=SECRET",
                "/items;jsessionid=SECRET?page=1",
                "/items?page=1&X-Amz-Signature=SECRET",
                "/login?code=SECRET&state=7",
                "/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJraW0ifQ.SECRET"
            })
    void an_address_with_a_secret_is_left_out_and_that_is_said(String address) throws IOException {
        Traffic traffic = traffic(logged("GET " + address, 200) + logged("GET /items?code=KR", 200));

        assertThat(traffic.requests()).containsExactly(Map.entry(BASE + "/items?code=KR", 1));
        assertThat(said(traffic)).endsWith("left out: 1 with a secret in the address");
    }

    @Test
    void an_answer_that_the_browser_had_already_counts() throws Exception {
        Path file = Path.of(Objects.requireNonNull(TrafficTest.class.getResource("har-304-and-cdn.har"))
                .toURI());

        Traffic traffic = Traffic.of(file, BASE);

        assertThat(traffic.requests())
                .containsExactly(
                        Map.entry(BASE + "/api/items/{1..7}", 7),
                        Map.entry(BASE + "/", 1),
                        Map.entry(BASE + "/api/cart", 1));
        assertThat(said(traffic))
                .isEqualTo("har-304-and-cdn.har: 9 requests taken from localhost:8080, the service's address; left out:"
                        + " 6 to other hosts (images.example)");
        assertThat(mix(logged("GET /items/1", 304) + logged("GET /items/2", 200)))
                .containsExactly(Map.entry(BASE + "/items/{1..2}", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080", "https://LOCALHOST:8080"})
    void the_service_s_own_address_goes_before_hosts_with_more_requests(String own) throws IOException {
        Traffic traffic = traffic(har(
                entry("http://localhost:3000/app", 200, "text/html", ""),
                entry("http://localhost:3000/app/2", 200, "text/html", ""),
                entry("https://stats.example/collect?v=1", 204, "", ""),
                entry("https://stats.example/collect?v=2", 204, "", ""),
                entry(own + "/api/items/5", 200, "application/json", "")));

        assertThat(traffic.requests()).containsExactly(Map.entry(BASE + "/api/items/5", 1));
        assertThat(said(traffic)).contains("4 to other hosts (localhost:3000, stats.example)");
    }

    @Test
    void where_the_service_is_not_in_it_static_files_do_not_decide_whose_requests_are_taken() throws IOException {
        Traffic traffic = traffic(har(
                entry("https://staging.example/", 200, "text/html; charset=utf-8", ""),
                entry("http://staging.example/api/items?page=2", 200, "application/json", ""),
                entry("https://cdn.example/a?x=1", 200, "image/webp", ""),
                entry("https://cdn.example/b", 200, "application/javascript; charset=utf-8", ""),
                entry("https://cdn.example/c", 200, "font/woff2", "")));

        assertThat(traffic.requests()).containsOnlyKeys(BASE + "/", BASE + "/api/items?page=2");
        assertThat(said(traffic))
                .contains(
                        "2 requests taken from staging.example, the host with the most requests (none went to the service"
                                + " at localhost:8080)");
    }

    @Test
    void a_service_that_only_other_methods_were_sent_to_gets_no_paths_of_another_host() {
        String text = har(
                entry("POST", "http://localhost:8080/orders", 201), entry("GET", "https://cdn.example/items/9", 200));

        InvalidExperiment invalid = catchThrowableOfType(InvalidExperiment.class, () -> traffic(text));

        assertThat(invalid.problems()).singleElement().asString().contains("by localhost:8080", "holds none");
    }

    @Test
    void what_is_no_request_for_a_page_of_the_service_is_left_out_and_counted() throws IOException {
        String at = "http://localhost:8080/";
        Traffic traffic = traffic(har(
                entry(at + "items", 200, "application/json", ""),
                entry(at + "style?v=3", 200, "text/css", ""),
                entry(at + "app", 304, "", "\"_resourceType\": \"script\","),
                entry(at + "font.woff2", 200, "application/octet-stream", ""),
                entry(at + "film", 206, "video/mp4", ""),
                entry("OPTIONS", at + "items", 204),
                entry("POST", at + "items", 201),
                entry(at + "old", 302, "", ""),
                entry(at + "none", 404, "text/html", ""),
                entry(at + "blocked", 0, "", ""),
                entry(at + "kept", 200, "application/json", "\"_fromCache\": \"disk\","),
                entry(at + "events", 200, "text/event-stream", ""),
                entry("ws://localhost:8080/live", 101, "", ""),
                entry("data:image/png;base64,AAAA", 200, "image/png", ""),
                entry("chrome-extension://abc/x.js", 200, "text/javascript", "")));

        assertThat(traffic.requests()).containsExactly(Map.entry(BASE + "/items", 1));
        assertThat(said(traffic))
                .endsWith("left out: 4 static files, 2 with a method other than GET, 3 redirected, failed or without a"
                        + " response, 1 from the browser's cache, 2 WebSockets or streams of events");
    }

    @Test
    void addresses_as_browsers_write_them_are_encoded() throws IOException {
        assertThat(mix("\uFEFF"
                        + har(
                                entry("https://fonts.example/css?family=A|B", 200, "text/css", ""),
                                entry(
                                        "http://user:hunter2@localhost:8080/a b?q=x|y&n=ä&p=100%&r=${HOME}#part",
                                        200, "text/html", ""))))
                .containsOnlyKeys(BASE + "/a%20b?q=x%7Cy&n=%C3%A4&p=100%25&r=$%7BHOME%7D");
    }

    @Test
    void a_har_file_that_was_cut_off_is_told_with_the_place() {
        String text = har(entry("http://localhost:8080/a", 200, "text/html", ""));

        InvalidExperiment invalid =
                catchThrowableOfType(InvalidExperiment.class, () -> traffic(text.substring(0, text.length() - 9)));

        assertThat(invalid.problems()).singleElement().asString().contains("whole HAR file", "line 2, column");
    }

    @Test
    void a_har_file_gives_the_host_with_the_most_requests_sent_to_the_service() throws IOException {
        assertThat(mix("{\"log\": {\"entries\": ["
                        + String.join(
                                ",",
                                entry("GET", "https://shop.example/items/1?sort=name", 200),
                                entry("GET", "https://shop.example/items/2?sort=name", 200),
                                entry("GET", "https://shop.example", 200),
                                entry("POST", "https://shop.example/login", 200),
                                entry("GET", "https://cdn.example/items/9", 200))
                        + "]}}"))
                .containsExactly(Map.entry(BASE + "/items/{1..2}?sort=name", 2), Map.entry(BASE + "/", 1));
    }

    @Test
    void braces_of_the_recording_are_no_template() throws IOException {
        assertThat(mix(logged("GET /items/{1..9}", 200))).containsOnlyKeys(BASE + "/items/%7B1..9%7D");
    }

    @Test
    void what_is_no_recording_is_told_with_its_name() {
        for (String text : new String[] {"", "hello\n", "{", "{\"log\": 3}", logged("GET /items/1", 500)}) {
            InvalidExperiment invalid = catchThrowableOfType(InvalidExperiment.class, () -> mix(text));
            assertThat(invalid).as(text).isNotNull();
            assertThat(invalid.problems()).singleElement().asString().contains("recording", "must ");
        }
        InvalidExperiment absent =
                catchThrowableOfType(InvalidExperiment.class, () -> Traffic.of(folder.resolve("none"), BASE));
        assertThat(absent.problems()).singleElement().asString().contains("does not exist");
    }
}
