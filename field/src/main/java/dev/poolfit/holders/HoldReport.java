package dev.poolfit.holders;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.poolfit.evidence.NestedConnections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says who held the connections of a pool during an observation.
 *
 * @param pool its name
 * @param size its maximum
 * @param seconds of the observation
 * @param endpoints the one with the most connection-seconds first
 * @param inUse connections in use, the mean
 * @param moments one for each second
 * @param longHolds connections that were held for at least {@link HoldStatistics#LEAK_SECONDS} and still are
 * @param dropped holds that were not recorded for want of room
 * @param recorderCores CPU of the recorder's thread, in cores
 * @param openInView whether Spring keeps the connection until the response is written
 * @param streams asynchronous requests that are under way while it does; empty where they are not known
 * @param nested requests that hold several connections at once; empty where none do
 * @param standstill the largest that was seen; empty where none was
 * @param queues what work waits for beside the connections, as far as it was in use, the fullest first
 */
public record HoldReport(
        String pool,
        int size,
        double seconds,
        List<EndpointHolds> endpoints,
        double inUse,
        List<Moment> moments,
        @JsonAlias("leaks") List<LongHold> longHolds,
        long dropped,
        double recorderCores,
        boolean openInView,
        Optional<Streams> streams,
        Optional<NestedConnections> nested,
        Optional<Standstill> standstill,
        List<QueueUse> queues) {
    public HoldReport {
        endpoints = List.copyOf(endpoints);
        moments = List.copyOf(moments);
        longHolds = List.copyOf(longHolds);
        // A report of an older version has none.
        streams = Objects.requireNonNullElse(streams, Optional.empty());
        nested = Objects.requireNonNullElse(nested, Optional.empty());
        standstill = Objects.requireNonNullElse(standstill, Optional.empty());
        queues = List.copyOf(Objects.requireNonNullElse(queues, List.of()));
    }

    /**
     * One second.
     *
     * @param peak the most connections in use
     * @param waiting the most threads that waited for one
     * @param before connections in use all that second that had been handed out before the observation
     * @param opening whether threads waited while the pool had fewer connections than it may have
     */
    public record Moment(int peak, int waiting, int before, boolean opening) {
        public Moment(int peak, int waiting) {
            this(peak, waiting, 0, false);
        }
    }

    /**
     * Reports a pool whose holders cannot be recorded: connections in use and threads that waited alone.
     *
     * @param inUse connections in use, the mean
     */
    public static HoldReport unrecorded(String pool, int size, double seconds, double inUse, List<Moment> moments) {
        return new HoldReport(
                pool,
                size,
                seconds,
                List.of(),
                inUse,
                moments,
                List.of(),
                0,
                0,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Returns the same with one more queue, before the others. */
    public HoldReport with(QueueUse queue) {
        return new HoldReport(
                pool,
                size,
                seconds,
                endpoints,
                inUse,
                moments,
                longHolds,
                dropped,
                recorderCores,
                openInView,
                streams,
                nested,
                standstill,
                Stream.concat(Stream.of(queue), queues.stream()).toList());
    }

    /** Returns the queue that work waits in, rather than for connections, the last of those behind each other; empty where there is none. */
    public Optional<QueueUse> fullQueue() {
        return queues.stream()
                .filter(QueueUse::limits)
                .max(Comparator.comparing(QueueUse::kind).thenComparingDouble(QueueUse::full));
    }

    /** Counts connections that were handed out before the observation and in use all through it; 0 in a short one. */
    public int heldThroughout() {
        return seconds < HoldStatistics.LEAK_SECONDS
                ? 0
                : moments.stream().mapToInt(Moment::before).min().orElse(0);
    }

    /** Returns those of the connections held for long that were not given back. */
    public List<LongHold> leaks() {
        return longHolds.stream()
                .filter(each -> each.state() == LongHold.State.LEFT)
                .toList();
    }

    double heldSeconds() {
        return endpoints.stream().mapToDouble(EndpointHolds::seconds).sum();
    }

    /** Returns those that the web server's threads serve. */
    public Optional<NestedConnections> nestedRequests() {
        return nested.filter(each ->
                endpoints.stream().anyMatch(row -> row.name().equals(each.endpoint()) && row.servesRequests()));
    }

    /** Counts the connections that were borrowed. */
    public long borrows() {
        return endpoints.stream().mapToLong(EndpointHolds::borrows).sum();
    }

    /** Counts the stacks that were looked at. */
    long looks() {
        return endpoints.stream().mapToLong(EndpointHolds::looks).sum();
    }

    /** Counts the waits for a connection in vain. */
    public long timeouts() {
        return endpoints.stream().mapToLong(EndpointHolds::timeouts).sum();
    }

    /** Returns the share of seconds in which at least one thread waited for a connection, 0 to 1. */
    public double waitingShare() {
        return moments.isEmpty()
                ? 0
                : (double) moments.stream().filter(each -> each.waiting() > 0).count() / moments.size();
    }
}
