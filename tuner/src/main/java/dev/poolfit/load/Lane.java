package dev.poolfit.load;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries one request at a time. It is used again only after a complete response; after any
 * failure its connection is dropped and the lane with it.
 */
final class Lane {
    /** Is told how each request ended. */
    interface Owner {
        /**
         * Takes note of the end of a request.
         *
         * @param failure the cause, null if the response was as expected
         * @param reusable whether the lane can carry another request
         * @param answered whether the service responded at all
         */
        void ended(Lane lane, @Nullable String failure, boolean reusable, boolean answered);
    }

    private final Endpoint endpoint;
    private final HttpClientAgent client;
    private final Owner owner;
    private final Handler<HttpClientRequest> onRequest = this::write;
    private final Handler<HttpClientResponse> onResponse = this::receive;
    private final Handler<Void> onEnd = nothing -> complete();
    private final Handler<Throwable> onFailure = this::fail;

    private @Nullable HttpClientConnection connection;
    private PreparedRequest.@Nullable Drawn drawn;
    private int user;
    private long due;
    private long started;
    private boolean busy;
    private int status;
    private boolean lastOfConnection;

    @Nullable
    Lane before;

    @Nullable
    Lane after;

    Lane(Endpoint endpoint, HttpClientAgent client, Owner owner) {
        this.endpoint = endpoint;
        this.client = client;
        this.owner = owner;
    }

    void send(PreparedRequest.Drawn request, int forUser, long dueAt, long now) {
        drawn = request;
        user = forUser;
        due = dueAt;
        started = now;
        status = 0;
        busy = true;
        if (connection == null) {
            client.connect(endpoint.options()).onComplete(this::connected, onFailure);
        } else {
            connection.request(request.kind().options()).onComplete(onRequest, onFailure);
        }
    }

    private void connected(HttpClientConnection made) {
        connection = made;
        if (!busy || drawn == null) {
            made.close();
            return;
        }
        made.closeHandler(nothing -> {
            if (!busy) {
                endpoint.idle().remove(this);
            }
        });
        made.request(drawn.kind().options()).onComplete(onRequest, onFailure);
    }

    private void write(HttpClientRequest request) {
        if (busy && drawn != null) {
            request.response().onComplete(onResponse, onFailure);
            drawn.write(request);
        }
    }

    private void receive(HttpClientResponse response) {
        status = response.statusCode();
        lastOfConnection = response.version() == HttpVersion.HTTP_1_0
                || "close".equalsIgnoreCase(response.getHeader(HttpHeaders.CONNECTION));
        response.exceptionHandler(onFailure).endHandler(onEnd);
    }

    private void complete() {
        boolean expected = drawn != null && drawn.kind().expects(status);
        finish(expected ? null : FailureCause.status(status), !lastOfConnection);
    }

    private void fail(Throwable cause) {
        finish(FailureCause.of(cause, status != 0), false);
    }

    /** Gives the request up, with a cause to count. */
    void abandon(String cause) {
        finish(cause, false);
    }

    private void finish(@Nullable String failure, boolean reusable) {
        if (!busy) {
            return;
        }
        busy = false;
        if (!reusable && connection != null) {
            connection.close();
        }
        owner.ended(this, failure, reusable, status != 0);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    int user() {
        return user;
    }

    /** When the request was to start, of {@link System#nanoTime()}. */
    long due() {
        return due;
    }

    /** When the request did start, of {@link System#nanoTime()}. */
    long started() {
        return started;
    }
}
