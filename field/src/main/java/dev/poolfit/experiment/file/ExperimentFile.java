package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An experiment with the file that it was read from.
 *
 * @param experiment the validated experiment
 * @param text what the file says, its secrets redacted and its comments left out
 * @param lines the line of each field that the file names
 * @param references puts what the file says back in place of its secrets, in a text of somebody else
 * @param variables what the file took from the environment that is no secret: numbers, times and local addresses
 */
public record ExperimentFile(
        Experiment experiment,
        String text,
        Map<String, Integer> lines,
        References references,
        Map<String, String> variables) {
    public ExperimentFile {
        lines = Map.copyOf(lines);
        variables = Map.copyOf(variables);
    }

    /** Returns the same file with another budget, of which no line of it is to blame. */
    public ExperimentFile withBudget(Duration budget) {
        var others = new HashMap<>(lines);
        others.remove("budget");
        return new ExperimentFile(experiment.withBudget(budget), text, others, references, variables);
    }

    /** Returns the error for a field that turned out wrong only once the service or the database was seen. */
    public InvalidExperiment invalid(String field, String message) {
        return new InvalidExperiment(List.of(new Problem(lines.getOrDefault(field, 0), field, message)));
    }
}
