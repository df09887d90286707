package dev.poolfit.configuration;

import dev.poolfit.units.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A search for the pools of a service in its properties.
 *
 * @param reading of the files
 * @param sections of its properties, by their relaxed names
 * @param unknown where values that are not known are noted
 * @param found where pools are noted
 */
record PoolSearch(
        SpringReading reading, Map<String, PropertySection> sections, UnknownValues unknown, FoundPools found) {
    PoolSearch {
        sections = Map.copyOf(sections);
    }

    /** @param gap why what the properties leave out is not known; empty where it is */
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

    /** The class of a data source, where its section names it; a note where that is not known. */
    Optional<String> type(PropertySection section) {
        return Stream.of("type", "datasourceclassname")
                .flatMap(key -> section.named(key).stream())
                .flatMap(key -> properties().find(key).flatMap(value -> unknown.known(key, value)).stream())
                .findFirst();
    }

    /** Another pool's class, where the section names one. */
    Optional<String> otherType(PropertySection section) {
        return type(section).flatMap(OtherPool::ofType);
    }

    /** The first of these properties that is set. */
    Optional<String> first(String... names) {
        return Stream.of(names)
                .filter(key -> properties().find(key).isPresent())
                .findFirst();
    }

    /** A pool of which no more is known than what its sections set. */
    void addPart(String name, List<String> sections, Optional<String> address, boolean aliases, Message why) {
        List<String> users = Stream.concat(
                        address.stream().map(key -> key.replaceFirst("\\.[^.]*$", "")), sections.stream())
                .map(each -> each + ".username")
                .toList();
        found.add(new PoolReader(reading, unknown, aliases).read(name, sections, address, users, false));
        found.know(name, why);
    }
}
