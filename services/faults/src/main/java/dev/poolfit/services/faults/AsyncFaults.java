package dev.poolfit.services.faults;

import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Faults of code that goes on with a request, or with a connection, when its first thread has left. */
@Component
class AsyncFaults {
    private final EntityManager entities;
    private final DataSource pool;
    private final Executor later;
    private final int millis;

    /** @param millis that a response, or a connection, waits */
    AsyncFaults(EntityManager entities, DataSource pool, @Value("${fault.wait:300}") int millis) {
        this.entities = entities;
        this.pool = pool;
        this.millis = millis;
        this.later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    }

    /** Sends server-sent events whose session has read once. */
    SseEmitter events(int id) throws IOException {
        SseEmitter emitter = new SseEmitter(0L);
        emitter.send(names(id));
        later.execute(emitter::complete);
        return emitter;
    }

    /** Writes a body slowly, whose session has read once. */
    StreamingResponseBody download(int id) {
        List<String> names = names(id);
        return body -> {
            for (String name : names) {
                body.write(name.getBytes(StandardCharsets.UTF_8));
                body.flush();
                pause(millis / names.size());
            }
        };
    }

    private List<String> names(int id) {
        return entities.createQuery("select i.name from Item i where i.id between :id and :id + 5", String.class)
                .setParameter("id", id)
                .getResultList();
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps a connection while nothing runs, as a coroutine that suspends does. */
    CompletableFuture<String> suspended(int id) {
        return CompletableFuture.supplyAsync(this::open).thenApplyAsync(connection -> read(connection, id), later);
    }

    private Connection open() {
        try {
            return pool.getConnection();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static String read(Connection connection, int id) {
        try (connection;
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from item where id = " + id)) {
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
