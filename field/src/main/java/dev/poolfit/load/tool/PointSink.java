package dev.poolfit.load.tool;

import org.jspecify.annotations.Nullable;

/** Takes what a tool reports on its load; times are milliseconds since 1970 by the tool's clock. */
interface PointSink {
    /**
     * Takes the end of a request.
     *
     * @param micros its response time in microseconds
     * @param failure the cause, null if the response was as the script expects
     */
    void request(long end, long micros, @Nullable String failure);

    void users(long at, int users);

    /** Takes requests that were due and could not be started. */
    void notStarted(long at, long requests, String cause);
}
