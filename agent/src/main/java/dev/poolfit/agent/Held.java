package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the connections that threads have now, each thread's last one on top. No thread waits for another one. */
final class Held {
    private final ConcurrentHashMap<Thread, Hold> tops = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Object, Hold> entries = new ConcurrentHashMap<>();

    /** Returns the last one that a thread got, or null. */
    Hold top(Thread thread) {
        return tops.get(thread);
    }

    List<Hold> of(Thread thread) {
        return stack(tops.get(thread));
    }

    /** Returns that of an entry of the pool, or null. */
    Hold at(Object entry) {
        return entries.get(entry);
    }

    void put(Hold hold) {
        Hold before = entries.put(hold.entry, hold);
        tops.put(hold.thread, hold);
        if (before != null) {
            remove(before);
        }
    }

    void remove(Hold hold) {
        entries.remove(hold.entry, hold);
        tops.computeIfPresent(hold.thread, (thread, top) -> top.without(hold));
    }

    boolean has(Hold hold) {
        return of(hold.thread).contains(hold);
    }

    List<Hold> all() {
        List<Hold> all = new ArrayList<>();
        tops.values().forEach(top -> all.addAll(stack(top)));
        return all;
    }

    /** Returns those whose use a stack can show: the last one that each thread got, and what other threads use. */
    List<Hold> shown() {
        List<Hold> shown = new ArrayList<>();
        tops.values()
                .forEach(top -> stack(top).stream()
                        .filter(each -> !each.left && (each == top || each.user != null))
                        .forEach(shown::add));
        return shown;
    }

    List<Hold> left() {
        List<Hold> left = all();
        left.removeIf(each -> !each.left);
        return left;
    }

    private static List<Hold> stack(Hold top) {
        List<Hold> stack = new ArrayList<>(2);
        for (Hold each = top; each != null; each = each.outer) {
            stack.add(each);
        }
        return stack;
    }
}
