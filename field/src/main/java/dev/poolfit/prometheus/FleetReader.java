package dev.poolfit.prometheus;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.metered.MeteredDatabase;
import dev.poolfit.metered.MeteredFleet;
import dev.poolfit.metered.MeteredPool;
import dev.poolfit.units.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;

/** Reads the connection pools of all services that a Prometheus server knows, and of their busiest hours each minute. */
public final class FleetReader {
    private static final long MINUTE = 60;
    /** The lengths of what is called a minute, parts of an hour. */
    private static final List<Long> MINUTES = List.of(60L, 120L, 180L, 240L, 300L, 360L, 600L, 720L, 900L, 1200L);

    /** A rate needs several readings. */
    private static final int READINGS = 4;

    private static final long SAMPLED = 300;

    /** So many readings fit into such a time, or one more. */
    private static final List<Long> USUAL_INTERVALS =
            List.of(1L, 2L, 5L, 10L, 15L, 20L, 30L, 45L, 60L, 90L, 120L, 180L, 300L);
    /** The figures that are asked for at once, so that an answer stays within some MiB. */
    private static final long POINTS = 150_000;

    private static final int MOST_NAMES = 8;
    private static final int LONGEST_NAME = 80;

    private static final List<PoolMetrics> KNOWN = List.of(
            PoolMetrics.MICROMETER,
            PoolMetrics.MICROMETER_BY_OPENTELEMETRY,
            PoolMetrics.HIKARICP,
            PoolMetrics.OPENTELEMETRY,
            PoolMetrics.OPENTELEMETRY_EARLIER);

    private final PrometheusAccess access;
    private final PrometheusServer server;
    private final CoarseRange coarse;
    private final DoubleConsumer done;
    private final long start;
    private final long end;
    private final Map<String, Integer> replicas = new HashMap<>();
    private final Set<String> unsized = new TreeSet<>();

    /**
     * @param start of the range that is looked at, in seconds since 1970, as is its end
     * @param done is told which share of the reading is done, 0 to 1
     */
    public FleetReader(PrometheusAccess access, long start, long end, DoubleConsumer done) {
        this.access = access;
        this.server = new PrometheusServer(access);
        this.done = done;
        this.start = start;
        this.end = end;
        coarse = new CoarseRange(server, start, end);
    }

    /**
     * Reads.
     *
     * @throws EnvironmentFailure if the server cannot be asked, or knows no pool
     */
    public MeteredFleet read() {
        Set<String> names = server.names(start, end);
        List<PoolMetrics> found = KNOWN.stream()
                .filter(each -> names.contains(each.holds() + "_sum") && names.contains(each.waits() + "_count"))
                .toList();
        if (found.isEmpty()) {
            throw nothing(names);
        }
        readReplicas();
        long minute = MINUTE;
        long interval = 1;
        var pools = new ArrayList<MeteredPool>();
        for (PoolMetrics metrics : found) {
            var labels = new Labels(metrics, access.match());
            long read = interval(metrics, labels);
            long length = MINUTES.stream()
                    .filter(each -> each >= READINGS * read)
                    .findFirst()
                    .orElse(BusyHours.HOUR);
            interval = Math.max(interval, read);
            minute = Math.max(minute, length);
            // Where both Micrometer and OpenTelemetry tell of a pool, the first counts.
            pools(metrics, labels, length, read).stream()
                    .filter(each -> pools.stream()
                            .noneMatch(other -> other.service().equals(each.service())
                                    && other.pool().equals(each.pool())))
                    .forEach(pools::add);
        }
        done.accept(1);
        // Another family of metrics may tell it.
        pools.forEach(each -> unsized.remove(each.service() + "/" + each.pool()));
        return new MeteredFleet(pools, minute, interval, databases(), List.copyOf(unsized));
    }

    private EnvironmentFailure nothing(Set<String> names) {
        List<String> similar = names.stream()
                .filter(each -> each.matches("(?i).*(hikari|pool|connection).*"))
                .sorted()
                .limit(MOST_NAMES)
                .map(each -> PlainText.shortened(PlainText.line(each), LONGEST_NAME))
                .toList();
        return new EnvironmentFailure(
                "Prometheus at " + access.url() + " has no holds and waits of connection pools in this range"
                        + (access.match().isEmpty() ? "" : " for " + access.match()) + "; looked for "
                        + KNOWN.stream().map(each -> each.holds() + "_sum").collect(Collectors.joining(", ")),
                "publish HikariCP's metrics by Micrometer or OpenTelemetry, or correct --match and --range"
                        + (similar.isEmpty() ? "" : "; metrics with similar names: " + String.join(", ", similar)));
    }

    /** Returns how often the services are read, the slowest of those that were there for ten minutes. */
    private long interval(PoolMetrics metrics, Labels labels) {
        String counts = "max by (" + labels.instances() + ") (count_over_time("
                + labels.selector(metrics.waits() + "_count", "") + "[" + SAMPLED + "s]))";
        List<Series> all = coarse.of(counts);
        double most = all.stream()
                .filter(each -> each.times().length > 0
                        && each.times()[each.times().length - 1] - each.times()[0] >= 2 * SAMPLED)
                .mapToDouble(FleetReader::most)
                .min()
                .orElse(all.stream().mapToDouble(FleetReader::most).max().orElse(1));
        double about = SAMPLED / Math.max(0.5, most - 0.5);
        return USUAL_INTERVALS.stream()
                .min(Comparator.comparingDouble(each -> Math.abs(Math.log(each / about))))
                .orElse(MINUTE);
    }

    private static double most(Series series) {
        return Arrays.stream(series.values()).max().orElse(0);
    }

    private List<MeteredPool> pools(PoolMetrics metrics, Labels labels, long minute, long interval) {
        BusyHours busy = busyHours(metrics, labels, minute);
        Map<Map<String, String>, Double> maxima = maxima(metrics, labels);
        Map<Map<String, String>, Double> timeouts = coarse.timeouts(metrics, labels, minute);
        Map<Map<String, String>, Integer> exhausted = coarse.exhausted(metrics, labels);
        Set<String> twice = inSeveralNamespaces(busy.pools());
        var all = new ArrayList<MeteredPool>();
        int count = 0;
        for (Map<String, String> pool : busy.pools()) {
            var minutes = new PoolMinutes(server, metrics, labels, pool, minute, interval);
            busy.of(pool).forEach(minutes::read);
            String service = Labels.service(pool);
            String named = twice.contains(service) ? Labels.namespace(pool) + "/" + service : service;
            double maximum = maxima.getOrDefault(pool, Double.NaN);
            if (maximum >= 1) {
                all.add(new MeteredPool(
                        named,
                        labels.poolName(pool),
                        busy.atOnce(pool),
                        (int) maximum,
                        replicas(Labels.namespace(pool), service),
                        minutes.instances(),
                        new MeteredPool.Aside(
                                timeouts.getOrDefault(pool, Double.NaN), exhausted.getOrDefault(pool, 0))));
            } else if (Double.isNaN(maximum)) {
                unsized.add(named + "/" + labels.poolName(pool));
            }
            done.accept(0.5 + 0.5 * ++count / busy.pools().size());
        }
        return all;
    }

    private static Set<String> inSeveralNamespaces(List<Map<String, String>> pools) {
        var spaces = new TreeMap<String, Set<String>>();
        pools.forEach(each -> spaces.computeIfAbsent(Labels.service(each), unknown -> new HashSet<>())
                .add(Labels.namespace(each)));
        return spaces.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private BusyHours busyHours(PoolMetrics metrics, Labels labels, long minute) {
        var busy = new BusyHours(labels);
        String counted = "max by (" + labels.instances() + ") (rate("
                + labels.selector(metrics.holds() + "_sum", "") + "[" + minute + "s])) * "
                + metrics.holdUnit();
        String active = "max by (" + labels.instances() + ") (max_over_time("
                + labels.selector(metrics.active(), metrics.activeMatch()) + "[" + minute + "s]))";
        // The first answer tells how many series there are, and with it how long the next parts may be; more may come
        // later.
        long steps = 60;
        for (long from = start; from < end; ) {
            long until = Math.min(end, from + (steps - 1) * minute);
            List<Series> part = server.range(counted, from, until, minute);
            busy.add(part, server.range(active, from, until, minute));
            steps = Math.max(
                    60, Math.min(Math.min(2 * steps, PrometheusServer.MOST_POINTS), POINTS / Math.max(1, part.size())));
            from = until + minute;
            done.accept(0.5 * (Math.min(end, from) - start) / (end - start));
        }
        return busy;
    }

    private Map<Map<String, String>, Double> maxima(PoolMetrics metrics, Labels labels) {
        var maxima = new HashMap<Map<String, String>, Double>();
        String query = "max by (" + labels.instances() + ") (" + labels.selector(metrics.maximum(), "") + ")";
        var latest = new HashMap<Map<String, String>, Double>();
        for (Series each : coarse.of(query)) {
            int last = each.times().length - 1;
            Map<String, String> pool = labels.pool(each.labels());
            if (last < 0) {
                continue;
            }
            double at = each.times()[last];
            double before = latest.getOrDefault(pool, 0.0);
            if (at >= before) {
                latest.put(pool, at);
                maxima.merge(pool, each.values()[last], at > before ? (old, value) -> value : Math::max);
            }
        }
        // What has ended has nothing to give back.
        double gone = end - Math.max(BusyHours.HOUR, 2.0 * coarse.step());
        maxima.replaceAll((each, value) -> latest.getOrDefault(each, 0.0) < gone ? 0 : value);
        return maxima;
    }

    private void readReplicas() {
        for (Series each : coarse.aside(
                "max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_spec_max_replicas)")) {
            if (each.values().length > 0) {
                replicas.put(
                        Labels.namespace(each.labels()) + "/"
                                + each.labels().getOrDefault("horizontalpodautoscaler", ""),
                        (int) each.values()[each.values().length - 1]);
            }
        }
    }

    private OptionalInt replicas(String namespace, String service) {
        Integer most = replicas.get(namespace + "/" + service);
        return most == null ? OptionalInt.empty() : OptionalInt.of(most);
    }

    private List<MeteredDatabase> databases() {
        var all = new ArrayList<MeteredDatabase>();
        add(all, "mysql_global_variables_max_connections", "max", "mysql_global_status_threads_connected");
        add(all, "pg_settings_max_connections", "sum", "pg_stat_activity_count");
        return all;
    }

    private void add(List<MeteredDatabase> all, String limit, String joined, String connected) {
        Map<String, Series> seen = coarse
                .aside("max_over_time((" + joined + " by (instance) (" + connected + "))[" + coarse.step() + "s:"
                        + MINUTE + "s])")
                .stream()
                .collect(Collectors.toMap(
                        each -> each.labels().getOrDefault("instance", ""), each -> each, (one, other) -> one));
        for (Series each : coarse.aside("max by (instance) (" + limit + ")")) {
            String instance = each.labels().getOrDefault("instance", "");
            Series connections = seen.get(instance);
            if (each.values().length > 0 && connections != null) {
                all.add(new MeteredDatabase(
                        instance, (int) each.values()[each.values().length - 1], (int) most(connections)));
            }
        }
    }
}
