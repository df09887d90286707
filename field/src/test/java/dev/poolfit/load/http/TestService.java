package dev.poolfit.load.http;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real HTTP service on the loopback whose answers a test decides. */
public final class TestService implements AutoCloseable {
    public final List<String> targets = new CopyOnWriteArrayList<>();
    final Set<HttpVersion> versions = ConcurrentHashMap.newKeySet();
    final AtomicInteger received = new AtomicInteger();
    public final AtomicInteger answered = new AtomicInteger();
    public final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger open = new AtomicInteger();
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;

    private final String scheme;

    private TestService(Behaviour behaviour) {
        this(behaviour, new HttpServerOptions());
    }

    private TestService(Behaviour behaviour, HttpServerOptions options) {
        scheme = options.isSsl() ? "https" : "http";
        server = vertx.createHttpServer(options)
                .connectionHandler(connection -> {
                    connections.incrementAndGet();
                    open.incrementAndGet();
                    connection.closeHandler(closed -> open.decrementAndGet());
                })
                .requestHandler(request -> {
                    received.incrementAndGet();
                    versions.add(request.version());
                    if (targets.size() < 300) {
                        targets.add(request.uri());
                    }
                    behaviour.handle(vertx, request, done -> {
                        answered.incrementAndGet();
                        request.response().end("done");
                    });
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** What the service does with a request; it ends it through {@code answer}, or never. */
    interface Behaviour {
        void handle(Vertx vertx, HttpServerRequest request, Handler<Long> answer);
    }

    static TestService that(Behaviour behaviour) {
        return new TestService(behaviour);
    }

    static TestService thatAnswersAtOnce() {
        return new TestService((vertx, request, answer) -> answer.handle(0L));
    }

    static TestService thatAnswersWith(HttpServerOptions options) {
        return new TestService((vertx, request, answer) -> answer.handle(0L), options);
    }

    public static TestService thatAnswersAfter(long millis) {
        return new TestService((vertx, request, answer) -> vertx.setTimer(millis, answer));
    }

    public static TestService thatRedirectsTo(String location) {
        return new TestService((vertx, request, answer) -> {
            request.response().setStatusCode(302).putHeader("Location", location);
            answer.handle(0L);
        });
    }

    static TestService thatNeverAnswers() {
        return new TestService((vertx, request, answer) -> {});
    }

    public String at(String target) {
        return at("127.0.0.1", target);
    }

    public String at(String host, String target) {
        return scheme + "://" + host + ":" + server.actualPort() + target;
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }
}
