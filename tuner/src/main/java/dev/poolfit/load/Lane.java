package dev.poolfit.load;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.Objects;
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
    private final Handler<Buffer> onPart = this::keep;
    private final Handler<Void> onEnd = nothing -> complete();
    private final Handler<Throwable> onFailure = this::fail;

    private @Nullable HttpClientConnection connection;
    private PreparedRequest.@Nullable Drawn drawn;
    private @Nullable Session session;
    private @Nullable Buffer body;
    private long due;
    private long started;
    private boolean busy;
    private int status;
    private boolean retired;

    @Nullable
    Lane before;

    @Nullable
    Lane after;

    Lane(Endpoint endpoint, HttpClientAgent client, Owner owner) {
        this.endpoint = endpoint;
        this.client = client;
        this.owner = owner;
    }

    void send(PreparedRequest.Drawn request, Session from, long dueAt, long now) {
        drawn = request;
        session = from;
        body = null;
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
        made.closeHandler(this::retire);
        made.shutdownHandler(this::retire);
        made.request(drawn.kind().options()).onComplete(onRequest, onFailure);
    }

    /** The service will take no further request on this connection, or none at all. */
    private void retire(Void nothing) {
        retired = true;
        if (!busy) {
            endpoint.idle().remove(this);
        }
    }

    private void write(HttpClientRequest request) {
        if (busy && drawn != null && session != null) {
            request.response().onComplete(onResponse, onFailure);
            drawn.write(request, session);
        }
    }

    private void receive(HttpClientResponse response) {
        if (!busy || drawn == null || session == null) {
            return;
        }
        status = response.statusCode();
        if (endpoint.http2()) {
            if (response.version() != HttpVersion.HTTP_2) {
                abandon(FailureCause.NO_HTTP2);
                return;
            }
        } else if (response.version() == HttpVersion.HTTP_1_0
                || "close".equalsIgnoreCase(response.getHeader(HttpHeaders.CONNECTION))) {
            retired = true;
        }
        session.takeCookies(response, endpoint, drawn.target());
        if (drawn.kind().bodyReader().reads()) {
            body = Buffer.buffer();
            response.handler(onPart);
        }
        response.exceptionHandler(onFailure).endHandler(onEnd);
    }

    private void keep(Buffer part) {
        if (body != null && body.length() + part.length() <= BodyReader.LONGEST) {
            body.appendBuffer(part);
        } else {
            abandon(FailureCause.TOO_LONG);
        }
    }

    private void complete() {
        if (busy && drawn != null) {
            finish(verdict(drawn.kind()), !retired);
        }
    }

    private @Nullable String verdict(PreparedRequest kind) {
        if (!kind.expects(status)) {
            return FailureCause.status(status);
        }
        return body == null || session == null ? null : kind.bodyReader().read(body.getBytes(), session);
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
        body = null;
        if (!reusable && connection != null) {
            connection.close();
        }
        owner.ended(this, failure, reusable, status != 0);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Whose request it carries, or carried last. */
    Session session() {
        return Objects.requireNonNull(session);
    }

    /** The kind of request that it carries, or carried last. */
    PreparedRequest kind() {
        return Objects.requireNonNull(drawn).kind();
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
