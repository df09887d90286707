package dev.poolfit.benchmarks.crash;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** Requests to a service that somebody else makes, until it is closed; whether they are answered does not matter. */
final class Traffic implements Closeable {
    private static final int USERS = 4;
    private static final int PAUSE_MILLIS = 10;
    private static final int PATIENCE_MILLIS = 5_000;

    private final int port;
    private volatile boolean over;

    Traffic(int port) {
        this.port = port;
        for (int user = 0; user < USERS; user++) {
            var thread = new Thread(this::ask, "traffic-" + user);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void ask() {
        while (!over) {
            try {
                var connection = (HttpURLConnection)
                        URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
                connection.setConnectTimeout(PATIENCE_MILLIS);
                connection.setReadTimeout(PATIENCE_MILLIS);
                try (InputStream body = connection.getInputStream()) {
                    body.readAllBytes();
                }
            } catch (IOException refused) {
                // A service that is stopped or ended answers nobody.
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
