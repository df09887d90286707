package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.util.List;
import java.util.Map;

/**
 * An experiment with the file that it was read from.
 *
 * @param experiment the validated experiment
 * @param text the file's text with its secrets redacted
 * @param lines the line of each field that the file names
 */
public record ExperimentFile(Experiment experiment, String text, Map<String, Integer> lines) {
    public ExperimentFile {
        lines = Map.copyOf(lines);
    }

    /** The error for a field that turned out wrong only once the service or the database was seen. */
    public InvalidExperiment invalid(String field, String message) {
        return new InvalidExperiment(List.of(new Problem(lines.getOrDefault(field, 0), field, message)));
    }
}
