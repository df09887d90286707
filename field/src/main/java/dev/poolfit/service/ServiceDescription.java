package dev.poolfit.service;

import dev.poolfit.wire.DescriptionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a running service, as far as it can be read.
 *
 * @param pools its HikariCP pools
 * @param ports that it listens on, as it numbers them
 * @param settings of its server and of Spring, such as {@code server.maxThreads} and {@code spring.jpa.open-in-view}
 * @param routes the paths of Spring that answer GET, such as {@code /items/{id}}
 */
public record ServiceDescription(
        List<Pool> pools, List<Integer> ports, Map<String, String> settings, List<String> routes) {
    public static final ServiceDescription UNKNOWN = new ServiceDescription(List.of(), List.of(), Map.of(), List.of());

    public ServiceDescription {
        pools = List.copyOf(pools);
        ports = List.copyOf(ports);
        settings = Map.copyOf(settings);
        routes = List.copyOf(routes);
    }

    /**
     * One of its pools.
     *
     * @param url the JDBC address without user, password and parameters, where the pool has one
     * @param user the database user, where the pool names one
     * @param settings its own and its driver's, such as {@code pool.maxLifetime} and {@code driver.socketTimeout}
     */
    public record Pool(String name, Optional<String> url, Optional<String> user, Map<String, String> settings) {
        public Pool {
            settings = Map.copyOf(settings);
        }
    }

    static ServiceDescription of(Map<?, ?> told) {
        return new ServiceDescription(
                items(told, DescriptionKey.POOLS)
                        .filter(Map.class::isInstance)
                        .map(Map.class::cast)
                        .map(pool -> new Pool(
                                String.valueOf(pool.get(DescriptionKey.NAME)),
                                text(pool.get(DescriptionKey.URL)),
                                text(pool.get(DescriptionKey.USER)),
                                texts(pool, DescriptionKey.POOL, DescriptionKey.DRIVER)))
                        .toList(),
                items(told, DescriptionKey.PORTS)
                        .filter(Integer.class::isInstance)
                        .map(Integer.class::cast)
                        .toList(),
                told.get(DescriptionKey.SETTINGS) instanceof Map<?, ?> settings ? texts(settings, "") : Map.of(),
                items(told, DescriptionKey.ROUTES).map(String::valueOf).toList());
    }

    private static Map<String, String> texts(Map<?, ?> told, String... prefixes) {
        var texts = new HashMap<String, String>();
        told.forEach((key, value) -> {
            if (Stream.of(prefixes).anyMatch(key.toString()::startsWith)) {
                texts.put(key.toString(), String.valueOf(value));
            }
        });
        return texts;
    }

    private static Stream<?> items(Map<?, ?> told, String key) {
        return told.get(key) instanceof List<?> list ? list.stream() : Stream.empty();
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
