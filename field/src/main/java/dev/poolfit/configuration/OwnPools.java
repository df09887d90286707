package dev.poolfit.configuration;

import dev.poolfit.units.Message;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the pools that an application makes itself: sections with an address and settings of HikariCP alone. */
final class OwnPools {
    private static final String BOOT = "spring.datasource";
    /** The sections that have an address, or words of pools, but no pool of connections by JDBC. */
    private static final List<String> NO_POOLS = List.of(
            BOOT + ".hikari.data-source-properties.",
            BOOT + ".dynamic.",
            "spring.flyway.",
            "spring.liquibase.",
            "flyway.",
            "liquibase.",
            "spring.jpa.",
            "spring.data.",
            "spring.redis.",
            "spring.r2dbc.",
            "spring.cloud.",
            "spring.shardingsphere.",
            "server.",
            "management.",
            "logging.");

    private final PoolSearch search;
    private final SpringProperties properties;

    OwnPools(PoolSearch search) {
        this.search = search;
        properties = search.properties();
    }

    void find() {
        search.sections().values().stream()
                .filter(each -> !each.relaxed().equals(BOOT)
                        && !each.relaxed().equals(BOOT + ".hikari")
                        && NO_POOLS.stream()
                                .noneMatch(part -> (each.relaxed() + ".").startsWith(SpringProperty.relaxed(part))))
                .sorted(Comparator.comparing(PropertySection::name))
                .forEach(this::look);
    }

    private void look(PropertySection section) {
        Optional<String> address = section.address(properties);
        Optional<PropertySection> holder =
                search.section(section.parent()).filter(each -> !each.relaxed().equals(BOOT));
        Optional<String> above = holder.flatMap(each -> each.address(properties));
        Optional<OtherPool> other = Stream.of(section.relaxed().split("\\."))
                .flatMap(part -> OtherPool.ofSection(part).stream())
                .findFirst();
        if (other.isPresent()) {
            if (address.isPresent() || above.isPresent()) {
                leaveOut(section, "other", other.get().product());
            }
            return;
        }
        boolean settings = section.ofHikariAlone() > 0 || section.isHikari() && section.hasOfHikari();
        boolean pool = section.keys().containsKey("jdbcurl")
                || settings && (address.isPresent() || above.isPresent())
                || section.ofHikariAlone() > 1
                        && section.keys().containsKey("maximumpoolsize")
                        && !isMisplaced(section);
        Optional<String> type = search.otherType(section).or(() -> holder.flatMap(search::otherType));
        if (pool && type.isEmpty()) {
            search.found().claim(section.name());
            above.ifPresent(each -> search.found().claim(section.parent()));
            search.addPart(
                    section.name(),
                    List.of(section.name()),
                    address.or(() -> above),
                    false,
                    Message.of("configuration.part.own"));
        } else if (pool || address.isPresent() && !holds(section)) {
            if (type.isPresent()) {
                leaveOut(section, "other", type.get());
            } else {
                leaveOut(section, section.hasOfOthers() ? "others" : "address");
            }
        }
    }

    private void leaveOut(PropertySection section, String why, Object... arguments) {
        search.found().claim(section.name());
        search.found().leaveOut(section.name(), why, arguments);
    }

    /** Returns whether the settings of its pool stand in a section within. */
    private boolean holds(PropertySection section) {
        return search.sections().values().stream()
                .filter(each -> SpringProperty.relaxed(each.parent()).equals(section.relaxed()))
                .anyMatch(each -> each.ofHikariAlone() > 0
                        || each.isHikari() && each.hasOfHikari()
                        || OtherPool.ofSection(each.last()).isPresent());
    }

    /** Returns whether it is HikariCP's section where neither Spring Boot nor a data source beside it reads it. */
    static boolean isMisplaced(PropertySection section) {
        return section.isHikari()
                && section.hasOfHikari()
                && !section.relaxed().equals(BOOT + ".hikari")
                && (section.parent().isEmpty()
                        || section.relaxed().startsWith("spring.jpa.")
                        || List.of("spring", BOOT).contains(SpringProperty.relaxed(section.parent())));
    }
}
