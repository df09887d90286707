package dev.poolfit.services.faults;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Faults of what work waits for beside the connections, of which there are enough. */
@Component
class QueueFaults {
    private static final int FEW = 2;
    private static final int MILLIS = 20;

    private final JdbcTemplate jdbc;
    private final AtomicInteger threads = new AtomicInteger();
    private final ExecutorService reports = new ThreadPoolExecutor(
            FEW,
            FEW,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "reports-" + threads.incrementAndGet()));
    private final ForkJoinPool forks = new ForkJoinPool(FEW);
    private final RestClient prices = RestClient.builder()
            .requestFactory(new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
                    .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                            .setMaxConnPerRoute(FEW)
                            .build())
                    .build()))
            .build();
    private final URI neighbour;

    QueueFaults(@Value("${fault:none}") String fault, JdbcTemplate jdbc) throws IOException {
        this.jdbc = jdbc;
        neighbour = fault.equals("http-client") ? SlowNeighbour.start() : URI.create("http://127.0.0.1/");
    }

    /** Does work in one of the ways that wait for something else than a connection; by default it takes some milliseconds. */
    String by(String way, int id) throws InterruptedException {
        return by(way, id, way.equals("http-client") ? 2 * MILLIS : MILLIS);
    }

    String by(String way, int id, int millis) throws InterruptedException {
        return switch (way) {
            case "executor" ->
                get(() -> reports.submit(() -> report(id, millis)).get());
            case "fork-join" -> get(() -> forks.submit(() -> report(id, millis)).get());
            default -> price(id, millis);
        };
    }

    /** Asks before it takes a connection. */
    private String price(int id, int millis) {
        prices.get().uri(neighbour.resolve("" + millis)).retrieve().toBodilessEntity();
        return name(id);
    }

    private static String get(Callable<String> task) throws InterruptedException {
        try {
            return task.call();
        } catch (InterruptedException ended) {
            throw ended;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private String report(int id, int millis) {
        return jdbc.queryForObject("select sleep(?)", Integer.class, millis / 1e3) + name(id);
    }

    private String name(int id) {
        return jdbc.queryForObject("select name from item where id = ?", String.class, id);
    }
}
