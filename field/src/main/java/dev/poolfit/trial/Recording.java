package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Records each second of one load, as load generator and probes reported it. Threads may write and read at once. */
final class Recording {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private final List<ClientSecond> client = new ArrayList<>();
    private final Map<Integer, Map<Metric, Double>> probed = new TreeMap<>();
    private final Time time;
    private final boolean growing;

    /** @param growing whether the rate of an open load grows, so that it is worth telling */
    Recording(Time time, boolean growing) {
        this.time = time;
        this.growing = growing;
    }

    void add(ClientSecond second) {
        lock.lock();
        try {
            client.add(second);
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds what the probes read in a second since the load started. */
    void add(int second, Map<Metric, Double> values) {
        lock.lock();
        try {
            var finite = new EnumMap<Metric, Double>(Metric.class);
            values.forEach((metric, value) -> {
                if (Double.isFinite(value)) {
                    finite.put(metric, value);
                }
            });
            probed.merge(second, finite, (earlier, later) -> {
                earlier.putAll(later);
                return earlier;
            });
        } finally {
            lock.unlock();
        }
    }

    /** Counts the seconds that the load generator has reported. */
    int seconds() {
        lock.lock();
        try {
            return client.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the load generator has reported more seconds, and returns whether it did within the patience. */
    boolean awaitBeyond(int seconds, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (client.size() <= seconds) {
                if (left <= 0) {
                    return false;
                }
                left = time.await(grown, left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the load generator's seconds in a window. */
    List<ClientSecond> client(int from, int to) {
        lock.lock();
        try {
            return List.copyOf(client.subList(Math.min(from, client.size()), Math.min(to, client.size())));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Counts good responses by tenth of a second in a window; empty where the load generator does not count them.
     *
     * @param from the first tenth since the load started
     * @param to the tenth after the last; the generator has reported it
     */
    Optional<int[]> tenths(int from, int to) {
        var tenths = new int[to - from];
        lock.lock();
        try {
            for (int i = from; i < to; i++) {
                List<Integer> second = client.get(i / ClientSecond.TENTHS).tenths();
                if (second.isEmpty()) {
                    return Optional.empty();
                }
                tenths[i - from] = second.get(i % ClientSecond.TENTHS);
            }
            return Optional.of(tenths);
        } finally {
            lock.unlock();
        }
    }

    /** Returns everything known of the seconds in a window, one sample a second of load. */
    List<Sample> samples(int from, int to) {
        lock.lock();
        try {
            var samples = new ArrayList<Sample>();
            for (int second = from; second < Math.min(to, client.size()); second++) {
                var values = new EnumMap<Metric, Double>(Metric.class);
                values.putAll(probed.getOrDefault(second, Map.of()));
                values.putAll(seen(client.get(second)));
                samples.add(new Sample(second, values));
            }
            return samples;
        } finally {
            lock.unlock();
        }
    }

    /** Numbers seconds that were picked out of a load as if they had followed each other from its start. */
    static List<Sample> renumbered(List<Sample> picked) {
        var samples = new ArrayList<Sample>();
        picked.forEach(each -> samples.add(new Sample(samples.size(), each.values())));
        return samples;
    }

    private Map<Metric, Double> seen(ClientSecond second) {
        var values = new EnumMap<Metric, Double>(Metric.class);
        values.put(Metric.THROUGHPUT, (double) second.good());
        values.put(Metric.FAILURES, (double) second.failed());
        if (growing) {
            values.put(Metric.OFFERED, (double) second.due());
        }
        values.put(Metric.USERS, second.users());
        values.put(Metric.CLIENT_CPU, second.cpu());
        if (second.due() > 0) {
            values.put(Metric.CLIENT_LATE, (double) second.late() / second.due());
        }
        if (second.latency().getTotalCount() > 0) {
            values.put(Metric.MEAN, second.latency().getMean() / 1000);
            values.put(Metric.P99, second.latency().getValueAtPercentile(99) / 1000.0);
        }
        return values;
    }
}
