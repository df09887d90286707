package dev.poolfit.holders;

import dev.poolfit.holders.RecordedHolds.Hold;
import dev.poolfit.holders.RecordedHolds.Suspended;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Keeps what is held at the end of an observation, and the asynchronous requests that are under way. */
final class OpenHolds {
    private static final double NANOS = 1e9;

    private List<Open> held = List.of();
    private Optional<Streams> streams = Optional.empty();
    private List<Open> stood = List.of();
    private int stoodWaiting;
    private Optional<Suspended> suspended = Optional.empty();
    private int suspendedInUse;

    /** One that is held, by numbers that stay the same; a stack that is not known is less than 0. */
    private record Open(int name, double nanos, int borrowed, LongHold.State state, int use) {}

    /**
     * Adds an answer.
     *
     * @param own returns the number that stays the same for one of the recorder's
     * @param stack by that number
     */
    void add(RecordedHolds answer, IntUnaryOperator own, IntFunction<Stack> stack) {
        var open = new ArrayList<Open>();
        for (int i = 0; i < answer.held().size(); i++) {
            Hold each = answer.held().get(i);
            String state = i < answer.states().size() ? answer.states().get(i) : "";
            int use = i < answer.uses().size() ? answer.uses().get(i) : -1;
            open.add(new Open(
                    own.applyAsInt(each.name()),
                    each.heldNanos(),
                    each.request() < 0 ? -1 : own.applyAsInt((int) each.request()),
                    LongHold.State.named(state),
                    use < 0 ? -1 : own.applyAsInt(use)));
        }
        held = open;
        boolean told = answer.states().size() == open.size()
                && answer.states().stream().noneMatch(String::isEmpty);
        // Whoever waits for a connection of another pool is no one of those that wait here.
        if (told && stands(open, stack) && answer.waiting() >= requests(answer)) {
            stood = open;
            stoodWaiting = requests(answer);
        }
        answer.suspended().ifPresent(each -> {
            suspended = Optional.of(new Suspended(each.threads(), each.held(), own.applyAsInt(each.stack())));
            suspendedInUse = answer.before() + open.size();
        });
        streams = answer.asynchronous()
                .map(routes -> new Streams(
                        Math.min(routes.size(), streams.map(Streams::least).orElse(Integer.MAX_VALUE)),
                        byFrequency(routes)));
    }

    /** Counts the requests that hold connections. */
    private static int requests(RecordedHolds answer) {
        return (int) IntStream.range(0, answer.held().size())
                .filter(i -> answer.held().get(i).before() == 0)
                .filter(i -> LongHold.State.named(answer.states().get(i)) != LongHold.State.LEFT)
                .count();
    }

    private static boolean stands(List<Open> open, IntFunction<Stack> stack) {
        return open.stream().anyMatch(each -> waits(each, stack))
                && open.stream().allMatch(each -> each.state() == LongHold.State.LEFT || waits(each, stack));
    }

    private static boolean waits(Open each, IntFunction<Stack> stack) {
        return each.use() >= 0 && stack.apply(each.use()).kind() == HoldKind.CONNECTION;
    }

    /** Returns the last one of all connections of a pool of that size. */
    Optional<Standstill> standstill(int size, IntFunction<String> name, IntFunction<Stack> stack) {
        return stood.size() < size
                ? before(size, stack)
                : stood.stream()
                        .filter(each -> waits(each, stack))
                        .max(Comparator.comparing((Open each) -> each.borrowed() >= 0)
                                .thenComparingDouble(Open::nanos))
                        .map(each -> new Standstill(
                                stood.size(),
                                stoodWaiting,
                                name.apply(each.name()),
                                known(each.borrowed(), stack),
                                stack.apply(each.use())));
    }

    /** Returns one of connections that were handed out before: threads that can have all of them wait for another, and no other works. */
    private Optional<Standstill> before(int size, IntFunction<Stack> stack) {
        return suspended
                .filter(each -> each.held() >= size && suspendedInUse >= size)
                .map(each -> new Standstill(
                        suspendedInUse, each.threads(), "", Optional.empty(), stack.apply(each.stack())));
    }

    private static List<String> byFrequency(List<String> routes) {
        var counts = new LinkedHashMap<String, Integer>();
        routes.forEach(each -> counts.merge(each, 1, Integer::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    Optional<Streams> streams() {
        return streams;
    }

    /** Returns connection-seconds by the number of the name, of at most so many nanoseconds each. */
    Map<Integer, Double> seconds(double most) {
        var seconds = new HashMap<Integer, Double>();
        held.forEach(each -> seconds.merge(each.name(), Math.min(each.nanos(), most) / NANOS, Double::sum));
        return seconds;
    }

    /** Returns those that are held for {@link HoldStatistics#LEAK_SECONDS} or longer. */
    List<LongHold> longHolds(IntFunction<String> name, IntFunction<Stack> stack) {
        return held.stream()
                .filter(each -> each.nanos() / NANOS >= HoldStatistics.LEAK_SECONDS)
                .map(each -> new LongHold(
                        name.apply(each.name()),
                        each.nanos() / NANOS,
                        each.state(),
                        known(each.borrowed(), stack),
                        known(each.use(), stack)))
                .toList();
    }

    private static Optional<Stack> known(int number, IntFunction<Stack> stack) {
        return number < 0 ? Optional.empty() : Optional.of(stack.apply(number));
    }
}
