package dev.poolfit.load.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One connection that carries one request at a time. It is used again only after a complete response; after any
 * failure its connection is dropped and the connection with it.
 */
abstract class ClientConnection {
    /** Is called once each request has ended. */
    interface Owner {
        /**
         * Takes note of the end of a request.
         *
         * @param failure the cause, null if the response was as expected
         * @param reusable whether the connection can carry another request
         * @param answered whether the service responded at all
         */
        void ended(ClientConnection connection, @Nullable String failure, boolean reusable, boolean answered);
    }

    /** Makes the connections of a load, and drops their connections after it. */
    interface Network {
        ClientConnection connection(Endpoint endpoint, Owner owner);

        /** Drops every connection, then runs a task. */
        void close(Runnable then);
    }

    private final Endpoint endpoint;
    private final Owner owner;
    private PreparedRequest.@Nullable Drawn drawn;
    private @Nullable VirtualUser session;
    private long due;
    private long started;
    private boolean busy;

    @Nullable
    ClientConnection before;

    @Nullable
    ClientConnection after;

    ClientConnection(Endpoint endpoint, Owner owner) {
        this.endpoint = endpoint;
        this.owner = owner;
    }

    /**
     * Sends a request.
     *
     * @param dueAt the time at which it was to start, of {@link Loop#now()}
     * @param now the time at which it starts
     */
    final void send(PreparedRequest.Drawn request, VirtualUser from, long dueAt, long now) {
        drawn = request;
        session = from;
        due = dueAt;
        started = now;
        busy = true;
        carry(request, from);
    }

    /** Puts the request on its way; {@link #finish} follows once. */
    abstract void carry(PreparedRequest.Drawn request, VirtualUser from);

    abstract void drop();

    /** Returns whether the service has responded to the present request. */
    abstract boolean answered();

    final void finish(@Nullable String failure, boolean reusable) {
        if (!busy) {
            return;
        }
        busy = false;
        if (!reusable) {
            drop();
        }
        owner.ended(this, failure, reusable, answered());
    }

    /** Gives the request up, with a cause to count. */
    final void abandon(String cause) {
        finish(cause, false);
    }

    final boolean busy() {
        return busy;
    }

    final Endpoint endpoint() {
        return endpoint;
    }

    /** Returns the request that it carries, or carried last. */
    final PreparedRequest.Drawn drawn() {
        return Objects.requireNonNull(drawn);
    }

    /** Returns the user whose request it carries, or carried last. */
    final VirtualUser session() {
        return Objects.requireNonNull(session);
    }

    /** Returns the time at which the request was to start, of {@link Loop#now()}. */
    final long due() {
        return due;
    }

    /** Returns the time at which the request did start, of {@link Loop#now()}. */
    final long started() {
        return started;
    }
}
