package dev.poolfit.load.http;

import org.jspecify.annotations.Nullable;

/** Orders the busy connections, the longest started first, so that a timeout costs no timer of its own. */
final class TimeoutQueue {
    private final long timeoutNanos;
    private @Nullable ClientConnection first;
    private @Nullable ClientConnection last;

    TimeoutQueue(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    void add(ClientConnection connection) {
        connection.before = last;
        connection.after = null;
        if (last == null) {
            first = connection;
        } else {
            last.after = connection;
        }
        last = connection;
    }

    void remove(ClientConnection connection) {
        if (connection.before == null) {
            first = connection.after;
        } else {
            connection.before.after = connection.after;
        }
        if (connection.after == null) {
            last = connection.before;
        } else {
            connection.after.before = connection.before;
        }
        connection.before = null;
        connection.after = null;
    }

    /** Returns the connection whose request started longest ago, if its time is over. */
    @Nullable
    ClientConnection overdue(long now) {
        return first != null && now - first.started() >= timeoutNanos ? first : null;
    }
}
