package dev.poolfit.database;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps what a database told of itself during an observation.
 *
 * @param product the name that people use
 * @param seconds of the observation
 * @param statements those that took longest first; empty where the database does not tell
 * @param blocked sessions that waited for another one's lock, one entry for each at each look, of the first looks
 * @param meanBlocked the mean number of sessions that waited so
 * @param idleInTransaction the longest time that a session did nothing within its transaction, in seconds
 * @param working sessions of the service's account that the server had worked for some seconds at the last looks; empty where it does not
 *     tell, or shows none of that account: the service may be at work elsewhere
 * @param counters totals of the server that grew meanwhile, by the server's own names
 * @param plans how it would run what took most of its time; empty where it was not asked, or does not say
 * @param notes what could not be read, and what to do about it
 */
public record DatabaseReport(
        String product,
        double seconds,
        List<StatementLoad> statements,
        List<BlockedSession> blocked,
        double meanBlocked,
        double idleInTransaction,
        OptionalInt working,
        Map<String, Double> counters,
        List<StatementPlan> plans,
        List<Message> notes) {
    public DatabaseReport {
        statements = List.copyOf(statements);
        blocked = List.copyOf(blocked);
        // A report of an older version has none.
        working = Objects.requireNonNullElse(working, OptionalInt.empty());
        counters = Map.copyOf(counters);
        plans = List.copyOf(plans);
        notes = List.copyOf(notes);
    }

    /** Returns the same with other notes. */
    public DatabaseReport with(List<Message> others) {
        return new DatabaseReport(
                product,
                seconds,
                statements,
                blocked,
                meanBlocked,
                idleInTransaction,
                working,
                counters,
                plans,
                others);
    }

    /** Returns the rows read without an index for each statement; 0 where the server does not tell. */
    public double scannedEach() {
        double rows = counters.getOrDefault("handler_read_rnd_next", 0.0);
        return rows / Math.max(1, counters.getOrDefault("questions", 1.0));
    }

    /** Returns the pages missed in the server's cache for each statement, or transaction; 0 where it does not tell. */
    public double missedEach() {
        double pages = counters.getOrDefault("innodb_buffer_pool_reads", counters.getOrDefault("blks_read", 0.0));
        return pages / Math.max(1, counters.getOrDefault("questions", counters.getOrDefault("transactions", 1.0)));
    }

    /** Finds what the database tells of a statement that the service sent, as far as both write it alike. */
    public Optional<StatementLoad> of(String sent) {
        StatementKey wanted = StatementKey.of(sent);
        return statements.stream()
                .filter(each -> StatementKey.of(each.shape()).matches(wanted))
                .findFirst();
    }

    /** Finds how the database would run a statement that the service sent. */
    public Optional<StatementPlan> plan(String sent) {
        StatementKey wanted = StatementKey.of(sent);
        // Two statements of one entity may differ in their last words alone, and have other plans; of one that was cut
        // there may be only one.
        List<StatementPlan> like = plans.stream()
                .filter(each -> sent.endsWith("…")
                        ? each.key().matches(wanted)
                        : each.key().equals(wanted))
                .toList();
        return like.size() == 1 ? Optional.of(like.get(0)) : Optional.empty();
    }
}
