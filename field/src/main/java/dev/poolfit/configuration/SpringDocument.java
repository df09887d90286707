package dev.poolfit.configuration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One document of a file of Spring's: what stands between two {@code ---} of YAML, or {@code #---} of properties.
 *
 * @param properties by their relaxed names
 */
record SpringDocument(Map<String, SpringProperty> properties) {
    static final String ON_PROFILE = "spring.config.activate.on-profile";
    static final String ON_PLATFORM = "spring.config.activate.on-cloud-platform";
    /** The name of the setting up to Spring Boot 2.7. */
    static final String ON_PROFILE_ONCE = "spring.profiles";

    SpringDocument {
        properties = Map.copyOf(properties);
    }

    /** Makes a document, in which a later property of the same relaxed name counts. */
    static SpringDocument of(List<SpringProperty> properties) {
        var named = new LinkedHashMap<String, SpringProperty>();
        properties.forEach(each -> named.put(each.relaxed(), each));
        return new SpringDocument(named);
    }

    /** Returns what it needs of the active profiles, with its placeholders; empty where it needs nothing. */
    Optional<String> profiles() {
        SpringProperties alone = new SpringProperties(List.of(this), Map.of());
        return Optional.of(alone.raw(ON_PROFILE).isEmpty() ? alone.raw(ON_PROFILE_ONCE) : alone.raw(ON_PROFILE))
                .filter(all -> !all.isEmpty())
                .map(all -> String.join(",", all))
                .filter(all -> !all.isBlank());
    }

    /** Returns whether it says so in the words that Spring Boot took up to 2.7. */
    boolean isLegacy() {
        return !new SpringProperties(List.of(this), Map.of())
                .raw(ON_PROFILE_ONCE)
                .isEmpty();
    }

    Optional<String> platform() {
        return Optional.ofNullable(properties.get(SpringProperty.relaxed(ON_PLATFORM)))
                .map(SpringProperty::value);
    }
}
