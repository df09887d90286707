package dev.poolfit.live;

import static dev.poolfit.live.LivePageTest.NOBODY;
import static dev.poolfit.live.LivePageTest.lines;
import static dev.poolfit.live.LivePageTest.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers that are many, slow or silent hold up neither the run nor each other. */
class LiveReadersTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final LivePage page = LivePage.open(0, Optional.empty(), Language.EN, "shop <1>", "test", () -> {});

    @AfterEach
    void close() {
        page.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(page.address()).resolve(path));
    }

    private HttpResponse<InputStream> events() throws IOException, InterruptedException {
        return client.send(to("events").build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** Each would hold a thread until its request is cut; the page waits for none of them. */
    @Test
    void the_page_is_read_beside_hundreds_of_requests_that_never_end() throws Exception {
        var half = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 300; i++) {
                var socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(page.address()).getPort());
                half.add(socket);
                socket.getOutputStream().write('G');
            }
            assertThat(send(to("")).statusCode()).isEqualTo(200);
            assertThat(send(to("metrics")).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : half) {
                socket.close();
            }
        }
    }

    @Test
    void so_many_follow_at_once_and_others_are_told_that_there_is_no_room() throws Exception {
        var open = new ArrayList<HttpResponse<InputStream>>();
        for (int i = 0; i < 6; i++) {
            open.add(events());
        }
        assertThat(open).allMatch(each -> each.statusCode() == 200);
        assertThat(events().statusCode()).isEqualTo(503);
        assertThat(send(to("")).statusCode()).isEqualTo(200);
        for (HttpResponse<InputStream> each : open) {
            each.body().close();
        }
    }

    @Test
    void a_reader_that_takes_nothing_holds_up_neither_the_run_nor_its_end() throws Exception {
        Progress shown = page.beside(NOBODY);
        try (Socket socket = SilentReader.of(page);
                BufferedReader other = lines(events())) {
            for (int i = 1; i <= 20; i++) {
                shown.phase(Message.verbatim("phase " + i + " " + "x".repeat(1 << 20)));
                assertThat(next(other, "phase " + i))
                        .as("what the other reader got")
                        .isNotEmpty();
            }
            CompletableFuture.runAsync(page::close).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void whoever_comes_gets_the_place_of_one_that_reads_nothing_though_it_be_stuck_in_a_write() throws Exception {
        Progress shown = page.beside(NOBODY);
        var silent = new ArrayList<Socket>();
        var open = new ArrayList<HttpResponse<InputStream>>();
        try {
            for (int i = 0; i < 6; i++) {
                silent.add(SilentReader.of(page));
            }
            for (int i = 0; i < 21; i++) {
                shown.phase(Message.verbatim("phase " + i + " " + "x".repeat(1 << 20)));
            }
            for (int i = 0; i < 6; i++) {
                open.add(events());
            }
            assertThat(open).allMatch(each -> each.statusCode() == 200);
            assertThat(events().statusCode()).isEqualTo(503);
            for (Socket each : silent) {
                assertThat(each.getInputStream()).satisfies(LiveReadersTest::ends);
            }
        } finally {
            for (Socket each : silent) {
                each.close();
            }
            for (HttpResponse<InputStream> each : open) {
                each.body().close();
            }
        }
    }

    /** Comes back only when the stream is over. */
    private static void ends(InputStream stream) {
        try {
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException cutOff) {
            // That is an end, too.
        }
    }

    @Test
    void the_place_that_is_given_away_is_that_of_the_longest_silent_one() throws Exception {
        Progress shown = page.beside(NOBODY);
        var open = new ArrayList<HttpResponse<InputStream>>();
        for (int i = 0; i < 6; i++) {
            open.add(client.send(to("events?reader" + i).build(), HttpResponse.BodyHandlers.ofInputStream()));
        }
        for (int i = 0; i < 21; i++) {
            shown.phase(Message.verbatim("phase " + i));
        }
        for (int i : List.of(0, 1, 2, 4, 5)) {
            assertThat(send(to("seen?reader" + i).POST(HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(204);
        }

        open.add(events());

        assertThat(open.get(6).statusCode()).isEqualTo(200);
        assertThat(events().statusCode()).isEqualTo(503);
        ends(open.get(3).body());
        shown.phase(Message.verbatim("last"));
        for (int i : List.of(0, 1, 2, 4, 5, 6)) {
            try (BufferedReader events = lines(open.get(i))) {
                assertThat(next(events, "last")).as("reader " + i).isNotEmpty();
            }
        }
    }
}
