package dev.poolfit.load;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real HTTP service on the loopback whose answers a test decides. */
final class TestService implements AutoCloseable {
    final List<String> targets = new CopyOnWriteArrayList<>();
    final AtomicInteger received = new AtomicInteger();
    final AtomicInteger answered = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger open = new AtomicInteger();
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;

    private TestService(Behaviour behaviour) {
        server = vertx.createHttpServer()
                .connectionHandler(connection -> {
                    connections.incrementAndGet();
                    open.incrementAndGet();
                    connection.closeHandler(closed -> open.decrementAndGet());
                })
                .requestHandler(request -> {
                    received.incrementAndGet();
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

    static TestService thatAnswersAfter(long millis) {
        return new TestService((vertx, request, answer) -> vertx.setTimer(millis, answer));
    }

    static TestService thatNeverAnswers() {
        return new TestService((vertx, request, answer) -> {});
    }

    String at(String target) {
        return "http://127.0.0.1:" + server.actualPort() + target;
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
