package dev.poolfit.configuration;

import dev.poolfit.units.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Keeps what stands together under one name of a file.
 *
 * @param name such as {@code app.datasource.write}, as the file writes it
 * @param keys the last parts of the names, relaxed, with the properties
 */
record PropertySection(String name, Map<String, SpringProperty> keys) {
    /** The keys that HikariCP has and hardly anything else. */
    private static final Set<String> HIKARI_ALONE = Set.of(
            "maximumpoolsize",
            "minimumidle",
            "maxlifetime",
            "leakdetectionthreshold",
            "keepalivetime",
            "initializationfailtimeout",
            "isolateinternalqueries",
            "registermbeans",
            "allowpoolsuspension",
            "connectiontestquery",
            "connectioninitsql");

    PropertySection {
        keys = Map.copyOf(keys);
    }

    /** Returns all of them by their relaxed names. */
    static Map<String, PropertySection> all(SpringProperties properties) {
        var grouped = new TreeMap<String, Map<String, SpringProperty>>();
        var names = new TreeMap<String, String>();
        for (SpringProperty each : properties.all()) {
            int dot = each.name().lastIndexOf('.');
            if (dot > 0) {
                String name = each.name().substring(0, dot);
                names.putIfAbsent(SpringProperty.relaxed(name), name);
                grouped.computeIfAbsent(SpringProperty.relaxed(name), first -> new LinkedHashMap<>())
                        .put(SpringProperty.relaxed(each.key()), each);
            }
        }
        var sections = new TreeMap<String, PropertySection>();
        grouped.forEach((name, keys) -> sections.put(name, new PropertySection(names.getOrDefault(name, name), keys)));
        return sections;
    }

    String relaxed() {
        return SpringProperty.relaxed(name);
    }

    String last() {
        return relaxed().substring(relaxed().lastIndexOf('.') + 1);
    }

    /** Returns the name of what it stands in; empty at the top. */
    String parent() {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    boolean isHikari() {
        return Spelling.nearest(last(), List.of("hikari", "hikaricp")).isPresent();
    }

    boolean hasOfHikari() {
        return keys.values().stream()
                .anyMatch(each -> SpringKeys.ofHikari(each.key())
                        || SpringKeys.nearestOfHikari(each.key()).isPresent());
    }

    /** Counts its keys that only HikariCP has. */
    long ofHikariAlone() {
        return keys.keySet().stream().filter(HIKARI_ALONE::contains).count();
    }

    boolean hasOfOthers() {
        return keys.values().stream().anyMatch(each -> OtherPool.has(each.key()));
    }

    Optional<String> named(String key) {
        return Optional.ofNullable(keys.get(key)).map(SpringProperty::name);
    }

    /** Returns the name of the property with the address; empty where there is none. */
    Optional<String> address(SpringProperties properties) {
        return Stream.of("jdbcurl", "url")
                .flatMap(key -> named(key).stream())
                .filter(key -> properties.find(key).filter(this::isAddress).isPresent())
                .findFirst();
    }

    private boolean isAddress(SpringValue value) {
        return value.text().startsWith("jdbc:")
                || !value.isKnown() && (keys.containsKey("driverclassname") || keys.containsKey("username"))
                || keys.containsKey("jdbcurl");
    }
}
