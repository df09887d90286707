package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** What is known of the file while it is read: its problems, the line of each field and the environment. */
final class Source {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}");

    /** What a variable that is not set any more reads as where a file is read only to report on it. */
    private static final String STAND_IN = "1";

    private final Function<String, Optional<String>> variables;
    private final boolean readsFiles;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    Source(Function<String, Optional<String>> variables, boolean readsFiles) {
        this.variables = variables;
        this.readsFiles = readsFiles;
    }

    static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    }

    void problem(int line, String field, String message) {
        var problem = new Problem(line, field, message);
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    boolean readsFiles() {
        return readsFiles;
    }

    void remember(String field, int line) {
        lines.putIfAbsent(field, line);
    }

    List<Problem> problems() {
        return problems;
    }

    Map<String, Integer> lines() {
        return lines;
    }

    /** Whether a part of the text was made up, for its variable is not set any more; a problem with it says nothing. */
    boolean madeUp(String text) {
        return !readsFiles
                && REFERENCE
                        .matcher(text)
                        .results()
                        .anyMatch(match -> match.group(2) == null
                                && variables.apply(match.group(1)).isEmpty());
    }

    /** The text with each <code>${NAME}</code> and <code>${NAME:default}</code> taken from the environment; empty if one is not set. */
    Optional<String> expanded(String text, int line, String field) {
        var missing = new ArrayList<String>();
        String expanded = REFERENCE.matcher(text).replaceAll(match -> {
            String value = variables.apply(match.group(1)).orElse(match.group(2));
            if (value == null && !readsFiles) {
                return STAND_IN;
            }
            if (value == null) {
                missing.add(match.group(1));
                return "";
            }
            return java.util.regex.Matcher.quoteReplacement(value);
        });
        missing.forEach(name ->
                problem(line, field, "needs the environment variable " + name + ", which is not set; export it first"));
        return missing.isEmpty() ? Optional.of(expanded) : Optional.empty();
    }
}
