package dev.poolfit.configuration;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Searches for the pools of a service in its properties.
 *
 * @param reading of the files
 * @param sections of its properties, by their relaxed names
 * @param unknown notes values that are not known
 * @param found notes pools
 */
record PoolSearch(
        SpringReading reading, Map<String, PropertySection> sections, UnknownValues unknown, FoundPools found) {
    PoolSearch {
        sections = Map.copyOf(sections);
    }

    /** @param gap the reason why what the properties leave out is not known; empty where it is */
    static FoundPools of(SpringReading reading, UnknownValues unknown, Optional<Message> gap) {
        var search = new PoolSearch(reading, PropertySection.all(reading.properties()), unknown, new FoundPools());
        new OwnPools(search).find();
        new FrameworkPools(search).find();
        new BootPool(search, gap).find();
        return search.found();
    }

    SpringProperties properties() {
        return reading.properties();
    }

    Optional<PropertySection> section(String name) {
        return Optional.ofNullable(sections.get(SpringProperty.relaxed(name)));
    }

    /** Returns the class of a data source, where its section names it; notes where that is not known. */
    Optional<String> type(PropertySection section) {
        return Stream.of("type", "datasourceclassname")
                .flatMap(key -> section.named(key).stream())
                .flatMap(key -> properties().find(key).flatMap(value -> unknown.known(key, value)).stream())
                .findFirst();
    }

    /** Returns another pool's class, where the section names one. */
    Optional<String> otherType(PropertySection section) {
        return type(section).flatMap(OtherPool::ofType);
    }

    Optional<String> first(String... names) {
        return Stream.of(names)
                .filter(key -> properties().find(key).isPresent())
                .findFirst();
    }

    /** Adds a pool of which no more is known than what its sections set. */
    void addPart(String name, List<String> sections, Optional<String> address, boolean aliases, Message why) {
        List<String> users = Stream.concat(
                        address.stream().map(key -> key.replaceFirst("\\.[^.]*$", "")), sections.stream())
                .map(each -> each + ".username")
                .toList();
        found.add(new PoolReader(reading, unknown, aliases).read(name, sections, address, users, false));
        found.know(name, why);
    }
}
