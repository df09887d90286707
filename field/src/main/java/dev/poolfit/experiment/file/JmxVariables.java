package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.file.JmxElement.Property;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the variables and properties of a JMeter plan whose values are sure: variables that user-defined variables
 * give one value and nothing else can set, and properties that the experiment gives or that have a default.
 */
final class JmxVariables {
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^{}]*)}");
    private static final Pattern PROPERTY = Pattern.compile("__(?:P|property)\\(\\s*+([^,()]++)(?:,([^,()]*+))?+\\)");
    private static final Pattern PLAIN_REFERENCE = Pattern.compile("\\$\\{[\\w.-]+}|__P\\([^()]*\\)");
    /** Matches functions that take no name of a variable to be set. */
    private static final Pattern READING =
            Pattern.compile("__(?:V|(?:un)?escapeHtml|escapeXml|urlencode|urldecode)\\(");

    private static final Pattern FUNCTION = Pattern.compile("__\\w+");
    private static final Pattern WORD = Pattern.compile("[\\w.-]+");
    private static final Pattern NAMES =
            Pattern.compile("(?i).*(?:refname|referencenames?|variablenames?|returnval|counterconfig\\.name)");
    private static final Set<String> SETTERS = Set.of(
            "RegexExtractor",
            "BoundaryExtractor",
            "HtmlExtractor",
            "XPathExtractor",
            "XPath2Extractor",
            "JSONPostProcessor",
            "JMESPathExtractor",
            "CSVDataSet",
            "CounterConfig",
            "RandomVariableConfig",
            "ForeachController",
            "UserParameters");
    private static final int DEEPEST = 8;

    private final Map<String, Secret> given;
    private final Map<String, Set<String>> values = new HashMap<>();
    private final Set<String> setElsewhere = new HashSet<>();
    private final Set<String> asked = new TreeSet<>();
    private final Map<String, String> assumed = new HashMap<>();
    private boolean anyMayBeSet;
    private boolean propertiesAreSet;

    /** @param given the properties that the experiment gives */
    JmxVariables(List<JmxElement> elements, Map<String, Secret> given) {
        this.given = given;
        for (JmxElement element : elements) {
            define(element);
            element.properties().forEach(each -> mention(each.text()));
            if (SETTERS.contains(element.tag())) {
                set(element);
            }
        }
    }

    private void define(JmxElement element) {
        boolean defines = element.tag().equals("Arguments") || element.tag().equals("TestPlan");
        var names = new HashMap<Integer, String>();
        for (Property each : element.properties()) {
            if (each.name().equals("Argument.name") && (defines || each.type().equals("Argument"))) {
                String other = names.put(each.group(), each.text());
                anyMayBeSet |= other != null;
            }
        }
        for (Property each : element.properties()) {
            String name = names.get(each.group());
            if (name != null && each.name().equals("Argument.value")) {
                values.computeIfAbsent(name, ignored -> new LinkedHashSet<>()).add(each.text());
            }
        }
    }

    /** Notes that a variable may be set: most functions take the name of a variable that gets their result. */
    private void mention(String written) {
        // JMeter drops backslashes in the names of functions.
        String text = READING.matcher(written.replace("\\", "")).replaceAll("(");
        Matcher property = PROPERTY.matcher(text);
        while (property.find()) {
            asked.add(property.group(1).strip());
        }
        propertiesAreSet |= text.contains("__setProperty");
        String rest = PLAIN_REFERENCE.matcher(text).replaceAll(" ");
        if (FUNCTION.matcher(rest).find()) {
            WORD.matcher(rest).results().forEach(word -> setElsewhere.add(word.group()));
            anyMayBeSet |= nests(text);
        }
    }

    /** Returns whether a reference stands among a function's arguments, so that no name in them is sure. */
    private static boolean nests(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            depth += each == '(' ? 1 : each == ')' ? -1 : 0;
            if (depth > 0 && each == '$' && text.startsWith("${", i)) {
                return true;
            }
        }
        return false;
    }

    private void set(JmxElement element) {
        boolean named = false;
        for (Property each : element.properties()) {
            if (element.tag().equals("UserParameters")
                    || NAMES.matcher(each.name()).matches()) {
                named |= !each.text().isEmpty();
                anyMayBeSet |= each.text().contains("${");
                WORD.matcher(each.text()).results().forEach(name -> setElsewhere.add(name.group()));
            }
        }
        // Without names they are those of the file's first line.
        anyMayBeSet |= !named && element.tag().equals("CSVDataSet");
    }

    Set<String> asked() {
        return asked;
    }

    /** Returns the properties that were resolved by their default, with it. */
    Map<String, String> assumed() {
        return assumed;
    }

    /** Returns a text with every variable and property put in whose value is sure. */
    String resolved(String text) {
        return resolved(text, 0);
    }

    private String resolved(String text, int depth) {
        return depth > DEEPEST
                ? text
                : EXPRESSION.matcher(text).replaceAll(match -> {
                    String value = value(match.group(1).strip());
                    return Matcher.quoteReplacement(value == null ? match.group() : resolved(value, depth + 1));
                });
    }

    private @Nullable String value(String expression) {
        Matcher property = PROPERTY.matcher(expression);
        if (!property.matches()) {
            return variable(expression);
        }
        String name = property.group(1).strip();
        // Of __property the second argument is a variable, of __P the default.
        if (propertiesAreSet || expression.startsWith("__property")) {
            return null;
        }
        Secret known = given.get(name);
        String usual = property.group(2);
        if (known == null && usual != null) {
            assumed.put(name, usual.strip());
        }
        return known != null ? known.value() : usual == null ? null : usual.strip();
    }

    private @Nullable String variable(String name) {
        Set<String> known = values.getOrDefault(name, Set.of());
        boolean sure = known.size() == 1
                && !anyMayBeSet
                && setElsewhere.stream().noneMatch(other -> name.equals(other) || name.startsWith(other + "_"));
        return sure ? known.iterator().next() : null;
    }
}
