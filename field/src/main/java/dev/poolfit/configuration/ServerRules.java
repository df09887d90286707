package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.units.Quantity;
import dev.poolfit.wire.DescriptionKey;
import java.lang.module.ModuleDescriptor.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds what is worth to know about the threads and the ports of a service beside its pool.
 *
 * <p>Sources: HikariCP's issue 2398 on virtual threads, mended after 7.0.2; JEP 491; Spring
 * Boot on {@code spring.jpa.open-in-view}, {@code spring.threads.virtual.enabled} and {@code management.server.port};
 * Tomcat 10.1, "The HTTP Connector", on {@code maxConnections} and {@code acceptCount}.
 */
final class ServerRules {
    private static final double MANY_THREADS = 4;
    /** The number of clients that connect while the server takes no more connections below which they are few. */
    private static final double FEW_WAITING = 10;
    /** The first JDK that does not pin a virtual thread within {@code synchronized}. */
    private static final double UNPINNED = 24;

    private static final Version SPINS = Version.parse("7.0.2");

    private final Configuration configuration;
    private final List<Finding> findings = new ArrayList<>();

    ServerRules(Configuration configuration) {
        this.configuration = configuration;
    }

    List<Finding> findings() {
        threads();
        connections();
        virtualThreads();
        managementPort();
        return findings;
    }

    private void add(SettingRule rule, Map<String, Double> evidence, Object... arguments) {
        findings.add(rule.finding(evidence, arguments));
    }

    private void threads() {
        OptionalDouble threads = configuration.serviceNumber("server.maxThreads");
        OptionalDouble most = configuration.number("pool.maximumPoolSize");
        if (configuration.openInView() && !virtual()) {
            boolean far = threads.isPresent()
                    && most.isPresent()
                    && threads.getAsDouble() > MANY_THREADS * most.getAsDouble();
            add(
                    far ? SettingRule.OPEN_IN_VIEW_THREADS : SettingRule.OPEN_IN_VIEW,
                    Map.of("threads", threads.orElse(0), "maximumPoolSize", most.orElse(0)),
                    Quantity.aboutCount(threads.orElse(0)),
                    Quantity.aboutCount(most.orElse(0)));
        }
    }

    private void connections() {
        OptionalDouble threads = configuration.serviceNumber("server.maxThreads");
        OptionalDouble connections = configuration.serviceNumber("server.maxConnections");
        if (threads.isPresent()
                && connections.isPresent()
                && connections.getAsDouble() > 0
                && connections.getAsDouble() < threads.getAsDouble()) {
            add(
                    SettingRule.MAX_CONNECTIONS_BELOW_THREADS,
                    Map.of("maxConnections", connections.getAsDouble(), "threads", threads.getAsDouble()),
                    Quantity.aboutCount(connections.getAsDouble()),
                    Quantity.aboutCount(threads.getAsDouble()));
        }
        configuration.serviceNumber("server.acceptCount").ifPresent(waiting -> {
            if (waiting < FEW_WAITING) {
                add(SettingRule.ACCEPT_COUNT_SMALL, Map.of("acceptCount", waiting), Quantity.aboutCount(waiting));
            }
        });
    }

    private boolean virtual() {
        return "true".equals(configuration.service().get("spring.threads.virtual.enabled"));
    }

    private void virtualThreads() {
        if (!virtual()) {
            return;
        }
        add(SettingRule.VIRTUAL_THREADS, Map.of());
        configuration.serviceNumber("java.version").ifPresent(java -> {
            if (java < UNPINNED) {
                add(SettingRule.VIRTUAL_THREADS_PINNING, Map.of("java", java), Quantity.aboutCount(java));
            }
        });
        configuration.pools().stream()
                .flatMap(each -> Optional.ofNullable(each.settings().get("pool.version")).stream())
                .findFirst()
                .filter(version -> Version.parse(version).compareTo(SPINS) <= 0)
                .ifPresent(version -> add(SettingRule.VIRTUAL_THREADS_SPIN, Map.of(), version));
    }

    private void managementPort() {
        String main = configuration.service().get("server.port");
        String management = configuration.service().get("management.server.port");
        if (configuration.service().containsKey(DescriptionKey.ACTUATOR)
                && (management == null || management.equals(main))) {
            add(SettingRule.MANAGEMENT_PORT_SHARED, Map.of());
        }
    }
}
