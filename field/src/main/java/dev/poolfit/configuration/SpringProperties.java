package dev.poolfit.configuration;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds properties of a Spring Boot service by Spring's rules: the environment counts before the documents, and a later
 * document before an earlier one; names are compared without case, dashes and underscores (relaxed binding).
 */
final class SpringProperties {
    private static final Pattern OF_ENVIRONMENT = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)+");

    private final Map<String, SpringProperty> known = new LinkedHashMap<>();
    private final Map<String, String> environment;
    /** The relaxed names without dots: the environment has the same character for dot and dash. */
    private final Map<String, String> variables = new HashMap<>();

    SpringProperties(List<SpringDocument> documents, Map<String, String> environment) {
        this.environment = environment;
        environment.forEach((name, value) -> {
            if (OF_ENVIRONMENT.matcher(name).matches()) {
                variables.put(name.replace("_", "").toLowerCase(Locale.ROOT), name);
            }
        });
        documents.forEach(this::add);
    }

    /** Adds a document, which replaces a list of an earlier one as a whole. */
    private void add(SpringDocument document) {
        Set<String> lists = document.properties().values().stream()
                .map(SpringProperty::list)
                .collect(Collectors.toSet());
        known.values().removeIf(each -> lists.contains(each.list()));
        known.putAll(document.properties());
    }

    Collection<SpringProperty> all() {
        return known.values();
    }

    /** Returns a value; empty where it is not set, or empty. */
    Optional<SpringValue> find(String name) {
        return text(name).filter(text -> !text.isBlank()).map(this::replaced);
    }

    Optional<String> value(String name) {
        return find(name).filter(SpringValue::isKnown).map(SpringValue::text);
    }

    private SpringValue replaced(String text) {
        return Placeholders.replace(text, this::ofPlaceholder);
    }

    /** Returns the elements of a list as they are written: with commas, or each with its number. */
    List<String> raw(String name) {
        return text(name)
                .map(Stream::of)
                .orElseGet(() -> known.values().stream()
                        .filter(each -> each.list().equals(SpringProperty.relaxed(name)))
                        .map(SpringProperty::value))
                .toList();
    }

    List<SpringValue> list(String name) {
        return raw(name).stream().flatMap(this::elements).toList();
    }

    /** Returns what stands between commas, the placeholders replaced. */
    Stream<SpringValue> elements(String text) {
        SpringValue value = replaced(text);
        return Stream.of(value.text().split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(each -> new SpringValue(each, value.unset()));
    }

    String written(String name) {
        return Optional.ofNullable(known.get(SpringProperty.relaxed(name)))
                .map(SpringProperty::name)
                .orElse(name);
    }

    boolean has(String prefix) {
        return known.keySet().stream().anyMatch(each -> each.startsWith(SpringProperty.relaxed(prefix)));
    }

    /** Returns the variables of the environment that set a data source, or what the documents set. */
    List<String> overriding() {
        Set<String> names =
                known.keySet().stream().map(SpringProperties::joined).collect(Collectors.toSet());
        return variables.entrySet().stream()
                .filter(each -> each.getKey().startsWith("springdatasource") || names.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String joined(String name) {
        return SpringProperty.relaxed(name).replaceAll("[.\\[\\]]", "");
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(joined(name)));
    }

    private Optional<String> text(String name) {
        return variable(name)
                .map(environment::get)
                .or(() -> Optional.ofNullable(known.get(SpringProperty.relaxed(name)))
                        .map(SpringProperty::value));
    }

    private Optional<String> ofPlaceholder(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return Stream.of(
                        name,
                        name.replaceAll("[.-]", "_"),
                        upper.replaceAll("[.-]", "_"),
                        upper.replace("-", "").replace('.', '_'))
                .filter(environment::containsKey)
                .findFirst()
                .map(environment::get)
                .or(() -> Optional.ofNullable(known.get(SpringProperty.relaxed(name)))
                        .map(SpringProperty::value));
    }
}
