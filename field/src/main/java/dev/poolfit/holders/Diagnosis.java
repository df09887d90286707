package dev.poolfit.holders;

import dev.poolfit.database.DatabaseReport;
import dev.poolfit.evidence.Finding;
import java.util.List;
import java.util.Optional;

/**
 * Keeps all that an observation of a service showed.
 *
 * @param report of who held the connections
 * @param verdict on what to do first
 * @param database what the database told of itself, where it was asked
 * @param configuration findings about the settings, the gravest first
 */
public record Diagnosis(
        HoldReport report, HoldVerdict verdict, Optional<DatabaseReport> database, List<Finding> configuration) {
    public Diagnosis {
        configuration = List.copyOf(configuration);
    }
}
