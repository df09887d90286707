package dev.poolfit.holders;

import dev.poolfit.holders.RecordedHolds.Hold;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Follows requests that hold several connections at once: how many each, and how many such requests at the same time. */
final class NestedHolds {
    /** The most connections that a request held at once, by the number of its name; those that hold one alone are left out. */
    private final Map<Integer, Integer> most = new HashMap<>();

    private int atOnce;

    /** A request begins to hold, or ends. */
    private record Change(long at, int step) {}

    /** @param own returns the number that stays the same for one of the recorder's */
    void add(RecordedHolds answer, IntUnaryOperator own) {
        List<Hold> holds =
                Stream.concat(answer.ended().stream(), answer.held().stream()).toList();
        holds.stream()
                .filter(each -> each.before() > 0)
                .forEach(each -> most.merge(own.applyAsInt(each.name()), each.before() + 1, Math::max));
        if (!most.isEmpty()) {
            atOnce = Math.max(
                    atOnce,
                    atOnce(holds.stream()
                            .filter(each -> each.before() == 0
                                    && !each.timedOut()
                                    && most.containsKey(own.applyAsInt(each.name())))
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
    int most(int name) {
        return most.getOrDefault(name, 1);
    }

    /** Returns the same of all names beside some. */
    int mostBeside(Set<Integer> names) {
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
}
