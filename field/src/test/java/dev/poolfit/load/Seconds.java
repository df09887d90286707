package dev.poolfit.load;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.testing.Patience;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** The seconds that a load has reported so far. */
public final class Seconds implements Consumer<ClientSecond> {
    private final List<ClientSecond> seconds = new CopyOnWriteArrayList<>();

    @Override
    public void accept(ClientSecond second) {
        seconds.add(second);
    }

    /** Waits for so many whole seconds. */
    Seconds awaitAtLeast(int count) {
        Patience.await().until(() -> seconds.size() >= count);
        return this;
    }

    /** Whether so many requests have ended, well or not, in the seconds reported so far. */
    public boolean answered(long requests) {
        return sum(ClientSecond::good) + sum(ClientSecond::failed) >= requests;
    }

    /** Whether a second so far had so many users. */
    public boolean hadUsers(int users) {
        return seconds.stream().anyMatch(second -> second.users() == users);
    }

    public List<ClientSecond> all() {
        return seconds;
    }

    public long sum(ToLongFunction<ClientSecond> of) {
        return seconds.stream().mapToLong(of).sum();
    }

    public Map<String, Long> failures() {
        Map<String, Long> failures = new TreeMap<>();
        seconds.forEach(second -> second.failures().forEach((cause, count) -> failures.merge(cause, count, Long::sum)));
        return failures;
    }

    public Histogram latency() {
        var all = new Histogram(3);
        seconds.forEach(second -> all.add(second.latency()));
        return all;
    }
}
