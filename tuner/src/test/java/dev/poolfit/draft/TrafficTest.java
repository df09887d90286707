package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded requests become addresses with weights; numbers become ranges; what is no GET that succeeded is left out. */
class TrafficTest {
    private static final String BASE = "http://127.0.0.1:8080";

    @TempDir
    private Path folder = Path.of("");

    private Map<String, Integer> mix(String text) throws IOException {
        return Traffic.of(Files.writeString(folder.resolve("recording"), text), BASE);
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
