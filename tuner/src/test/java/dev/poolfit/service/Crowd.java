package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** More users than a small service has threads for, who ask for the page that answers how many are in it. */
final class Crowd implements AutoCloseable {
    /** How many users there are. */
    static final int MANY = 40;

    private final URI page;
    private final ExecutorService users = Executors.newFixedThreadPool(MANY);
    private final List<Future<?>> ends;
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private volatile boolean over;

    Crowd(int port) {
        page = URI.create("http://127.0.0.1:" + port + "/crowd");
        ends = new ArrayList<>(IntStream.range(0, MANY)
                .<Future<?>>mapToObj(user -> users.submit(() -> {
                    while (!over) {
                        answers.add(ask());
                    }
                    return null;
                }))
                .toList());
    }

    /** The most that were in it at a time, by the next so many answers. */
    int most(int next) throws InterruptedException {
        answers.clear();
        int most = 0;
        for (int i = 0; i < next; i++) {
            Integer answer = answers.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            most = Math.max(most, assertThat(answer).as("an answer").isNotNull().actual());
        }
        return most;
    }

    private int ask() throws IOException {
        var connection = (HttpURLConnection) page.toURL().openConnection();
        connection.setRequestMethod("POST");
        try (InputStream body = connection.getInputStream()) {
            return Integer.parseInt(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** No request may have failed. */
    @Override
    public void close() throws InterruptedException, ExecutionException {
        over = true;
        users.shutdown();
        for (Future<?> end : ends) {
            end.get();
        }
    }
}
