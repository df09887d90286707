package dev.poolfit.load.http;

import dev.poolfit.load.FailureCause;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** A connection over HTTP. */
final class HttpConnection extends ClientConnection {
    private final HttpClientAgent client;
    private final Handler<HttpClientRequest> onRequest = this::write;
    private final Handler<HttpClientResponse> onResponse = this::receive;
    private final Handler<Buffer> onPart = this::keep;
    private final Handler<Void> onEnd = nothing -> complete();
    private final Handler<Throwable> onFailure = this::fail;

    private final BodyRoom room;

    private @Nullable HttpClientConnection connection;
    private @Nullable Buffer body;
    private int status;
    private boolean retired;

    private HttpConnection(Endpoint endpoint, Owner owner, HttpClientAgent client, BodyRoom room) {
        super(endpoint, owner);
        this.client = client;
        this.room = room;
    }

    /** Returns the connections of one client, whose bodies under way share the room. */
    static Network over(HttpClientAgent client, BodyRoom room) {
        return new Network() {
            @Override
            public ClientConnection connection(Endpoint endpoint, Owner owner) {
                return new HttpConnection(endpoint, owner, client, room);
            }

            @Override
            public void close(Runnable then) {
                client.close().onComplete(done -> then.run());
            }
        };
    }

    @Override
    void carry(PreparedRequest.Drawn request, VirtualUser from) {
        forget();
        status = 0;
        if (connection == null) {
            client.connect(endpoint().options()).onComplete(this::connected, onFailure);
        } else {
            connection.request(request.kind().options()).onComplete(onRequest, onFailure);
        }
    }

    private void connected(HttpClientConnection made) {
        connection = made;
        if (!busy()) {
            made.close();
            return;
        }
        made.closeHandler(this::retire);
        made.shutdownHandler(this::retire);
        made.request(drawn().kind().options()).onComplete(onRequest, onFailure);
    }

    /** Notes that the service will take no further request on this connection, or none at all. */
    private void retire(Void nothing) {
        retired = true;
        if (!busy()) {
            endpoint().idle().remove(this);
        }
    }

    private void write(HttpClientRequest request) {
        if (busy()) {
            request.response().onComplete(onResponse, onFailure);
            drawn().write(request, session());
        }
    }

    private void receive(HttpClientResponse response) {
        if (!busy()) {
            return;
        }
        status = response.statusCode();
        if (endpoint().http2()) {
            if (response.version() != HttpVersion.HTTP_2) {
                abandon(FailureCause.NO_HTTP2);
                return;
            }
        } else if (response.version() == HttpVersion.HTTP_1_0
                || "close".equalsIgnoreCase(response.getHeader(HttpHeaders.CONNECTION))) {
            retired = true;
        }
        session().takeCookies(response, endpoint(), drawn().target());
        if (drawn().kind().bodyReader().reads()) {
            body = Buffer.buffer();
            response.handler(onPart);
        }
        response.exceptionHandler(onFailure).endHandler(onEnd);
    }

    private void keep(Buffer part) {
        if (body == null || body.length() + part.length() > FailureCause.LONGEST_BODY) {
            abandon(FailureCause.TOO_LONG);
        } else if (room.take(part.length())) {
            body.appendBuffer(part);
        } else {
            abandon(FailureCause.NO_ROOM);
        }
    }

    private void forget() {
        if (body != null) {
            room.give(body.length());
            body = null;
        }
    }

    private void complete() {
        if (busy()) {
            String failure = verdict(drawn().kind());
            forget();
            finish(failure, !retired);
        }
    }

    private @Nullable String verdict(PreparedRequest kind) {
        if (!kind.expects(status)) {
            return FailureCause.status(status);
        }
        return body == null ? null : kind.bodyReader().read(body.getBytes(), session());
    }

    private void fail(Throwable cause) {
        finish(FailureCause.of(cause, status != 0), false);
    }

    @Override
    void drop() {
        forget();
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    boolean answered() {
        return status != 0;
    }
}
