package dev.poolfit.prometheus;

import dev.poolfit.metered.MeteredDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads what bounds the pools of a fleet, where the server knows it: autoscalers and databases. */
final class FleetBounds {
    private static final long MINUTE = 60;
    private static final String SCALED = "horizontalpodautoscaler";
    /** The characters of generated names (apimachinery, {@code util/rand}): none of which a word could come. */
    private static final String HASHED = "[bcdfghjklmnpqrstvwxz2456789]";

    private static final String TARGET = "scaletargetref_name";

    private final CoarseRange coarse;
    private final List<Series> replicas;
    /** Of each autoscaler what it scales, where that is told. */
    private final List<Map<String, String>> targets;

    FleetBounds(CoarseRange coarse) {
        this.coarse = coarse;
        String by = "max by (" + String.join(", ", Labels.PLACE) + ", " + SCALED;
        replicas = coarse.aside(by + ") (kube_horizontalpodautoscaler_spec_max_replicas)");
        targets = coarse.aside(by + ", " + TARGET + ") (kube_horizontalpodautoscaler_info)").stream()
                .map(Series::labels)
                .toList();
    }

    /**
     * Returns how many instances there may be; of those that are told for several places, the one that contradicts no label.
     *
     * @param instances the names of its instances
     */
    OptionalInt replicas(Map<String, String> pool, List<String> instances) {
        Map<String, String> place = Labels.place(pool);
        int[] told = replicas.stream()
                .filter(each -> each.values().length > 0
                        && (Labels.service(pool).equals(each.labels().get(SCALED))
                                || scales(target(each.labels()), Labels.service(pool), instances)))
                .filter(each -> Labels.place(each.labels()).entrySet().stream()
                        .allMatch(label -> place.getOrDefault(label.getKey(), label.getValue())
                                .equals(label.getValue())))
                .mapToInt(each -> (int) each.values()[each.values().length - 1])
                .distinct()
                .toArray();
        return told.length == 1 ? OptionalInt.of(told[0]) : OptionalInt.empty();
    }

    /** Returns what an autoscaler scales; what it is called itself, where that is not told. */
    private String target(Map<String, String> autoscaler) {
        return targets.stream()
                .filter(each -> autoscaler.entrySet().stream()
                        .allMatch(label -> label.getValue().equals(each.get(label.getKey()))))
                .map(each -> each.getOrDefault(TARGET, ""))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(autoscaler.getOrDefault(SCALED, ""));
    }

    /**
     * Returns whether a workload of Kubernetes runs a service: by its name, or by those of its pods, which are the workload's with a
     * hash and five characters behind it (Deployment), or a number (StatefulSet).
     */
    static boolean scales(String workload, String service, List<String> instances) {
        var pod = Pattern.compile(Pattern.quote(workload) + "-(" + HASHED + "{1,10}-" + HASHED + "{5}|[0-9]+)");
        return workload.equals(service)
                || !instances.isEmpty()
                        && instances.stream().allMatch(each -> pod.matcher(each).matches());
    }

    /** Returns the databases whose exporters tell their limit and their connections. */
    List<MeteredDatabase> databases() {
        var all = new ArrayList<MeteredDatabase>();
        add(all, "mysql_global_variables_max_connections", "max", "mysql_global_status_threads_connected");
        add(all, "pg_settings_max_connections", "sum", "pg_stat_activity_count");
        return all;
    }

    private void add(List<MeteredDatabase> all, String limit, String joined, String connected) {
        String by = " by (" + String.join(", ", Labels.PLACE) + ", instance) (";
        Map<Map<String, String>, Series> seen = coarse
                .aside("max_over_time((" + joined + by + connected + "))[" + coarse.step() + "s:" + MINUTE + "s])")
                .stream()
                .collect(Collectors.toMap(Series::labels, each -> each, (one, other) -> one));
        List<Series> limits = coarse.aside("max" + by + limit + ")");
        for (Series each : limits) {
            Series connections = seen.get(each.labels());
            if (each.values().length > 0 && connections != null) {
                all.add(new MeteredDatabase(
                        Labels.distinct(
                                each.labels(),
                                limits.stream().map(Series::labels).toList(),
                                Labels::exporter),
                        (int) each.values()[each.values().length - 1],
                        (int) Arrays.stream(connections.values()).max().orElse(0)));
            }
        }
    }
}
