package dev.poolfit.holders;

import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.holders.RecordedHolds.Hold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Follows requests that hold several connections at once: how many each, and how many such requests at the same time.
 *
 * @param <K> what stays the same for a name, whatever number the recorder gives it
 */
public final class NestedHolds<K> {
    private static final double SHARE = 0.01;
    private static final long FEW = 5;
    /** Of borrows whose times show it, a chance does not make two. */
    private static final long FEW_BY_TIMES = 2;

    /** Who holds a connection for longer is taken for a leak, and not for a request. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);
    /** The most borrows that wait for the end of an outer one. */
    private static final int MOST_WITHIN = 100_000;

    /** The most connections that a request held at once; names that hold one alone are left out. */
    private final Map<K, Integer> most = new HashMap<>();

    private final Map<K, Long> borrows = new HashMap<>();
    /** The borrows of a request that held a connection before. */
    private final Map<K, Long> nested = new HashMap<>();

    /** Borrows that have ended while their thread holds another one, which began before. */
    private List<Hold> within = List.of();

    private int atOnce;

    /** A request begins to hold, or ends. */
    private record Change(long at, int step) {}

    /** Returns whether so many of these borrows are nested that it is no odd chance. */
    static boolean isUsual(long nested, long borrows) {
        return nested > SHARE * borrows && nested >= FEW;
    }

    /** @param own returns what stays the same for one of the recorder's numbers */
    public void add(RecordedHolds answer, IntFunction<K> own) {
        add(answer.ended(), answer.held(), own);
    }

    /**
     * Adds borrows alone, of which nobody counted what their threads held before: a request holds several at once where one was got
     * while its thread had another for the same endpoint. Only the end of a borrow tells its endpoint, so that those within another
     * one wait for the end of that.
     */
    public void addBorrows(RecordedHolds answer, IntFunction<K> own) {
        Map<Long, Long> outer = answer.held().stream()
                .filter(each -> each.request() != 0 && each.heldNanos() < LONGEST)
                .collect(Collectors.toMap(Hold::request, Hold::since, Math::min));
        List<Hold> ended = Stream.concat(
                        within.stream(), answer.ended().stream().filter(each -> each.request() != 0))
                .toList();
        Predicate<Hold> inner = each -> each.since() >= outer.getOrDefault(each.request(), Long.MAX_VALUE);
        within = ended.stream().filter(inner).limit(MOST_WITHIN).toList();
        Map<Served, List<Hold>> requests = ended.stream()
                .filter(inner.negate())
                .collect(Collectors.groupingBy(each -> new Served(each.request(), each.name())));
        add(requests.values().stream().flatMap(each -> counted(each).stream()).toList(), List.of(), own);
    }

    /** The service was started again: its threads are others. */
    public void again() {
        within = List.of();
    }

    /** What one thread serves of one endpoint. */
    private record Served(long thread, int name) {}

    /** Returns holds of one thread with how many of them it had before. */
    private static List<Hold> counted(List<Hold> holds) {
        List<Hold> sorted =
                holds.stream().sorted(Comparator.comparingLong(Hold::since)).toList();
        var open = new ArrayList<Long>();
        var counted = new ArrayList<Hold>();
        for (Hold each : sorted) {
            open.removeIf(end -> end <= each.since());
            counted.add(each.after(open.size()));
            if (!each.timedOut()) {
                open.add(each.since() + each.heldNanos());
            }
        }
        return counted;
    }

    private void add(List<Hold> ended, List<Hold> held, IntFunction<K> own) {
        List<Hold> holds = Stream.concat(ended.stream(), held.stream()).toList();
        holds.stream()
                .filter(each -> each.before() > 0)
                .forEach(each -> most.merge(own.apply(each.name()), each.before() + 1, Math::max));
        ended.stream().filter(each -> each.request() != 0).forEach(each -> {
            borrows.merge(own.apply(each.name()), each.timedOut() ? 0L : 1L, Long::sum);
            nested.merge(own.apply(each.name()), each.before() > 0 ? 1L : 0L, Long::sum);
        });
        if (!most.isEmpty()) {
            atOnce = Math.max(
                    atOnce,
                    atOnce(holds.stream()
                            .filter(each ->
                                    each.before() == 0 && !each.timedOut() && most.containsKey(own.apply(each.name())))
                            .toList()));
        }
    }

    private static int atOnce(List<Hold> outer) {
        List<Change> changes = outer.stream()
                .flatMap(
                        each -> Stream.of(new Change(each.since(), 1), new Change(each.since() + each.heldNanos(), -1)))
                .sorted(Comparator.comparingLong(Change::at).thenComparingInt(Change::step))
                .toList();
        int now = 0;
        int highest = 0;
        for (Change each : changes) {
            now += each.step();
            highest = Math.max(highest, now);
        }
        return highest;
    }

    /** Returns the most connections that one request of a name held at once. */
    int most(K name) {
        return most.getOrDefault(name, 1);
    }

    /** Returns the same of all names beside some. */
    int mostBeside(Set<K> names) {
        return most.entrySet().stream()
                .filter(each -> !names.contains(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(1);
    }

    /** Returns the most requests of such names that held a connection at the same time. */
    int atOnce() {
        return atOnce;
    }

    /**
     * Returns what requests hold of which several connections at once are usual by the times of {@linkplain #addBorrows borrows}, those with
     * the most of them.
     *
     * @param threads the most that serve requests; empty where nothing limits them
     */
    public Optional<NestedConnections> ofRequests(OptionalInt threads) {
        return nested.entrySet().stream()
                .filter(each -> each.getValue() >= FEW_BY_TIMES
                        && each.getValue() > SHARE * borrows.getOrDefault(each.getKey(), 0L))
                .max(Comparator.comparingInt((Map.Entry<K, Long> each) -> most(each.getKey()))
                        .thenComparingLong(Map.Entry::getValue))
                .map(each ->
                        new NestedConnections(String.valueOf(each.getKey()), most(each.getKey()), atOnce, threads));
    }
}
