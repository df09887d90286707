package dev.poolfit.app;

import dev.poolfit.configuration.Configuration;
import dev.poolfit.configuration.ConfigurationRules;
import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceDescription;
import dev.poolfit.verdict.Finding;
import java.util.List;
import java.util.Optional;

/** What is worth to know about the configuration of a running service. */
final class ConfigurationNotes {
    private ConfigurationNotes() {}

    /**
     * The findings; none where the service does not tell its settings.
     *
     * @param nested whether a thread was seen to take a second connection
     */
    static List<Finding> of(RunningService service, Optional<Experiment> experiment, boolean nested) {
        ServiceDescription told;
        try {
            told = service.describe();
        } catch (EnvironmentFailure late) {
            return List.of();
        }
        List<ServiceDescription.Pool> pools = told.pools();
        Optional<ServiceDescription.Pool> pool = pools.stream()
                .filter(each -> pools.size() == 1 || each.name().equals(service.poolName()))
                .findFirst();
        return pool.map(each -> ConfigurationRules.findings(new Configuration(
                        each.settings(),
                        told.settings(),
                        each.url(),
                        each.user(),
                        experiment.flatMap(Experiment::database).flatMap(ConfigurationNotes::limits),
                        experiment.flatMap(Experiment::ceiling),
                        (int) pools.stream()
                                .filter(other -> other.url().equals(each.url()))
                                .count(),
                        nested)))
                .orElse(List.of());
    }

    /** What a database that does not answer, or refuses, would say is not known. */
    private static Optional<DatabaseLimits> limits(Database database) {
        try {
            return Optional.of(DatabaseLimits.of(database));
        } catch (EnvironmentFailure refused) {
            return Optional.empty();
        }
    }
}
