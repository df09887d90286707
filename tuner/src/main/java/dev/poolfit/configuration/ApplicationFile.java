package dev.poolfit.configuration;

import dev.poolfit.experiment.InvalidExperiment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a Spring Boot service as its {@code application.yml} or {@code application.properties} has them. Where the file
 * has an address of the database, what it leaves out has HikariCP's default. No other value is kept, a password least of all.
 *
 * @param pool of the pool and its driver, such as {@code pool.maxLifetime} in milliseconds
 * @param service of the server and of Spring, such as {@code server.maxThreads}
 * @param url the pool's address without its parameters
 * @param user the pool's database user
 */
public record ApplicationFile(
        Map<String, String> pool, Map<String, String> service, Optional<String> url, Optional<String> user) {
    private static final String HIKARI = "spring.datasource.hikari.";
    private static final String DRIVER = HIKARI + "data-source-properties.";
    private static final Pattern PARAMETER = Pattern.compile("[?&;]([^=&;]+)=([^&;]*)");

    /** HikariCP's settings, with the value of one that is not set (its README); an empty one follows another or its version. */
    private static final Map<String, String> OF_POOL = Map.of(
            "maxLifetime", "1800000",
            "idleTimeout", "600000",
            "keepaliveTime", "",
            "connectionTimeout", "30000",
            "minimumIdle", "",
            "maximumPoolSize", "10",
            "leakDetectionThreshold", "0",
            "autoCommit", "true");

    /** Drivers' settings that the rules know, in the address or beside it. */
    private static final List<String> OF_DRIVER = List.of(
            "cachePrepStmts", "rewriteBatchedStatements", "reWriteBatchedInserts", "socketTimeout", "prepareThreshold");

    private static final Map<String, String> OF_SERVICE = Map.of(
            "server.tomcat.threads.max", "server.maxThreads",
            "server.tomcat.max-connections", "server.maxConnections",
            "server.tomcat.accept-count", "server.acceptCount",
            "server.port", "server.port",
            "management.server.port", "management.server.port",
            "spring.jpa.open-in-view", "spring.jpa.open-in-view",
            "spring.threads.virtual.enabled", "spring.threads.virtual.enabled",
            "spring.mvc.async.request-timeout", "spring.mvc.async.request-timeout");

    public ApplicationFile {
        pool = Map.copyOf(pool);
        service = Map.copyOf(service);
    }

    /**
     * Reads a file of at most 1 MiB.
     *
     * @param environment for placeholders such as {@code ${DB_HOST:localhost}}
     * @throws InvalidExperiment if it cannot be read, or is neither YAML nor properties
     */
    public static ApplicationFile read(Path file, Map<String, String> environment) {
        SpringProperties known = SpringProperties.read(file, environment);
        var pool = new TreeMap<String, String>();
        Optional<String> address = known.value(HIKARI + "jdbc-url").or(() -> known.value("spring.datasource.url"));
        OF_POOL.forEach((name, usual) -> known.value(HIKARI + name)
                .or(() -> address.map(any -> usual).filter(each -> !each.isEmpty()))
                .ifPresent(each -> pool.put("pool." + name, each)));
        if (pool.containsKey("pool.maximumPoolSize")) {
            pool.putIfAbsent("pool.minimumIdle", pool.get("pool.maximumPoolSize"));
        }
        address.ifPresent(each -> {
            Matcher parameter = PARAMETER.matcher(each);
            while (parameter.find()) {
                if (OF_DRIVER.contains(parameter.group(1))) {
                    pool.put("driver." + parameter.group(1), parameter.group(2));
                }
            }
        });
        OF_DRIVER.forEach(name -> known.value(DRIVER + name).ifPresent(each -> pool.put("driver." + name, each)));
        var service = new TreeMap<String, String>();
        OF_SERVICE.forEach((name, setting) -> known.value(name).ifPresent(each -> service.put(setting, each)));
        if (known.has("spring.jpa.")) {
            service.put("jpa", "true");
        }
        if (known.has("management.")) {
            service.put("actuator", "true");
        }
        return new ApplicationFile(
                pool,
                service,
                address.map(each -> each.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//")),
                known.value(HIKARI + "username").or(() -> known.value("spring.datasource.username")));
    }

    /** Whether it has no setting that Poolfit knows. */
    public boolean isEmpty() {
        return pool.isEmpty() && service.isEmpty();
    }

    /**
     * Settings that a running service has otherwise than the file, each with both values; the file's own words first.
     *
     * @param running the settings of its pool and of itself
     */
    public Map<String, List<String>> differences(Map<String, String> running) {
        var different = new LinkedHashMap<String, List<String>>();
        var all = new TreeMap<>(pool);
        all.putAll(service);
        all.forEach((name, value) -> {
            String other = running.get(name);
            if (other != null && !other.equals(value)) {
                different.put(name.replaceFirst("^(pool|driver)\\.", ""), List.of(value, other));
            }
        });
        return different;
    }
}
