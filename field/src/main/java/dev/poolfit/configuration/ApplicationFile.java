package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.FindingOrder;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.units.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the settings of a Spring Boot service from its {@code application.yml} or {@code application.properties}. What
 * it leaves out has HikariCP's default where that is certain. No other value is kept, a password least of all.
 *
 * @param pools that it has, each with its section's name
 * @param service settings of the server and of Spring, such as {@code server.maxThreads}
 * @param notes on what was looked at and what was not, and on keys without effect
 */
public record ApplicationFile(List<PoolSettings> pools, Map<String, String> service, List<Finding> notes) {
    /** The sections of what gives a service more settings when it starts. */
    private static final List<String> CONFIG_SERVERS = List.of(
            "spring.cloud.config",
            "spring.cloud.nacos.config",
            "spring.cloud.consul.config",
            "spring.cloud.zookeeper.config",
            "apollo.bootstrap");

    public ApplicationFile {
        pools = List.copyOf(pools);
        service = Map.copyOf(service);
        notes = List.copyOf(notes);
    }

    /**
     * Reads a file of at most 1 MiB, and those beside it that Spring Boot reads with it.
     *
     * @param environment for placeholders such as {@code ${DB_HOST:localhost}}, for profiles and for what it sets instead
     * @throws InvalidExperiment if it cannot be read, or is neither YAML nor properties
     */
    public static ApplicationFile read(Path file, Map<String, String> environment) {
        SpringFiles files = SpringFiles.of(file);
        SpringReading first = SpringReading.of(files, environment, files.named());
        List<SpringReading> readings = List.of(first);
        if (!first.active().determined() && files.named().isEmpty() && !hasPool(first)) {
            List<SpringReading> each = first.others().stream()
                    .sorted()
                    .map(profile -> SpringReading.of(files, environment, Optional.of(profile)))
                    .filter(ApplicationFile::hasPool)
                    .toList();
            readings = each.isEmpty() ? readings : each;
        }
        return of(files, first, readings);
    }

    private static boolean hasPool(SpringReading reading) {
        return !PoolSearch.of(reading, new UnknownValues(), Optional.empty()).isEmpty();
    }

    private static ApplicationFile of(SpringFiles files, SpringReading first, List<SpringReading> readings) {
        var pools = new ArrayList<PoolSettings>();
        var notes = new LinkedHashSet<Finding>(new ProfileNotes(files, first, readings).notes());
        Map<String, String> service = new HashMap<>();
        for (SpringReading each : readings) {
            var unknown = new UnknownValues();
            Optional<Message> gap = gap(files, each);
            FoundPools found = PoolSearch.of(each, unknown, gap);
            Map<String, String> own = ServiceSettings.of(each, unknown, gap.isEmpty());
            if (each == readings.get(0)) {
                service.putAll(own);
            }
            service.entrySet().retainAll(own.entrySet());
            found.pools().stream()
                    .map(pool -> readings.size() == 1
                            ? pool
                            : pool.with(each.wanted().orElseThrow()))
                    .forEach(pools::add);
            notes.addAll(found.notes());
            notes.addAll(unknown.notes());
            notes.addAll(new KeyRules(each.properties(), found).findings());
        }
        return new ApplicationFile(pools, service, FindingOrder.of(notes));
    }

    /** Returns why what a reading leaves out is not known. */
    private static Optional<Message> gap(SpringFiles files, SpringReading reading) {
        if (!files.hasBase()) {
            return Optional.of(Message.of("configuration.part.no-base"));
        }
        Set<String> imports = reading.properties().list("spring.config.import").stream()
                .map(SpringValue::text)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!imports.isEmpty()) {
            return Optional.of(Message.of("configuration.part.import", String.join(", ", imports)));
        }
        return CONFIG_SERVERS.stream()
                .filter(each -> reading.properties().has(each + ".")
                        && !reading.properties().value(each + ".enabled").equals(Optional.of("false")))
                .findFirst()
                .map(server -> Message.of("configuration.part.config-server", server));
    }

    /** Returns whether it has no setting that Poolfit knows, and nothing was to be said of it. */
    public boolean isEmpty() {
        return pools.isEmpty() && service.isEmpty() && notes.isEmpty();
    }

    /** Returns the settings of the server and of Spring without those that are not known. */
    public Map<String, String> knownService() {
        var known = new HashMap<>(service);
        known.values().removeIf(ServiceSettings::isUnknown);
        return known;
    }

    /** Returns the pool that runs under a name or with an address; the only one where there is one. */
    public Optional<PoolSettings> pool(String name, Optional<String> url) {
        return pools.size() == 1
                ? Optional.of(pools.get(0))
                : pools.stream()
                        .filter(each -> each.name().equals(name)
                                || url.isPresent() && each.url().equals(url))
                        .findFirst();
    }

    /**
     * Returns settings that a running service has otherwise than the file, each with both values, the file's first.
     *
     * @param pool of the file
     * @param running the settings of its pool and of itself
     */
    public Map<String, List<String>> differences(Optional<PoolSettings> pool, Map<String, String> running) {
        var different = new LinkedHashMap<String, List<String>>();
        var all = new TreeMap<>(pool.map(PoolSettings::settings).orElse(Map.of()));
        all.putAll(knownService());
        all.forEach((name, value) -> {
            String other = running.get(name);
            if (other != null && !other.equals(value)) {
                different.put(name.replaceFirst("^(pool|driver)\\.", ""), List.of(value, other));
            }
        });
        return different;
    }
}
