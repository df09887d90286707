package dev.poolfit.prometheus;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The labels that tell services, their instances and their pools apart. */
final class Labels {
    /** The first of them that is there names the service. */
    private static final List<String> SERVICE = List.of("application", "service_name", "service", "app", "job");

    /** They tell services of the same name apart. */
    static final List<String> PLACE = List.of("cluster", "environment", "env", "namespace");
    /** The first of them that is there names the instance. */
    private static final List<String> INSTANCE = List.of("pod", "service_instance_id", "instance");

    private final PoolMetrics metrics;
    private final String match;

    Labels(PoolMetrics metrics, String match) {
        this.metrics = metrics;
        this.match = match;
    }

    /** Returns the labels that series are summed by, as a query lists them. */
    String instances() {
        return Stream.of(SERVICE, PLACE, INSTANCE, List.of(metrics.pool()))
                .flatMap(List::stream)
                .collect(Collectors.joining(", "));
    }

    /** Returns the labels that the pools of all instances of a service have in common. */
    Map<String, String> pool(Map<String, String> series) {
        var kept = new TreeMap<>(series);
        kept.keySet().removeAll(INSTANCE);
        return kept;
    }

    String instance(Map<String, String> series) {
        return first(INSTANCE, series);
    }

    static String service(Map<String, String> series) {
        return first(SERVICE, series);
    }

    /** Returns the labels that tell where a service runs. */
    static Map<String, String> place(Map<String, String> series) {
        var kept = new TreeMap<>(series);
        kept.keySet().retainAll(PLACE);
        return kept;
    }

    /** Returns the exporter of a database, by the address at which it is asked. */
    static String exporter(Map<String, String> series) {
        return series.getOrDefault("instance", "");
    }

    /**
     * Returns a name, behind those labels of its place by which it differs from others of the same name.
     *
     * @param all labels of all that have a name
     */
    static String distinct(
            Map<String, String> series, List<Map<String, String>> all, Function<Map<String, String>, String> name) {
        String own = name.apply(series);
        Stream<String> different = PLACE.stream()
                .filter(label -> all.stream()
                        .filter(other -> name.apply(other).equals(own))
                        .anyMatch(other -> !other.getOrDefault(label, "").equals(series.getOrDefault(label, ""))))
                .map(label -> series.getOrDefault(label, ""))
                .filter(value -> !value.isEmpty());
        return Stream.concat(different, Stream.of(own)).collect(Collectors.joining("/"));
    }

    String poolName(Map<String, String> series) {
        return series.getOrDefault(metrics.pool(), "");
    }

    private static String first(List<String> names, Map<String, String> series) {
        return names.stream()
                .map(each -> series.getOrDefault(each, ""))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns a selector of the series of a metric. */
    String selector(String metric, String more) {
        return metric + braces(Stream.of(match, more));
    }

    /** Returns a selector of the series of one pool: what it has no label for must be without it, too. */
    String selector(String metric, String more, Map<String, String> pool) {
        return metric
                + braces(Stream.concat(
                        Stream.of(match, more),
                        Stream.of(SERVICE, PLACE, List.of(metrics.pool()))
                                .flatMap(List::stream)
                                .map(each -> each + "=\"" + escaped(pool.getOrDefault(each, "")) + "\"")));
    }

    private static String braces(Stream<String> matchers) {
        return matchers.filter(each -> !each.isEmpty()).collect(Collectors.joining(",", "{", "}"));
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
