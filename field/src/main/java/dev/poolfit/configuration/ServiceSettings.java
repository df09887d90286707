package dev.poolfit.configuration;

import dev.poolfit.wire.DescriptionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the settings of the server and of Spring, such as {@code server.maxThreads}. */
final class ServiceSettings {
    private static final Map<String, String> NUMBERS = Map.of(
            "server.tomcat.threads.max", "server.maxThreads",
            "server.tomcat.max-connections", "server.maxConnections",
            "server.tomcat.accept-count", "server.acceptCount");
    private static final List<String> TEXTS =
            List.of("server.port", "management.server.port", "spring.mvc.async.request-timeout");
    private static final String OPEN_IN_VIEW = "spring.jpa.open-in-view";
    private static final List<String> TRUTHS = List.of(OPEN_IN_VIEW, "spring.threads.virtual.enabled");
    /** Stands for a value that the rules must not take for the default. */
    private static final String UNKNOWN = "unknown";

    private ServiceSettings() {}

    /** @param whole whether what is set nowhere has Spring Boot's default */
    static Map<String, String> of(SpringReading reading, UnknownValues unknown, boolean whole) {
        SpringProperties properties = reading.properties();
        var service = new HashMap<String, String>();
        NUMBERS.forEach((name, setting) -> known(name, properties, unknown)
                .flatMap(text -> unknown.number(name, text))
                .ifPresent(text -> service.put(setting, text)));
        TEXTS.forEach(name -> known(name, properties, unknown).ifPresent(text -> service.put(name, text)));
        TRUTHS.forEach(name ->
                known(name, properties, unknown).ifPresent(text -> service.put(name, UnknownValues.truth(text))));
        for (String name : List.of(OPEN_IN_VIEW, "management.server.port")) {
            if (properties.find(name).isPresent() || reading.isUnclear(name) || !whole) {
                service.putIfAbsent(name, UNKNOWN);
            }
        }
        if (properties.has("spring.jpa.")) {
            service.put(DescriptionKey.JPA, "true");
        }
        String web =
                properties.value("spring.main.web-application-type").orElse("").toLowerCase(Locale.ROOT);
        if (Set.of("none", "reactive").contains(web)) {
            service.put(OPEN_IN_VIEW, "false");
        }
        if (properties.has("management.") && !web.equals("none")) {
            service.put(DescriptionKey.ACTUATOR, "true");
        }
        return service;
    }

    /** Returns whether a setting's value is none, but stands for one that is not known. */
    static boolean isUnknown(String value) {
        return value.equals(UNKNOWN);
    }

    private static Optional<String> known(String name, SpringProperties properties, UnknownValues unknown) {
        return properties.find(name).flatMap(value -> unknown.known(properties.written(name), value));
    }
}
