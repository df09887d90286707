package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.SecretNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Keeps what is known of the file while it is read: its problems, the line of each field and the environment. */
final class Source {
    static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}");

    private static final Pattern SHELL = Pattern.compile("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)");
    private static final Pattern FOLDER = Pattern.compile("^([^?]*/)[^/?]*(?:\\?.*)?$", Pattern.DOTALL);
    /** The shortest value that is hidden; shorter ones stand in a message by chance. */
    private static final int SHORTEST_HIDDEN = 3;

    /** The values that a variable which is not set any more may read as where a file is read only to report on it. */
    private static final List<String> STAND_INS =
            List.of("1", "http://127.0.0.1:1", "service:jmx:", "1s", "1%", "1/s", "1..2", "true");

    private final Function<String, Optional<String>> variables;
    private final boolean readsFiles;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final Map<String, String> references = new HashMap<>();
    private final Map<String, String> harmless = new TreeMap<>();

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

    /** Returns what the environment gave so far, each value with the reference that it came by. */
    Map<String, String> references() {
        return references;
    }

    /** Returns the variables that the file took numbers, times and local addresses from, each with its value. */
    Map<String, String> harmless() {
        return harmless;
    }

    /** Returns whether a part of the text comes from the environment, or would. */
    static boolean refers(String text) {
        return REFERENCE.matcher(text).find();
    }

    /** Returns whether a part of the text was made up for an unset variable; a problem with it says nothing. */
    boolean madeUp(String text) {
        return !readsFiles
                && REFERENCE
                        .matcher(text)
                        .results()
                        .anyMatch(match -> value(match).isEmpty());
    }

    /** Returns what the text may have read as where a part of it is made up. */
    List<String> madeUpForms(String text) {
        return STAND_INS.stream()
                .map(each -> REFERENCE
                        .matcher(text)
                        .replaceAll(
                                match -> Matcher.quoteReplacement(value(match).orElse(each))))
                .toList();
    }

    /** Returns the text with its references to the environment replaced; empty if a variable is not set. */
    Optional<String> expanded(String text, int line, String field) {
        if (!refers(text)) {
            return Optional.of(text);
        }
        if (madeUp(text)) {
            return Optional.of(madeUpForms(text).get(0));
        }
        var missing = new ArrayList<String>();
        String expanded = REFERENCE.matcher(text).replaceAll(match -> {
            Optional<String> value = value(match);
            if (value.isEmpty()) {
                missing.add(match.group(1));
            }
            value.ifPresent(it -> references.putIfAbsent(it, "${" + match.group(1) + "}"));
            value.filter(it -> SecretText.HARMLESS.matcher(it).matches())
                    .filter(it -> !SecretNames.matches(field.replaceFirst(".*\\.", ""))
                            && !SecretNames.matches(match.group(1)))
                    .ifPresent(it -> harmless.put(match.group(1), it));
            return Matcher.quoteReplacement(value.orElse(""));
        });
        missing.forEach(name ->
                problem(line, field, "needs the environment variable " + name + ", which is not set; export it first"));
        if (!missing.isEmpty()) {
            return Optional.empty();
        }
        rememberWhole(expanded, Redaction.shown("", "", text));
        return Optional.of(expanded);
    }

    /** Remembers the whole address and its folder, for a short value in it cannot be told in a text. */
    private void rememberWhole(String expanded, String shown) {
        references.putIfAbsent(expanded, shown);
        if (!expanded.contains("://")) {
            return;
        }
        String folder = FOLDER.matcher(expanded).replaceFirst("$1");
        if (folder.indexOf('/', expanded.indexOf("://") + 3) > 0 && !folder.equals(expanded)) {
            references.putIfAbsent(folder, FOLDER.matcher(shown).replaceFirst("$1"));
        }
    }

    void rememberShell(String command) {
        SHELL.matcher(command)
                .results()
                .map(match -> match.group(1))
                .forEach(name ->
                        variables.apply(name).ifPresent(value -> references.putIfAbsent(value, "${" + name + "}")));
    }

    /** Returns a message about a text, with references in place of values of the environment, but for short ones. */
    String hidden(String text, String message) {
        String hidden = message;
        for (var match : REFERENCE.matcher(text).results().toList()) {
            String value = value(match).orElse("");
            if (value.length() >= SHORTEST_HIDDEN) {
                hidden = hidden.replace(value, "${" + match.group(1) + "}");
            }
        }
        return hidden;
    }

    private Optional<String> value(MatchResult reference) {
        String usual = reference.group(2);
        boolean known = usual != null && (readsFiles || !usual.endsWith(SecretText.HIDDEN_DEFAULT));
        return variables.apply(reference.group(1)).or(() -> Optional.ofNullable(known ? usual : null));
    }
}
