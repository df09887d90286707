package dev.poolfit.configuration;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the pools that a library makes of its own section.
 *
 * <p>Sources: of dynamic-datasource, {@code HikariCpConfig} and {@code ConfigMergeCreator}: what a data source does not
 * set is taken from the section of all; of ShardingSphere, {@code HikariDataSourcePoolMetaData}, whose defaults are its
 * own.
 */
final class FrameworkPools {
    private static final String DYNAMIC = "spring.datasource.dynamic";
    private static final String SHARDING = "spring.shardingsphere.datasource";

    private final PoolSearch search;

    FrameworkPools(PoolSearch search) {
        this.search = search;
    }

    void find() {
        dynamic();
        sharding();
        if (search.properties().has("spring.r2dbc.")) {
            search.found().leaveOut("spring.r2dbc", "reactive");
        }
    }

    private void dynamic() {
        boolean common = search.properties().has(DYNAMIC + ".hikari.");
        String under = DYNAMIC + ".datasource.";
        Set<String> names = new TreeSet<>();
        for (SpringProperty each : search.properties().all()) {
            if (each.relaxed().startsWith(under)) {
                names.add(under + each.name().substring(under.length()).replaceFirst("\\..*", ""));
            }
        }
        if (names.isEmpty() && common) {
            names.add(DYNAMIC);
        }
        search.found().claim(DYNAMIC);
        for (String name : names) {
            Optional<String> other = search.section(name).flatMap(search::otherType);
            if (other.isPresent()) {
                search.found().leaveOut(name, "other", other.get());
            } else if (common || search.properties().has(name + ".hikari.")) {
                search.addPart(
                        name,
                        List.of(name + ".hikari", DYNAMIC + ".hikari"),
                        search.first(name + ".url"),
                        true,
                        Message.of("configuration.part.dynamic"));
            } else {
                search.found().leaveOut(name, "address");
            }
        }
    }

    private void sharding() {
        search.found().claim(SHARDING);
        for (SpringValue each : search.properties().list(SHARDING + ".names")) {
            String name = SHARDING + "." + each.text();
            Optional<String> other = search.section(name).flatMap(search::otherType);
            if (other.isPresent()) {
                search.found().leaveOut(name, "other", other.get());
            } else {
                search.addPart(
                        name,
                        List.of(name),
                        search.first(name + ".jdbc-url", name + ".url"),
                        true,
                        Message.of("configuration.part.sharding"));
            }
        }
    }
}
