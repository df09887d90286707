package dev.poolfit.holders;

import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How much of something that work waits for beside the connections was in use: threads of an executor, or connections of a client.
 *
 * @param kind of it
 * @param name such as that of an executor's threads, or a host
 * @param size how many could be in use at once, by the last look
 * @param inUse how many were, the mean
 * @param waiting how many waited for one, the mean
 * @param full the share of the looks at which all were in use and somebody waited, 0 to 1
 * @param doing what its threads did most often while it was full; empty if not known
 * @param forConnections the share of the looks at its threads, while it was full, at which they waited for a connection of the pool, 0 to 1
 */
public record QueueUse(
        Kind kind,
        String name,
        int size,
        double inUse,
        double waiting,
        double full,
        Optional<Stack> doing,
        double forConnections) {
    /** The share of the looks from which on it is full as a rule. */
    private static final double MOSTLY = 0.5;

    private static final Set<HoldKind> COMPUTING = EnumSet.of(HoldKind.CODE, HoldKind.MAPPING, HoldKind.RENDERING);

    /** What it is; of those behind others the last one comes last. */
    public enum Kind {
        /** The threads of the web server that serve requests. */
        WORKERS,
        EXECUTOR,
        FORK_JOIN,
        /** The threads that virtual threads run on. */
        CARRIERS,
        /** Another pool of objects, such as one of connections to Redis. */
        OBJECT_POOL,
        HTTP_CLIENT
    }

    /**
     * Returns the threads of a web server, of which it is not known what waits for one.
     *
     * @param busy that serve a request, the mean
     * @param most that there may be
     */
    public static QueueUse workers(double busy, int most) {
        return new QueueUse(Kind.WORKERS, "", most, busy, 0, 0, Optional.empty(), 0);
    }

    /** Returns whether it is full as a rule, and not because its threads wait for connections. Threads that compute wait for cores. */
    public boolean limits() {
        boolean computes = kind == Kind.FORK_JOIN
                && doing.filter(each -> COMPUTING.contains(each.kind())).isPresent();
        return kind != Kind.WORKERS && full >= MOSTLY && forConnections < MOSTLY && !computes;
    }

    /** Returns the name of its kind in keys of messages and in files, such as {@code fork-join}. */
    public String id() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Says that it is what work waits for, and what to do.
     *
     * @param connections in use, the mean
     * @param pool the most that there may be
     */
    Message said(double connections, int pool) {
        var sentences = new ArrayList<Message>();
        sentences.add(Message.of(
                "holders.queue." + id(),
                name,
                size,
                Quantity.aboutCount(waiting),
                Quantity.aboutCount(connections),
                pool));
        doing.flatMap(Stack::top)
                .map(top -> Message.of("holders.queue.doing", HoldVerdict.shortened(top)))
                .ifPresent(sentences::add);
        sentences.add(Message.of("holders.do." + id()));
        return Message.joined("join.space", sentences);
    }
}
