package dev.poolfit.prometheus;

import dev.poolfit.metered.MeteredDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Reads what bounds the pools of a fleet, where the server knows it: autoscalers and databases. */
final class FleetBounds {
    private static final long MINUTE = 60;
    private static final String SCALED = "horizontalpodautoscaler";

    private final CoarseRange coarse;
    private final List<Series> replicas;

    FleetBounds(CoarseRange coarse) {
        this.coarse = coarse;
        replicas = coarse.aside("max by (" + String.join(", ", Labels.PLACE) + ", " + SCALED
                + ") (kube_horizontalpodautoscaler_spec_max_replicas)");
    }

    /** Returns how many instances there may be; of those that are told for several places, the one that contradicts no label. */
    OptionalInt replicas(Map<String, String> pool) {
        Map<String, String> place = Labels.place(pool);
        int[] told = replicas.stream()
                .filter(each -> Labels.service(pool).equals(each.labels().get(SCALED)) && each.values().length > 0)
                .filter(each -> Labels.place(each.labels()).entrySet().stream()
                        .allMatch(label -> place.getOrDefault(label.getKey(), label.getValue())
                                .equals(label.getValue())))
                .mapToInt(each -> (int) each.values()[each.values().length - 1])
                .distinct()
                .toArray();
        return told.length == 1 ? OptionalInt.of(told[0]) : OptionalInt.empty();
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
