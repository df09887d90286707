package dev.poolfit.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Tells everything that is wrong with an experiment at once; of very many problems, the first ones. */
public final class InvalidExperiment extends RuntimeException {
    private static final int MOST = 100;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one
     */
    public InvalidExperiment(List<Problem> problems) {
        super(sorted(problems).stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = sorted(problems);
    }

    /**
     * Makes every check, and tells the problems of all of them together.
     *
     * @param checks each throws this where something is wrong
     * @throws InvalidExperiment with every problem found
     */
    public static void all(Runnable... checks) {
        var problems = new ArrayList<Problem>();
        for (Runnable check : checks) {
            try {
                check.run();
            } catch (InvalidExperiment wrong) {
                problems.addAll(wrong.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidExperiment(problems);
        }
    }

    private static List<Problem> sorted(List<Problem> problems) {
        List<Problem> all = problems.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Problem::line))
                .toList();
        if (all.size() <= MOST) {
            return all;
        }
        var first = new ArrayList<>(all.subList(0, MOST));
        first.add(0, new Problem(0, "the file", "has " + all.size() + " problems; these are the first " + MOST));
        return first;
    }

    /** Returns the problems in the order of their lines. */
    public List<Problem> problems() {
        return problems;
    }
}
