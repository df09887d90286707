package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The connections that threads have now, those of each thread with the last one on top. No thread waits for another one. */
final class Held {
    private final ConcurrentHashMap<Thread, Hold> tops = new ConcurrentHashMap<>();

    /** The last one that a thread got, or null. */
    Hold top(Thread thread) {
        return tops.get(thread);
    }

    /** The last one that a thread got, and those outside it. */
    List<Hold> of(Thread thread) {
        return stack(tops.get(thread));
    }

    void put(Hold hold) {
        tops.put(hold.thread, hold);
    }

    void remove(Hold hold) {
        tops.computeIfPresent(hold.thread, (thread, top) -> top.without(hold));
    }

    /** Whether the thread still has what it had. */
    boolean has(Hold hold) {
        return of(hold.thread).contains(hold);
    }

    List<Hold> all() {
        List<Hold> all = new ArrayList<>();
        tops.values().forEach(top -> all.addAll(stack(top)));
        return all;
    }

    /** Those whose use a stack can show: the last one that each thread got, and what other threads use. */
    List<Hold> shown() {
        List<Hold> shown = new ArrayList<>();
        tops.values()
                .forEach(top -> stack(top).stream()
                        .filter(each -> !each.left && (each == top || each.user != null))
                        .forEach(shown::add));
        return shown;
    }

    /** Those that their threads have left. */
    List<Hold> left() {
        List<Hold> left = all();
        left.removeIf(each -> !each.left);
        return left;
    }

    /**
     * Removes the oldest.
     *
     * @param number how many; less than 1 is none
     * @param since the latest {@link System#nanoTime} at which one of them began
     */
    void removeOldest(int number, long since) {
        all().stream()
                .filter(each -> each.since - since < 0)
                .sorted(Comparator.comparingLong(each -> each.since - since))
                .limit(Math.max(0, number))
                .forEach(this::remove);
    }

    /**
     * The one that has been held for about so long, or null.
     *
     * @param now by {@link System#nanoTime}
     * @param held nanoseconds
     * @param tolerance nanoseconds
     */
    static Hold closest(Collection<Hold> holds, long now, long held, long tolerance) {
        Hold best = null;
        long least = Long.MAX_VALUE;
        for (Hold each : holds) {
            long off = Math.abs(now - each.since - held);
            if (off < least) {
                least = off;
                best = each;
            }
        }
        return least <= tolerance ? best : null;
    }

    private static List<Hold> stack(Hold top) {
        List<Hold> stack = new ArrayList<>(2);
        for (Hold each = top; each != null; each = each.outer) {
            stack.add(each);
        }
        return stack;
    }
}
