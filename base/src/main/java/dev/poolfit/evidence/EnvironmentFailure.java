package dev.poolfit.evidence;

import java.util.List;
import java.util.stream.Collectors;

/** Says that something outside Poolfit failed (service, database, probe, load), and what a person can do about it. */
public class EnvironmentFailure extends RuntimeException {
    private final String remedy;

    /**
     * @param what the failure, in one sentence, with the actual values
     * @param remedy the action that mends it
     */
    public EnvironmentFailure(String what, String remedy) {
        super(open(what));
        this.remedy = open(remedy);
    }

    public EnvironmentFailure(String what, String remedy, Throwable cause) {
        super(open(what), cause);
        this.remedy = open(remedy);
    }

    /**
     * Joins several failures to one, with the words of each.
     *
     * @param failures at least one
     */
    public static EnvironmentFailure together(List<EnvironmentFailure> failures) {
        return failures.size() == 1
                ? failures.get(0)
                : new EnvironmentFailure(
                        failures.stream().map(Throwable::getMessage).collect(Collectors.joining("\n")),
                        failures.stream().map(EnvironmentFailure::remedy).collect(Collectors.joining("; ")));
    }

    /** Leaves off the full stop, for whoever tells the sentence puts one or goes on. */
    private static String open(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** Returns the remedy, without a full stop. */
    public String remedy() {
        return remedy;
    }
}
