package dev.poolfit.draft;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Merges requests that differ in a number alone, with the numbers' range and the smallest weights.
 *
 * @param weights the most frequent first
 * @param requests the number of these requests
 */
record PathMix(Map<String, Integer> weights, int requests) {
    private static final int MOST = 20;
    private static final Pattern NUMBER = Pattern.compile("(?<=[/=])\\d{1,9}(?=[/?&]|$)");

    /** @param paths paths with their queries, one for each request */
    static PathMix of(List<String> paths) {
        Map<String, List<String>> alike = paths.stream()
                .collect(Collectors.groupingBy(
                        path -> NUMBER.matcher(path).replaceAll("#"), LinkedHashMap::new, Collectors.toList()));
        List<List<String>> frequent = alike.values().stream()
                .sorted(Comparator.comparingInt(each -> -each.size()))
                .limit(MOST)
                .toList();
        int divisor = frequent.stream().map(List::size).reduce(0, PathMix::divisor);
        return new PathMix(
                frequent.stream()
                        .collect(Collectors.toMap(
                                PathMix::template,
                                each -> each.size() / Math.max(1, divisor),
                                Integer::sum,
                                LinkedHashMap::new)),
                frequent.stream().mapToInt(List::size).sum());
    }

    private static int divisor(int one, int other) {
        return other == 0 ? one : divisor(other, one % other);
    }

    /** Writes a path with the range of what stood there in place of each number. */
    private static String template(List<String> alike) {
        List<TreeSet<Integer>> numbers = new ArrayList<>();
        for (String path : alike) {
            Matcher found = NUMBER.matcher(path);
            for (int i = 0; found.find(); i++) {
                if (numbers.size() <= i) {
                    numbers.add(new TreeSet<>());
                }
                numbers.get(i).add(Integer.valueOf(found.group()));
            }
        }
        var places = numbers.iterator();
        Function<TreeSet<Integer>, String> range =
                values -> values.size() == 1 ? "" + values.first() : "{" + values.first() + ".." + values.last() + "}";
        return NUMBER.matcher(alike.get(0)).replaceAll(place -> range.apply(places.next()));
    }
}
