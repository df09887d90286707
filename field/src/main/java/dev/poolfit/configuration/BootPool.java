package dev.poolfit.configuration;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the pool that Spring Boot makes of {@code spring.datasource}: HikariCP's unless {@code type} says otherwise, or
 * another pool is on the class path. It makes none where the application makes data sources itself.
 *
 * <p>Source: Spring Boot's reference, "Supported Connection Pools" and "Configure Two DataSources".
 */
final class BootPool {
    static final String NAME = "spring.datasource.hikari";
    private static final String BOOT = "spring.datasource";

    private final PoolSearch search;
    private final Optional<Message> gap;

    BootPool(PoolSearch search, Optional<Message> gap) {
        this.search = search;
        this.gap = gap;
    }

    void find() {
        Optional<String> type = search.section(BOOT).flatMap(search::type);
        Optional<String> address = search.first(BOOT + ".url", BOOT + ".jdbc-url", NAME + ".jdbc-url");
        boolean settings =
                search.section(NAME).filter(PropertySection::hasOfHikari).isPresent();
        if (search.first(BOOT + ".jndi-name").isPresent()) {
            search.found().leaveOut(BOOT, "jndi");
            return;
        }
        Optional<String> other = type.flatMap(OtherPool::ofType);
        if (other.isPresent()) {
            search.found().leaveOut(BOOT, "other", other.get());
            return;
        }
        if (address.isEmpty() && !settings) {
            return;
        }
        String others = type.isPresent() ? "" : others();
        if (!others.isEmpty() && !settings) {
            search.found().leaveOut(BOOT, "class-path", others);
            return;
        }
        Optional<Message> why = others.isEmpty()
                ? reason(type, address)
                        .map(reason -> Message.of("configuration.part." + reason))
                        .or(() -> gap)
                : Optional.of(Message.of("configuration.part.class-path", others));
        boolean flat = address.filter((BOOT + ".jdbc-url")::equals).isPresent();
        List<String> sections = flat ? List.of(BOOT, NAME) : List.of(NAME);
        if (why.isPresent()) {
            search.addPart(flat ? BOOT : NAME, sections, address, false, why.get());
        } else {
            if (type.isEmpty() && !settings) {
                search.found().assume(BOOT);
            }
            search.found()
                    .add(new PoolReader(search.reading(), search.unknown(), false)
                            .read(NAME, sections, address, List.of(NAME + ".username", BOOT + ".username"), true));
        }
        if (flat) {
            search.found().claim(BOOT);
        }
        address.flatMap(search.properties()::find)
                .filter(value -> value.text().startsWith("jdbc:shardingsphere:"))
                .ifPresent(value -> search.found().leaveOut(BOOT, "sharding-file"));
    }

    /** Returns why what it does not set is not known; empty where it has HikariCP's defaults. */
    private Optional<String> reason(Optional<String> type, Optional<String> address) {
        if (type.isEmpty() && search.first(BOOT + ".type").isPresent()) {
            return Optional.of("type");
        }
        if (search.properties().has("spring.r2dbc.")) {
            return Optional.of("reactive");
        }
        if (!search.found().isEmpty()) {
            return Optional.of("several");
        }
        if (address.isEmpty()) {
            return Optional.of("no-address");
        }
        if (!address.get().equals(BOOT + ".url")) {
            return Optional.of("own");
        }
        return misplaced() ? Optional.of("misplaced") : Optional.empty();
    }

    private String others() {
        return Stream.of(OtherPool.values())
                .filter(each -> each.isIn(BOOT, search.properties()))
                .map(OtherPool::product)
                .collect(Collectors.joining(", "));
    }

    /** Returns whether keys that Spring Boot does not read may be read by the application. */
    private boolean misplaced() {
        return search.sections().values().stream().anyMatch(OwnPools::isMisplaced)
                || search.section(BOOT).stream()
                        .flatMap(each -> each.keys().values().stream())
                        .anyMatch(each -> SpringKeys.of(each.name()).isEmpty());
    }
}
