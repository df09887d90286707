package dev.poolfit.holders;

import java.util.List;
import java.util.Map;

/**
 * Sums what one endpoint, job or listener did with the connections of a pool. Times are milliseconds.
 *
 * @param name a route such as {@code GET /items/{id}}, or a class and method
 * @param borrows connections that it got
 * @param watched holds whose statements were seen; 0 in a report of a version that told none
 * @param requests requests that got at least one; 0 where it serves none
 * @param nested borrows of a thread that held a connection already
 * @param timeouts waits in vain
 * @param waits for a connection
 * @param holds of a connection
 * @param seconds connection-seconds
 * @param share of the connection-seconds of all, 0 to 1
 * @param waitedFor connection-seconds held while other threads waited
 * @param calmMs the mean hold of those that ended in a second in which no thread waited for a connection; 0 where there were few
 * @param dryMs the same of seconds in which threads waited
 * @param kinds shares of the hold by what it was spent on, which add up to 1; empty where no sample fell into it
 * @param uses the stacks behind the kinds, the largest first
 * @param looks the stacks that were looked at for that; 0 in a report of a version that told none
 * @param statements that it sent, what took longest first, the rest together last; empty where none were seen
 * @param calmUse connections that it had in the mean of seconds in which no thread waited for one; 0 in a report of a version that told
 *     none
 * @param dryUse the same of seconds in which threads waited
 */
public record EndpointHolds(
        String name,
        long borrows,
        long watched,
        long requests,
        long nested,
        long timeouts,
        Times waits,
        Times holds,
        double seconds,
        double share,
        double waitedFor,
        double calmMs,
        double dryMs,
        Map<HoldKind, Double> kinds,
        List<Use> uses,
        long looks,
        List<SentStatement> statements,
        double calmUse,
        double dryUse) {

    public EndpointHolds {
        kinds = Map.copyOf(kinds);
        uses = List.copyOf(uses);
        statements = List.copyOf(statements);
    }

    /** Of one of which it is not known when it had its connections. */
    public EndpointHolds(
            String name,
            long borrows,
            long watched,
            long requests,
            long nested,
            long timeouts,
            Times waits,
            Times holds,
            double seconds,
            double share,
            double waitedFor,
            double calmMs,
            double dryMs,
            Map<HoldKind, Double> kinds,
            List<Use> uses,
            long looks,
            List<SentStatement> statements) {
        this(
                name,
                borrows,
                watched,
                requests,
                nested,
                timeouts,
                waits,
                holds,
                seconds,
                share,
                waitedFor,
                calmMs,
                dryMs,
                kinds,
                uses,
                looks,
                statements,
                0,
                0);
    }

    /**
     * A distribution of times, in milliseconds.
     *
     * @param mean 0 without any
     */
    public record Times(double mean, double p50, double p99, double most) {}

    /**
     * One way in which it spends its holds.
     *
     * @param stack where
     * @param share of its connection-seconds, 0 to 1
     */
    public record Use(Stack stack, double share) {}

    /** Returns whether the web server's threads do it: what serves no request is a job's, or a listener's. */
    boolean servesRequests() {
        return requests > 0;
    }

    /** Returns whether its requests hold several connections at once, more often than by an odd chance. */
    boolean nests() {
        return NestedHolds.isUsual(nested, borrows);
    }

    /**
     * Returns how many times as long it holds a connection while threads wait for one; 1 where it does not hold longer, or it is not
     * known. {@link Victims} tells whether that is because of others.
     */
    double growth() {
        return calmMs > 0 ? Math.max(1, dryMs / calmMs) : 1;
    }

    /** Returns the mean number of statements that a borrow sends; 0 where statements were not seen. */
    public double statementsPerBorrow() {
        return borrows == 0 ? 0 : sent() / borrows;
    }

    /** Returns the mean number of statements that a borrowing request sends; a borrow where no request is served. */
    public double statementsPerRequest() {
        return requests == 0 ? statementsPerBorrow() : sent() / requests;
    }

    private double sent() {
        return statements.stream().mapToDouble(SentStatement::count).sum();
    }
}
