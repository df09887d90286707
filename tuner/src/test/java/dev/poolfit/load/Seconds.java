package dev.poolfit.load;

import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** The seconds that a load has reported so far. */
final class Seconds implements Consumer<ClientSecond> {
    private final List<ClientSecond> seconds = new CopyOnWriteArrayList<>();

    @Override
    public void accept(ClientSecond second) {
        seconds.add(second);
    }

    /** Waits for so many whole seconds. */
    Seconds awaitAtLeast(int count) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> seconds.size() >= count);
        return this;
    }

    List<ClientSecond> all() {
        return seconds;
    }

    long sum(ToLongFunction<ClientSecond> of) {
        return seconds.stream().mapToLong(of).sum();
    }

    double cpu() {
        return seconds.stream().mapToDouble(ClientSecond::cpu).average().orElse(0);
    }

    Map<String, Long> failures() {
        Map<String, Long> failures = new TreeMap<>();
        seconds.forEach(second -> second.failures().forEach((cause, count) -> failures.merge(cause, count, Long::sum)));
        return failures;
    }

    Histogram latency() {
        var all = new Histogram(3);
        seconds.forEach(second -> all.add(second.latency()));
        return all;
    }
}
