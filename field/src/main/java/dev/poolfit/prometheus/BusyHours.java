package dev.poolfit.prometheus;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the hours in which an instance of a service had the most connections in use. */
final class BusyHours {
    static final long HOUR = 3600;
    private static final int MOST_HOURS = 3;
    /** A share of the time in which more instances may be there, such as while a new version is rolled out. */
    private static final double ROLLED_OUT = 0.05;

    private final Labels labels;
    private final Map<Map<String, String>, Busy> pools = new LinkedHashMap<>();

    private static final class Busy {
        private final Map<Long, Double> hours = new HashMap<>();
        /** For how many minutes so many instances were there. */
        private final NavigableMap<Integer, Integer> instances = new TreeMap<>();
    }

    BusyHours(Labels labels) {
        this.labels = labels;
    }

    /**
     * Adds a part of the range.
     *
     * @param counted connections in use, by the counter of their holds, which for a hold of an hour is far too much at its end
     * @param active the most that was seen in use; of no instance where that is not told
     * @param only the pools that are added, by their labels
     */
    void add(List<Series> counted, List<Series> active, Predicate<Map<String, String>> only) {
        var seen = new HashMap<Map<String, String>, Map<Long, Double>>();
        for (Series each : active) {
            var values = seen.computeIfAbsent(each.labels(), unknown -> new HashMap<>());
            for (int i = 0; i < each.times().length; i++) {
                values.put((long) each.times()[i], each.values()[i]);
            }
        }
        var there = new HashMap<Map<String, String>, Map<Long, Integer>>();
        for (Series each : counted) {
            Map<String, String> pool = labels.pool(each.labels());
            if (!only.test(pool)) {
                continue;
            }
            Busy busy = pools.computeIfAbsent(pool, unknown -> new Busy());
            Map<Long, Integer> instances = there.computeIfAbsent(pool, unknown -> new HashMap<>());
            Map<Long, Double> most = seen.getOrDefault(each.labels(), Map.of());
            for (int i = 0; i < each.times().length; i++) {
                long at = (long) each.times()[i];
                double load = Math.min(each.values()[i], most.getOrDefault(at, Double.POSITIVE_INFINITY) + 1);
                instances.merge(at, 1, Integer::sum);
                if (load > 0) {
                    // What is told for the end of an hour belongs to it.
                    busy.hours.merge((at - 1) / HOUR, load, Math::max);
                }
            }
        }
        there.forEach((pool, minutes) ->
                minutes.values().forEach(count -> busy(pool).instances.merge(count, 1, Integer::sum)));
    }

    private Busy busy(Map<String, String> pool) {
        return pools.getOrDefault(pool, new Busy());
    }

    /** Returns the labels of the pools. */
    List<Map<String, String>> pools() {
        return List.copyOf(pools.keySet());
    }

    /** Returns the busiest hours of a pool, each by its begin in seconds since 1970, in rising order; none without traffic. */
    List<Long> of(Map<String, String> pool) {
        return busy(pool).hours.entrySet().stream()
                .sorted(Map.Entry.<Long, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_HOURS)
                .map(each -> each.getKey() * HOUR)
                .sorted()
                .collect(Collectors.toList());
    }

    /** Returns how many instances were there at once, except for a short time with more. */
    int atOnce(Map<String, String> pool) {
        NavigableMap<Integer, Integer> instances = busy(pool).instances;
        int all = instances.values().stream().mapToInt(Integer::intValue).sum();
        int minutes = 0;
        for (Map.Entry<Integer, Integer> each : instances.entrySet()) {
            minutes += each.getValue();
            if (minutes >= (1 - ROLLED_OUT) * all) {
                return each.getKey();
            }
        }
        return 1;
    }
}
