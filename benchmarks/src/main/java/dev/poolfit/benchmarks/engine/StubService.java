package dev.poolfit.benchmarks.engine;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A service of known service times that notes when each request arrived and when its answer was written, so that it
 * knows the true response times of an open load by itself.
 */
final class StubService implements AutoCloseable {
    private static final int MOST_REQUESTS = 100_000;

    /** The plan of a service's answers. */
    interface Plan {
        /**
         * @param request 0 for the first that arrived
         * @param arrived nanoseconds
         * @return the time of the answer in nanoseconds on the same clock
         */
        long answersAt(int request, long arrived);
    }

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    private final Plan plan;
    private final long[] arrived = new long[MOST_REQUESTS];
    private final long[] answered = new long[MOST_REQUESTS];
    private volatile int requests;

    StubService(Plan plan) {
        this.plan = plan;
        server = vertx.createHttpServer()
                .requestHandler(this::serve)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    private void serve(HttpServerRequest request) {
        int number = requests++;
        long now = System.nanoTime();
        arrived[number] = now;
        vertx.timer(Math.max(1, plan.answersAt(number, now) - now), TimeUnit.NANOSECONDS)
                .onSuccess(nothing -> answer(request, number));
    }

    private void answer(HttpServerRequest request, int number) {
        answered[number] = System.nanoTime();
        request.response().end("done");
    }

    /**
     * Returns the true response times in microseconds of an open load whose requests were intended at a constant rate: each
     * from its intended start to the writing of its answer, the starts fixed by the request that arrived soonest.
     *
     * @param from requests whose answers came less than so many nanoseconds after the load's start are left out
     * @param to those from here on, too
     */
    Histogram truth(double perSecond, long from, long to) {
        int count = requests;
        double gap = 1e9 / perSecond;
        long start = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            start = Math.min(start, arrived[i] - (long) (i * gap));
        }
        var truth = new Histogram(5);
        for (int i = 0; i < count; i++) {
            long end = answered[i] - start;
            if (end >= from && end < to && answered[i] != 0) {
                truth.recordValue(Math.max(0, (end - (long) (i * gap)) / 1000));
            }
        }
        return truth;
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/";
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
