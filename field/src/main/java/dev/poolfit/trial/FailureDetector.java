package dev.poolfit.trial;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.service.Probe;
import dev.poolfit.service.RunningService;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Watches whether service and database live while load runs, so that a broken trial ends at once with its reason. */
final class FailureDetector {
    /** The seconds in a row without an answer that make a failure of what may have been a hiccup. */
    private static final int PATIENCE = 3;

    private final RunningService service;
    private final Map<String, Integer> silent = new ConcurrentHashMap<>();
    private final Map<String, Probe> probes = new ConcurrentHashMap<>();

    FailureDetector(RunningService service) {
        this.service = service;
    }

    /** Notes that a probe could not be read, or could again. */
    void unreadable(Probe probe, boolean failed) {
        probes.put(probe.name(), probe);
        silent.merge(probe.name(), 1, (before, one) -> failed ? before + one : 0);
    }

    void check(List<ClientSecond> client) {
        if (!service.alive()) {
            throw service.gone();
        }
        for (Probe probe : probes.values()) {
            if (probe.subject() == Probe.Subject.DATABASE && silent.getOrDefault(probe.name(), 0) >= PATIENCE) {
                throw new EnvironmentFailure(
                        "the database has not answered for " + PATIENCE + " s (" + probe.name() + ")",
                        "start it again, then tune with --resume; finished trials are kept");
            }
        }
        if (client.stream().anyMatch(second -> second.failures().containsKey(LoadGuard.NOT_ALLOWED))) {
            throw new EnvironmentFailure(
                    "the script has requests for a host that the experiment does not name; none of them was sent",
                    "name the host under load.allow-hosts if it may be put under load, or correct the script");
        }
        List<ClientSecond> recent = client.subList(Math.max(0, client.size() - 2 * PATIENCE), client.size());
        if (recent.size() == 2 * PATIENCE
                && recent.stream().allMatch(second -> second.good() == 0 && onlyConnectionFailures(second))) {
            throw new EnvironmentFailure(
                    "the service accepts no connections any more: " + causes(recent),
                    "see its log; finished trials are kept");
        }
    }

    /** Fails where no request at all succeeded: the requests are wrong, whatever the settings. */
    void requireSomeSuccess(List<ClientSecond> client) {
        if (client.stream().allMatch(second -> second.good() == 0)) {
            throw new EnvironmentFailure(
                    "no request succeeded while warming up: " + causes(client),
                    "correct load.requests (or the script), or the status that they expect; or raise load.timeout");
        }
    }

    private static boolean onlyConnectionFailures(ClientSecond second) {
        return second.failed() > 0
                && second.failures().keySet().stream().allMatch(cause -> cause.startsWith("connection"));
    }

    private static String causes(List<ClientSecond> client) {
        var causes = new HashMap<String, Long>();
        client.forEach(second -> second.failures().forEach((cause, count) -> causes.merge(cause, count, Long::sum)));
        return causes.isEmpty()
                ? "none ended"
                : causes.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .limit(3)
                        .map(entry -> entry.getValue() + " × " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }
}
