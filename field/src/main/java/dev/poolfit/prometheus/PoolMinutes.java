package dev.poolfit.prometheus;

import dev.poolfit.metered.MeteredInstance;
import dev.poolfit.metered.MeteredMinute;
import dev.poolfit.metered.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the minutes of a pool's busiest hours, of each instance. */
final class PoolMinutes {
    private static final int MOST = 1_000_000;

    private final PrometheusServer server;
    private final PoolMetrics metrics;
    private final Labels labels;
    private final Map<String, String> pool;
    private final long minute;
    private final long interval;
    private final Map<String, Instance> instances = new TreeMap<>();

    /** The figures of an instance by the time at which they were told. */
    private static final class Instance {
        private final NavigableMap<Long, Double> borrows = new TreeMap<>();
        private final NavigableMap<Long, Double> counted = new TreeMap<>();
        private final NavigableMap<Long, Double> waited = new TreeMap<>();
        private final NavigableMap<Long, Double> timeouts = new TreeMap<>();
        private final NavigableMap<Long, Double> maximum = new TreeMap<>();
        private final NavigableMap<Long, Double> active = new TreeMap<>();
        private final NavigableMap<Long, Double> pending = new TreeMap<>();
    }

    private interface Figure {
        NavigableMap<Long, Double> of(Instance instance);
    }

    PoolMinutes(
            PrometheusServer server, PoolMetrics metrics, Labels labels, Map<String, String> pool, Sampling sampling) {
        this.server = server;
        this.metrics = metrics;
        this.labels = labels;
        this.pool = pool;
        this.minute = sampling.minute();
        this.interval = sampling.interval();
    }

    /** Reads an hour. */
    void read(long hour) {
        rate(metrics.waits() + "_count", 1, hour, each -> each.borrows);
        rate(metrics.holds() + "_sum", metrics.holdUnit(), hour, each -> each.counted);
        rate(metrics.waits() + "_sum", metrics.waitUnit(), hour, each -> each.waited);
        rate(metrics.timeouts(), 1, hour, each -> each.timeouts);
        gauge(metrics.maximum(), "", minute, hour, each -> each.maximum);
        gauge(metrics.active(), metrics.activeMatch(), interval, hour, each -> each.active);
        gauge(metrics.pending(), "", interval, hour, each -> each.pending);
    }

    private void rate(String metric, double unit, long hour, Figure figure) {
        read("rate(" + labels.selector(metric, "", pool) + "[" + minute + "s])", unit, minute, hour, figure);
    }

    private void gauge(String metric, String match, long step, long hour, Figure figure) {
        read(labels.selector(metric, match, pool), 1, step, hour, figure);
    }

    private void read(String query, double unit, long step, long hour, Figure figure) {
        String sums = "max by (" + labels.instances() + ") (" + query + ")";
        for (Series each : server.range(sums, hour + step, hour + BusyHours.HOUR, step)) {
            Instance instance = instances.computeIfAbsent(labels.instance(each.labels()), unknown -> new Instance());
            for (int i = 0; i < each.times().length; i++) {
                double value = each.values()[i] * unit;
                if (value >= 0 && value < MOST) {
                    figure.of(instance).put((long) each.times()[i], value);
                }
            }
        }
    }

    /** Returns the minutes of each instance that had traffic. */
    List<MeteredInstance> instances() {
        var all = new ArrayList<MeteredInstance>();
        instances.forEach((name, each) -> {
            List<MeteredMinute> minutes = minutes(each);
            if (!minutes.isEmpty()) {
                all.add(new MeteredInstance(name, minutes));
            }
        });
        return all;
    }

    private List<MeteredMinute> minutes(Instance instance) {
        var minutes = new ArrayList<MeteredMinute>();
        instance.borrows.forEach((end, borrows) -> {
            Double counted = instance.counted.get(end);
            Double maximum = instance.maximum.get(end);
            if (borrows <= 0 || counted == null || maximum == null || maximum < 1) {
                return;
            }
            var active = instance.active.subMap(end - minute, false, end, true);
            var looked = new TreeSet<>(active.keySet());
            looked.addAll(
                    instance.pending.subMap(end - minute, false, end, true).keySet());
            int full = (int) looked.stream()
                    .filter(at -> active.getOrDefault(at, 0.0) >= maximum || instance.pending.getOrDefault(at, 0.0) > 0)
                    .count();
            minutes.add(new MeteredMinute(
                    end - minute,
                    borrows,
                    counted,
                    instance.waited.getOrDefault(end, 0.0),
                    instance.timeouts.getOrDefault(end, 0.0),
                    maximum.intValue(),
                    active.values().stream().map(Double::intValue).toList(),
                    full));
        });
        return minutes;
    }
}
