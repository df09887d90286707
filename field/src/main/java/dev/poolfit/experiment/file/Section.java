package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Secret;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.PlainText;
import dev.poolfit.units.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping of the file: hands out its entries, collects what is wrong with them and knows which were never asked for. */
final class Section {
    private static final int LONGEST_SHOWN = 60;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z0-9_.-]+");

    private final String path;
    private final int line;
    private final Map<String, Node> entries = new LinkedHashMap<>();
    private final Map<String, Integer> keyLines = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();
    private final Source source;

    Section(String path, Node node, Source source) {
        this.path = path;
        this.source = source;
        this.line = Source.line(node);
        if (!(node instanceof MappingNode mapping)) {
            source.problem(
                    line, path.isEmpty() ? "the file" : path, "must be a mapping of keys, but is " + shown(node));
            return;
        }
        for (var tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            int keyLine = Source.line(tuple.getKeyNode());
            if (!Values.isPrintable(key)) {
                source.problem(keyLine, field(key), "must be a key without control characters");
            }
            if (entries.putIfAbsent(key, tuple.getValueNode()) != null) {
                source.problem(
                        keyLine, field(key), "is given twice, first in line " + keyLines.get(key) + "; keep one");
            }
            keyLines.putIfAbsent(key, keyLine);
            source.remember(field(key), keyLine);
        }
    }

    int line() {
        return line;
    }

    int line(String key) {
        return keyLines.getOrDefault(key, line);
    }

    Set<String> keys() {
        return entries.keySet();
    }

    String field(String key) {
        String shown = PlainText.shortened(key, LONGEST_SHOWN);
        return path.isEmpty() ? shown : path + "." + shown;
    }

    boolean has(String key) {
        known.add(key);
        return entries.containsKey(key);
    }

    /** Returns whether files that the experiment names are read, too; not where it is read only to report on it. */
    boolean readsFiles() {
        return source.readsFiles();
    }

    /** Returns the scalar under a key, read by the parser; empty when absent or wrong. */
    <T> Optional<T> value(String key, Function<String, T> parser) {
        known.add(key);
        Node node = entries.get(key);
        if (node == null) {
            return Optional.empty();
        }
        if (!(node instanceof ScalarNode scalar)) {
            problem(key, "must be a single value, but is " + shown(node));
            return Optional.empty();
        }
        try {
            return source.expanded(scalar.getValue(), line(key), field(key))
                    .map(Values::printable)
                    .map(parser);
        } catch (BadQuantity bad) {
            problem(key, told(bad, scalar.getValue(), shown(key, scalar.getValue())));
            return source.madeUp(scalar.getValue()) ? madeUp(scalar.getValue(), parser) : Optional.empty();
        }
    }

    /** Makes up a value that nobody knows any more: anything of its kind. */
    private <T> Optional<T> madeUp(String text, Function<String, T> parser) {
        for (String form : source.madeUpForms(text)) {
            try {
                return Optional.of(parser.apply(form));
            } catch (BadQuantity another) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static String told(BadQuantity bad, String text, String shown) {
        return Source.refers(text) || !shown.equals(text)
                ? "must be " + bad.bound() + ", but is \"" + shown + "\""
                : String.valueOf(bad.getMessage());
    }

    /** Returns the scalar under a key as it may be shown, its secrets hidden; empty if there is none. */
    String shown(String key) {
        return entries.get(key) instanceof ScalarNode scalar ? shown(key, scalar.getValue()) : "";
    }

    /** Returns a name that is only shown, with its references as they stand. */
    Optional<String> display(String key) {
        return value(key, ExperimentReader::name).map(name -> shown(key).strip());
    }

    private String shown(String key, String text) {
        return Redaction.shown(path.replaceAll("\\[\\d+]$", "").replaceAll("^.*\\.", ""), key, text);
    }

    /** Returns the scalar under a key as it stands, references to the environment not expanded. */
    Optional<String> raw(String key) {
        known.add(key);
        if (!(entries.get(key) instanceof ScalarNode scalar)
                || scalar.getValue().isBlank()) {
            problem(key, "must be some text");
            return Optional.empty();
        }
        if (!Values.isPrintable(scalar.getValue())) {
            problem(key, "must be text without control characters");
            return Optional.empty();
        }
        source.rememberShell(scalar.getValue());
        return Optional.of(scalar.getValue());
    }

    <T> Optional<T> required(String key, Function<String, T> parser, String advice) {
        if (!has(key)) {
            missing(key, advice);
        }
        return value(key, parser);
    }

    /** Returns whether there is a mapping under a key, rather than a single value. */
    boolean holdsMapping(String key) {
        return entries.get(key) instanceof MappingNode;
    }

    /** Returns whether there is a single value under a key, rather than a mapping or a list. */
    boolean holdsValue(String key) {
        return entries.get(key) instanceof ScalarNode;
    }

    /** Returns whether there is a list under a key, rather than a single value. */
    boolean holdsList(String key) {
        return entries.get(key) instanceof SequenceNode;
    }

    /** Returns the scalars of the list under a key, read by the parser; empty when one is wrong, after all are reported. */
    <T> Optional<List<T>> values(String key, Function<String, T> parser) {
        List<T> values = sound(key, parser);
        return values.size() == items(key).size() ? Optional.of(values) : Optional.empty();
    }

    /** Returns those of {@link #values} that are sound, also where another one is wrong. */
    private <T> List<T> sound(String key, Function<String, T> parser) {
        var values = new ArrayList<T>();
        List<Node> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            String field = field(key) + "[" + i + "]";
            int at = Source.line(items.get(i));
            if (!(items.get(i) instanceof ScalarNode scalar)) {
                source.problem(at, field, "must be a single value, but is " + shown(items.get(i)));
                continue;
            }
            try {
                source.expanded(scalar.getValue(), at, field)
                        .map(Values::printable)
                        .map(parser)
                        .ifPresent(values::add);
            } catch (BadQuantity bad) {
                source.problem(at, field, told(bad, scalar.getValue(), shown(key, scalar.getValue())));
            }
        }
        return values;
    }

    /** Returns the mapping under a key that is handed to a program as its variables or properties. */
    Map<String, Secret> variables(String key) {
        Map<String, Secret> variables = new LinkedHashMap<>();
        section(key)
                .ifPresent(each -> each.keys().forEach(name -> {
                    if (!VARIABLE.matcher(name).matches()) {
                        each.problem(
                                name,
                                "must be a name of letters, digits and _ . - only, but is " + Values.quoted(name));
                    }
                    each.value(name, Secret::new).ifPresent(value -> variables.put(name, value));
                }));
        return variables;
    }

    Optional<Section> section(String key) {
        known.add(key);
        return Optional.ofNullable(entries.get(key)).map(node -> new Section(field(key), node, source));
    }

    List<Section> sections(String key) {
        var sections = new ArrayList<Section>();
        List<Node> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            sections.add(new Section(field(key) + "[" + i + "]", items.get(i), source));
        }
        return sections;
    }

    /** Returns the scalars of a list, or a single scalar as a list of one. */
    List<String> texts(String key) {
        known.add(key);
        if (entries.get(key) instanceof ScalarNode) {
            return value(key, Function.identity()).stream().toList();
        }
        return sound(key, Function.identity());
    }

    /** Returns the same scalars as they may be shown. */
    List<String> shownTexts(String key) {
        return entries.get(key) instanceof ScalarNode
                ? List.of(shown(key))
                : items(key).stream()
                        .flatMap(node -> node instanceof ScalarNode scalar
                                ? java.util.stream.Stream.of(shown(key, scalar.getValue()))
                                : java.util.stream.Stream.empty())
                        .toList();
    }

    private List<Node> items(String key) {
        known.add(key);
        Node node = entries.get(key);
        if (node == null) {
            return List.of();
        }
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        problem(key, "must be a list, but is " + shown(node));
        return List.of();
    }

    void missing(String key, String advice) {
        source.problem(line, field(key), "is missing; " + advice);
    }

    void problem(String key, String message) {
        if (!(entries.get(key) instanceof ScalarNode scalar)) {
            source.problem(line(key), field(key), message);
        } else if (!source.madeUp(scalar.getValue())) {
            source.problem(line(key), field(key), source.hidden(scalar.getValue(), message));
        }
    }

    /** Reports each key that nobody asked for, with the nearest known one. */
    void rejectUnknownKeys() {
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                String hint = Spelling.nearest(key, known)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("known here: " + String.join(", ", known));
                problem(key, "is not a known key; " + hint);
            }
        }
    }

    private static String shown(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().isEmpty()
                    ? "empty"
                    : Values.quoted(PlainText.shortened(Redaction.shown("", "", scalar.getValue()), LONGEST_SHOWN));
        }
        return node instanceof SequenceNode ? "a list" : "a mapping";
    }
}
