package dev.poolfit.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Names the causes under which failures are counted, in a few words. */
public final class FailureCause {
    public static final String TIMEOUT = "timeout";

    public static final String NO_HTTP2 = "no HTTP/2";
    /** Bytes of the longest body that is kept in memory; a longer one fails. */
    public static final int LONGEST_BODY = 1 << 20;

    public static final String TOO_LONG = "check: body over " + (LONGEST_BODY >> 20) + " MiB";
    /** The cause where too many long bodies were under way at once. */
    public static final String NO_ROOM = "not read: no memory for all bodies at once";

    public static final String NO_VALUE = "not sent: a value is missing, or not fit for a header";
    public static final String NOBODY = "not started: nobody is logged in";

    /** The cause of all statuses that are none of HTTP, since a service may answer with any number. */
    private static final String ODD_STATUS = "status of other than three digits";

    private static final Pattern STATUS = Pattern.compile("[1-9]\\d\\d");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private FailureCause() {}

    /** Returns the cause for a status of HTTP, such as 500. */
    public static String status(int status) {
        return status("" + status);
    }

    /**
     * Returns the cause for a status.
     *
     * @param status as a tool tells it, which may be a word
     */
    public static String status(String status) {
        return STATUS.matcher(status).matches() || !NUMBER.matcher(status).matches() ? "status " + status : ODD_STATUS;
    }

    /** Returns the cause for a login that failed by a cause. */
    public static String login(String cause) {
        return "login: " + cause;
    }

    /** Returns the cause for requests that were due while so many were in flight. */
    public static String notStarted(int limit) {
        return "not started: " + limit + " in flight";
    }

    /**
     * Returns the cause for an exception of the connection.
     *
     * @param answered whether the response had begun
     */
    public static String of(Throwable failure, boolean answered) {
        if (failure instanceof HttpClosedException) {
            return answered ? "body cut short" : "connection closed";
        }
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (failure instanceof ConnectTimeoutException) {
            return TIMEOUT;
        }
        if (message.contains("too many open files")) {
            return "too many open files";
        }
        if (message.contains("cannot assign requested address")) {
            return "no local port left";
        }
        if (failure instanceof NoRouteToHostException) {
            return "no route to host";
        }
        if (failure instanceof ConnectException) {
            return "connection refused";
        }
        if (failure instanceof SSLException) {
            return "TLS handshake failed";
        }
        if (failure instanceof TooLongFrameException) {
            return "header too long";
        }
        if (failure instanceof Http2Exception) {
            return message.contains("settings") ? NO_HTTP2 : "HTTP/2 broken";
        }
        if (failure instanceof IOException && (message.contains("reset") || message.contains("broken pipe"))) {
            return "connection reset";
        }
        return failure.getClass().getSimpleName();
    }
}
