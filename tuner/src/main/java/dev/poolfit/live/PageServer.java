package dev.poolfit.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.live.Board.News;
import dev.poolfit.live.Board.Notice;
import dev.poolfit.live.Readers.Reader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves one page on this machine alone, and tells its readers what is new (server-sent events, WHATWG HTML §9.2). Whoever does
 * not know the token in its address gets nothing; a page of another origin neither reads nor stops a run, since the host
 * that is asked for must be this machine's own and a stop takes a header that other origins may not send. Its threads
 * never keep the program from ending.
 */
final class PageServer implements AutoCloseable {
    private static final int THREADS = 64;

    private static final long HEARTBEAT_MILLIS = 10_000;
    private static final long FAREWELL_MILLIS = 2_000;
    private static final int TOKEN_BYTES = 16;
    /** Says that a request comes from the page itself. */
    private static final String OWN = "X-Poolfit";

    private final String token;
    private final String page;
    private final String policy;
    private final Runnable stop;
    private final Supplier<String> metrics;
    private final Board board;
    private final HttpServer server;
    private final RequestThreads threads = new RequestThreads(THREADS);
    private final Readers readers = new Readers();
    private boolean closed;

    /**
     * Begins to serve.
     *
     * @param port 1 to 65535, or 0 for one that is free
     * @param page the page that is served
     * @param policy its content security policy
     * @param board the news
     * @param stop stops the run when a reader asks for it
     * @param metrics the figures in the text format of Prometheus
     * @param fixed the token, where the user chose one
     * @throws EnvironmentFailure if the port is taken
     */
    PageServer(
            int port,
            String page,
            String policy,
            Board board,
            Runnable stop,
            Supplier<String> metrics,
            Optional<String> fixed) {
        // A request that does not end holds a thread no longer; the server reads this when its first one is made.
        System.setProperty("sun.net.httpserver.maxReqTime", "3");
        var random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        token = fixed.orElseGet(() -> HexFormat.of().formatHex(random));
        this.page = page;
        this.policy = policy;
        this.board = board;
        this.stop = stop;
        this.metrics = metrics;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException taken) {
            threads.shutdownNow();
            throw new EnvironmentFailure(
                    "port " + port + " of this machine cannot be listened to: " + taken.getMessage(),
                    "name another port, or none with --web alone",
                    taken);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Returns the page's address, with its token. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        threads.read();
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            String method = exchange.getRequestMethod();
            if (!own(exchange)) {
                end(exchange, 403);
            } else if (path.equals("/" + token + "/") && method.equals("GET")) {
                page(exchange);
            } else if (path.equals("/" + token + "/events") && method.equals("GET")) {
                events(exchange);
            } else if (path.equals("/" + token + "/seen") && method.equals("POST")) {
                readers.confirm(reader(exchange), board.written());
                end(exchange, 204);
            } else if (path.equals("/" + token + "/metrics") && method.equals("GET")) {
                metrics(exchange);
            } else if (path.equals("/" + token + "/stop") && method.equals("POST")) {
                boolean asked = exchange.getRequestHeaders().containsKey(OWN);
                if (asked) {
                    stop.run();
                }
                end(exchange, asked ? 202 : 403);
            } else {
                end(exchange, 404);
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether this machine is asked by its own name: a name of somebody else's that leads here is no right to read. */
    private boolean own(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String port = ":" + server.getAddress().getPort();
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return host != null
                && Set.of("127.0.0.1" + port, "localhost" + port).contains(host)
                && (origin == null || origin.equals("http://" + host));
    }

    private static void end(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    private void page(HttpExchange exchange) throws IOException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.set("Content-Security-Policy", policy + "; frame-ancestors 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void metrics(HttpExchange exchange) throws IOException {
        byte[] bytes = metrics.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Returns the name that a reader gives itself. */
    private static String reader(HttpExchange exchange) {
        return Objects.toString(exchange.getRequestURI().getRawQuery(), "");
    }

    private void events(HttpExchange exchange) throws IOException, InterruptedException {
        Optional<Reader> place = readers.enter(reader(exchange), board.written());
        if (place.isEmpty()) {
            end(exchange, 503);
            return;
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(200, 0);
            // The end of the answer is written before this reader counts as served.
            try (OutputStream out = exchange.getResponseBody()) {
                long seen = 0;
                boolean over = false;
                while (!over) {
                    News news = board.after(seen, HEARTBEAT_MILLIS);
                    var text = new StringBuilder(news.notices().isEmpty() ? ":\n\n" : "");
                    for (Notice each : news.notices()) {
                        text.append("event: ").append(each.kind()).append('\n');
                        text.append("data: ").append(each.text()).append("\n\n");
                        seen = each.number();
                    }
                    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    over = news.closed();
                }
            }
        } finally {
            readers.leave(place.get());
        }
    }

    /** Closes the page; readers get what is still new to them, for two seconds at most. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        board.close();
        try {
            if (!readers.awaitNone(FAREWELL_MILLIS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
