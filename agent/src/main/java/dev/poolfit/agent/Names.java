package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers texts, as many as there is room for; all others share one number. */
final class Names {
    /** The number of all that have none of their own. */
    static final int OTHER = 0;

    private static final int MOST = 8192;

    private final ConcurrentHashMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final List<String> fresh = new ArrayList<>();
    private int next;

    Names() {
        number("(other)");
    }

    /** Returns the number of a text, the same each time. */
    int number(String text) {
        Integer known = numbers.get(text);
        return known == null ? register(text) : known;
    }

    private synchronized int register(String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        if (next == MOST) {
            return OTHER;
        }
        numbers.put(text, next);
        fresh.add(text);
        return next++;
    }

    /** Returns the texts that got a number since the last call, in the order of their numbers. */
    synchronized String[] drain() {
        String[] drained = fresh.toArray(new String[0]);
        fresh.clear();
        return drained;
    }
}
