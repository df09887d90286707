package dev.poolfit.prometheus;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.metered.MeteredFleet;
import dev.poolfit.metered.MeteredInstance;
import dev.poolfit.metered.MeteredPool;
import dev.poolfit.metered.Sampling;
import dev.poolfit.units.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    private final List<PoolSeries> unsized = new ArrayList<>();

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
        var bounds = new FleetBounds(coarse);
        var pools = new LinkedHashMap<PoolSeries, MeteredPool>();
        for (int at = 0; at < found.size(); at++) {
            double before = at / (double) found.size();
            double share = 1.0 / found.size();
            // Where both Micrometer and OpenTelemetry tell of a pool, the first counts.
            List<PoolSeries> earlier = List.copyOf(pools.keySet());
            pools.putAll(pools(
                    found.get(at),
                    bounds,
                    pool -> earlier.stream().noneMatch(pool::isSameAs),
                    each -> done.accept(before + share * each)));
        }
        done.accept(1);
        // Another family of metrics may tell it.
        unsized.removeIf(each -> pools.keySet().stream().anyMatch(each::isSameAs));
        List<Map<String, String>> all = Stream.concat(pools.keySet().stream(), unsized.stream())
                .map(PoolSeries::labels)
                .toList();
        return new MeteredFleet(
                pools.entrySet().stream()
                        .map(each -> each.getValue().named(each.getKey().name(all)))
                        .toList(),
                bounds.databases(),
                unsized.stream()
                        .map(each -> each.name(all) + "/" + each.pool())
                        .distinct()
                        .sorted()
                        .toList());
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

    /** Returns how often each pool is read, by the slowest read of its instances that were there for ten minutes. */
    private Map<Map<String, String>, Sampling> samplings(PoolMetrics metrics, Labels labels) {
        String counts = "max by (" + labels.instances() + ") (count_over_time("
                + labels.selector(metrics.waits() + "_count", "") + "[" + SAMPLED + "s]))";
        return coarse.of(counts).stream()
                .collect(Collectors.groupingBy(
                        each -> labels.pool(each.labels()),
                        Collectors.collectingAndThen(Collectors.toList(), FleetReader::sampling)));
    }

    private static Sampling sampling(List<Series> instances) {
        double most = instances.stream()
                .filter(each -> each.times().length > 0
                        && each.times()[each.times().length - 1] - each.times()[0] >= 2 * SAMPLED)
                .mapToDouble(FleetReader::most)
                .min()
                .orElse(instances.stream().mapToDouble(FleetReader::most).max().orElse(1));
        double about = SAMPLED / Math.max(0.5, most - 0.5);
        long interval = USUAL_INTERVALS.stream()
                .min(Comparator.comparingDouble(each -> Math.abs(Math.log(each / about))))
                .orElse(MINUTE);
        return new Sampling(
                interval,
                MINUTES.stream()
                        .filter(each -> each >= READINGS * interval)
                        .findFirst()
                        .orElse(BusyHours.HOUR));
    }

    private static double most(Series series) {
        return Arrays.stream(series.values()).max().orElse(0);
    }

    private Map<PoolSeries, MeteredPool> pools(
            PoolMetrics metrics, FleetBounds bounds, Predicate<PoolSeries> wanted, DoubleConsumer read) {
        var labels = new Labels(metrics, access.match());
        Map<Map<String, String>, Sampling> samplings = samplings(metrics, labels);
        // A pool that came and went between two points of the range has no sampling of its own.
        Sampling usual = samplings.values().stream()
                .min(Comparator.comparingLong(Sampling::interval))
                .orElse(new Sampling(MINUTE / READINGS, MINUTE));
        List<Long> minutes = samplings.isEmpty()
                ? List.of(usual.minute())
                : samplings.values().stream().map(Sampling::minute).distinct().toList();
        var busy = new BusyHours(labels);
        var timeouts = new HashMap<Map<String, String>, Double>();
        var asked = new HashMap<Long, Map<Map<String, String>, Double>>();
        for (int at = 0; at < minutes.size(); at++) {
            long minute = minutes.get(at);
            double before = at;
            Predicate<Map<String, String>> so =
                    pool -> samplings.getOrDefault(pool, usual).minute() == minute;
            readHours(metrics, labels, minute, so, busy, share -> read.accept((before + share) / minutes.size() / 2));
            asked.computeIfAbsent(coarse.window(minute), window -> coarse.timeouts(metrics, labels, window))
                    .forEach((pool, count) -> {
                        if (so.test(pool)) {
                            timeouts.put(pool, count);
                        }
                    });
        }
        Map<Map<String, String>, Double> maxima = maxima(metrics, labels);
        Map<Map<String, String>, Integer> exhausted = coarse.exhausted(metrics, labels);
        var all = new LinkedHashMap<PoolSeries, MeteredPool>();
        int count = 0;
        for (Map<String, String> pool : busy.pools()) {
            read.accept(0.5 + 0.5 * count++ / busy.pools().size());
            var series = new PoolSeries(pool, labels.poolName(pool));
            if (!wanted.test(series)) {
                continue;
            }
            Sampling sampling = samplings.getOrDefault(pool, usual);
            var hours = new PoolMinutes(server, metrics, labels, pool, sampling);
            busy.of(pool).forEach(hours::read);
            List<MeteredInstance> instances = hours.instances();
            double maximum = maxima.getOrDefault(pool, Double.NaN);
            if (maximum >= 1) {
                all.put(
                        series,
                        new MeteredPool(
                                Labels.service(pool),
                                series.pool(),
                                busy.atOnce(pool),
                                (int) maximum,
                                bounds.replicas(
                                        pool,
                                        instances.stream()
                                                .map(MeteredInstance::name)
                                                .toList()),
                                sampling,
                                instances,
                                new MeteredPool.Aside(
                                        timeouts.getOrDefault(pool, Double.NaN), exhausted.getOrDefault(pool, 0))));
            } else if (Double.isNaN(maximum)) {
                unsized.add(series);
            }
        }
        return all;
    }

    /** Reads the whole range for the pools whose minutes are so long. */
    private void readHours(
            PoolMetrics metrics,
            Labels labels,
            long minute,
            Predicate<Map<String, String>> pools,
            BusyHours busy,
            DoubleConsumer read) {
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
            busy.add(part, server.range(active, from, until, minute), pools);
            steps = Math.max(
                    60, Math.min(Math.min(2 * steps, PrometheusServer.MOST_POINTS), POINTS / Math.max(1, part.size())));
            from = until + minute;
            read.accept((double) (Math.min(end, from) - start) / (end - start));
        }
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
}
