package dev.poolfit.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Tells everything that is wrong with an experiment at once. */
public final class InvalidExperiment extends RuntimeException {
    private final transient List<Problem> problems;

    /**
     * @param problems at least one
     */
    public InvalidExperiment(List<Problem> problems) {
        super(problems.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Problem::line))
                .map(Problem::toString)
                .collect(Collectors.joining("\n")));
        this.problems = problems.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Problem::line))
                .toList();
    }

    /** The problems in the order of their lines. */
    public List<Problem> problems() {
        return problems;
    }
}
