package dev.poolfit.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page is read as a whole within its limit, or not at all, whatever its server does. */
class HttpTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final CountDownLatch ended = new CountDownLatch(1);
    private ServerSocket server;

    /** What a server sends to the one who asks. */
    private interface Answer {
        void send(OutputStream out) throws IOException, InterruptedException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        ended.countDown();
        server.close();
    }

    @Test
    void aPageThatTricklesIsGivenUpOn() {
        URI page = page(out -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n".getBytes(US_ASCII));
            trickle(out);
        });

        assertThatThrownBy(() -> patiently(page, SHORT)).hasMessageContaining("no whole answer within 200 ms");
    }

    @Test
    void aHeaderThatTricklesIsGivenUpOn() {
        URI page = page(out -> {
            out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(US_ASCII));
            trickle(out);
        });

        assertThatThrownBy(() -> patiently(page, SHORT)).hasMessageContaining("no whole answer within 200 ms");
    }

    @Test
    void aPageWithoutEndIsCutOff() {
        URI page = page(out -> {
            out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
            byte[] much = new byte[1 << 20];
            while (true) {
                out.write(much);
            }
        });

        assertThatThrownBy(() -> patiently(page, Patience.LIMIT)).hasMessageContaining("more than 16 MiB");
    }

    @Test
    void aHeaderWithoutEndIsCutOff() {
        var sent = new AtomicLong();
        URI page = page(out -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
            byte[] much = ("X-" + "y".repeat(1000) + ": z\r\n").repeat(100).getBytes(US_ASCII);
            while (true) {
                out.write(much);
                sent.addAndGet(much.length);
            }
        });

        assertThatThrownBy(() -> patiently(page, Patience.LIMIT)).hasMessageContaining("Header size too big");
        assertThat(sent.get()).as("octets that found a reader or a buffer").isLessThan(64 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints", "199 Other"})
    void answersThatAnnounceAnotherOneWithoutEndAreCutOff(String announcing) {
        var sent = new AtomicLong();
        URI page = page(out -> {
            byte[] much = ("HTTP/1.1 " + announcing + "\r\n\r\n").repeat(1_000).getBytes(US_ASCII);
            while (true) {
                out.write(much);
                sent.addAndGet(much.length);
            }
        });

        assertThatThrownBy(() -> patiently(page, Patience.LIMIT)).hasMessageContaining("Too many interim responses");
        assertThat(sent.get()).as("octets that found a reader or a buffer").isLessThan(64 << 20);
    }

    /** Each such answer costs a connection, and what was read of it. */
    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n"})
    void whereEachAnswerIsBrokenNobodyAsksForEver(String answer) {
        var asked = new AtomicLong();
        URI page = null;
        for (int i = 0; i < 30; i++) {
            page = page(out -> {
                asked.incrementAndGet();
                out.write(answer.repeat(20).getBytes(US_ASCII));
            });
        }
        for (int i = 0; i < 30; i++) {
            URI broken = page;
            assertThatThrownBy(() -> patiently(broken, Patience.LIMIT)).hasRootCauseInstanceOf(IOException.class);
        }

        assertThat(asked).hasValue(20);
        URI broken = page;
        assertThatThrownBy(() -> patiently(broken, Patience.LIMIT)).hasMessageContaining("is not asked any more");
    }

    /** It is not unpacked at all. */
    @Test
    void aPackedPageStaysPacked() throws Exception {
        assertThat(patiently(
                        answer("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nbomb"),
                        Patience.LIMIT))
                .isEqualTo("bomb");
    }

    @Test
    void aWholePageIsReadAndAnErrorIsNone() throws Exception {
        assertThat(patiently(answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), Patience.LIMIT))
                .isEqualTo("ok");
        assertThatThrownBy(() -> patiently(answer("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"), Patience.LIMIT))
                .hasMessageContaining("status 503");
    }

    @Test
    void anAddressThatNobodyCanAnswerIsNoUnexpectedError() throws IOException {
        try (Socket deaf = Ports.deaf()) {
            assertThatThrownBy(() ->
                            patiently(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"), Patience.LIMIT))
                    .hasMessageContaining("the connection was refused");
        }
        for (String address : new String[] {"http://127.0.0.1:99999/", "http:///path", "ftp://127.0.0.1/"}) {
            assertThatThrownBy(() -> Http.get(URI.create(address), Patience.LIMIT))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aRedirectIsFollowedToThePortOfTheSameHostAndNotToAnotherHost() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.2"))) {
            for (String host : new String[] {"http://127.0.0.2", "http://localhost", "//127.0.0.2"}) {
                URI page = answer(redirect(host + ":" + other.getLocalPort() + "/"));

                assertThatThrownBy(() -> patiently(page, Patience.LIMIT))
                        .hasMessageContaining("status 302, a redirect to " + host.replaceFirst(".*//", ""))
                        .hasMessageContaining("only 127.0.0.1 is asked");
            }
            // Nobody has knocked.
            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
        }
        try (ServerSocket sameHost = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            URI page = answer(redirect("http://127.0.0.1:" + sameHost.getLocalPort() + "/there"));
            serve(sameHost, out -> out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII)));

            assertThat(patiently(page, Patience.LIMIT)).isEqualTo("ok");
        }
    }

    @Test
    void aRedirectWithoutEndOrToNoPageIsNoAnswer() {
        for (String location :
                new String[] {"/", "?again", "file:///etc/passwd", "ftp://127.0.0.1/", "http://a b", ""}) {
            assertThatThrownBy(() -> patiently(answers(redirect(location)), Patience.LIMIT))
                    .hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void aRequestWithHeadersIsAskedWhereItWasSentAndNowhereElse() {
        URI page = answer(redirect("/there"));

        assertThatThrownBy(() -> Http.get(
                        HttpRequest.newBuilder(page)
                                .header("Authorization", "hunter2")
                                .build(),
                        Patience.LIMIT))
                .hasMessage("status 302");
    }

    private static String redirect(String location) {
        return "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }

    /** Gives the same answer to whoever asks. */
    private URI answers(String text) {
        URI page = answer(text);
        for (int i = 0; i < 9; i++) {
            answer(text);
        }
        return page;
    }

    private URI answer(String text) {
        return page(out -> out.write(text.getBytes(US_ASCII)));
    }

    /** A byte now and then, until nobody reads any more. */
    private void trickle(OutputStream out) throws IOException, InterruptedException {
        while (!ended.await(10, TimeUnit.MILLISECONDS)) {
            out.write('x');
            out.flush();
        }
    }

    private URI page(Answer answer) {
        serve(server, answer);
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    private static void serve(ServerSocket listening, Answer answer) {
        var thread = new Thread(() -> {
            try (Socket client = listening.accept()) {
                var request = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
                while (!request.readLine().isEmpty()) {
                    continue;
                }
                answer.send(client.getOutputStream());
            } catch (IOException | InterruptedException over) {
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends also where the limit does not. */
    private static String patiently(URI page, Duration limit) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return Http.get(page, limit);
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                })
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
