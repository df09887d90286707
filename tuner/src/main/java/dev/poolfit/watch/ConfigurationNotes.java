package dev.poolfit.watch;

import dev.poolfit.configuration.ApplicationFile;
import dev.poolfit.configuration.Configuration;
import dev.poolfit.configuration.ConfigurationRules;
import dev.poolfit.configuration.PoolSettings;
import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.FindingOrder;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceDescription;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Judges the configuration of a service.
 *
 * @param database that the pool leads to, if it may be asked
 * @param ceiling of all instances together
 * @param patience the time after which the callers of the service give up
 * @param file the settings of the service's own file
 */
public record ConfigurationNotes(
        Optional<Database> database,
        Optional<Ceiling> ceiling,
        Optional<Duration> patience,
        Optional<ApplicationFile> file) {
    /** Notes where nothing is known beside what the service itself tells. */
    public static final ConfigurationNotes UNKNOWN = of(Optional.empty());

    /** Notes for a service without an experiment. */
    public static ConfigurationNotes of(Optional<ApplicationFile> file) {
        return new ConfigurationNotes(Optional.empty(), Optional.empty(), Optional.empty(), file);
    }

    public static ConfigurationNotes of(Experiment experiment, Optional<ApplicationFile> file) {
        return new ConfigurationNotes(
                experiment.database(),
                experiment.ceiling(),
                // A script has a timeout of its own.
                Optional.of(experiment.load())
                        .filter(load -> load.script().isEmpty())
                        .map(Load::timeout),
                file);
    }

    /** Returns these notes with a database, or without one. */
    public ConfigurationNotes asking(Optional<Database> other) {
        return new ConfigurationNotes(other, ceiling, patience, file);
    }

    /** Asks the service for its description; it is empty where the service does not answer. */
    public static ServiceDescription described(RunningService service) {
        try {
            return service.describe();
        } catch (EnvironmentFailure late) {
            return ServiceDescription.UNKNOWN;
        }
    }

    /**
     * Returns the findings; none where nothing tells the settings. Those of the running service count before those of its file.
     *
     * @param told by the service
     * @param name of the pool
     */
    public List<Finding> of(ServiceDescription told, String name) {
        List<ServiceDescription.Pool> pools = told.pools();
        Optional<ServiceDescription.Pool> pool = pools.stream()
                .filter(each -> pools.size() == 1 || each.name().equals(name))
                .findFirst();
        if (pool.isEmpty()) {
            return ofFile();
        }
        ServiceDescription.Pool own = pool.get();
        Map<String, String> running = united(own.settings(), told.settings());
        Optional<PoolSettings> written = file.flatMap(each -> each.pool(own.name(), own.url()));
        var looked = new PoolSettings(
                own.name(),
                Optional.empty(),
                united(written.map(PoolSettings::settings).orElse(Map.of()), own.settings()),
                own.url().or(() -> written.flatMap(PoolSettings::url)),
                own.user().or(() -> written.flatMap(PoolSettings::user)),
                !own.settings().isEmpty());
        List<Finding> findings = ConfigurationRules.findings(new Configuration(
                List.of(looked),
                pools.stream()
                        .filter(other -> other != own)
                        .map(ConfigurationNotes::settings)
                        .toList(),
                united(file.map(ApplicationFile::knownService).orElse(Map.of()), told.settings()),
                limits(),
                ceiling,
                patience));
        return FindingOrder.of(Stream.of(
                        file.stream()
                                .flatMap(each ->
                                        ConfigurationRules.differing(each.differences(written, running)).stream()),
                        file.stream().flatMap(each -> each.notes().stream()),
                        findings.stream())
                .flatMap(each -> each)
                .toList());
    }

    private static PoolSettings settings(ServiceDescription.Pool pool) {
        return new PoolSettings(pool.name(), Optional.empty(), pool.settings(), pool.url(), pool.user(), true);
    }

    /** Returns the findings about what a file says of a service that does not run. */
    public List<Finding> ofFile() {
        return file.map(each -> FindingOrder.of(Stream.concat(
                                each.notes().stream(),
                                ConfigurationRules.findings(new Configuration(
                                                each.pools(),
                                                List.of(),
                                                each.service(),
                                                // Which one leads to the database that is asked is not known.
                                                each.pools().size() == 1 ? limits() : Optional.empty(),
                                                ceiling,
                                                patience))
                                        .stream())
                        .toList()))
                .orElse(List.of());
    }

    private static Map<String, String> united(Map<String, String> one, Map<String, String> over) {
        var united = new HashMap<>(one);
        united.putAll(over);
        return united;
    }

    /** Returns the limits of the database; empty where it does not answer, or refuses. */
    private Optional<DatabaseLimits> limits() {
        try {
            return database.map(DatabaseLimits::of);
        } catch (EnvironmentFailure refused) {
            return Optional.empty();
        }
    }
}
