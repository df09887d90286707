package dev.poolfit.configuration;

import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is wrong, or worth to know, about a configuration. A rule whose settings are not known says nothing.
 *
 * <p>Sources: the settings' own text in HikariCP's README (frequently used and infrequently used), what its
 * {@code HikariConfig.validateNumerics} and {@code setConnectionTimeout} refuse, its pages "About Pool Sizing" and "MySQL
 * Configuration"; MySQL's manual on {@code wait_timeout}; Spring Boot's on {@code spring.jpa.open-in-view},
 * {@code spring.threads.virtual.enabled} and {@code spring.mvc.async.request-timeout}; Kubernetes' on {@code maxSurge}, a
 * quarter unless said; Hibernate's on {@code hibernate.connection.provider_disables_autocommit}; PgBouncer's NEWS.md, 1.21.0
 * and 1.24.0, on {@code max_prepared_statements}. Of proxies, {@link DatabaseProxy}.
 *
 * <p>Gateways wait for an answer no longer than this, unless set otherwise: Amazon API Gateway 29 s
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html), Application Load Balancer 60 s
 * (docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html), nginx 60 s
 * ({@code proxy_read_timeout}, nginx.org/en/docs/http/ngx_http_proxy_module.html). Tomcat's {@code connection-timeout} does
 * not count: it is the time until a client sends its request.
 */
public final class ConfigurationRules {
    /** HikariCP takes no shorter lifetime than this, in milliseconds. */
    private static final double SHORTEST_LIFETIME = 30_000;
    /** HikariCP sends no keepalive more often than this, in milliseconds. */
    private static final double SHORTEST_KEEPALIVE = 30_000;
    /** A lifetime should end so long before others close the connection. */
    private static final double AHEAD = 30_000;
    /** People wait no longer for an answer: Nielsen, "Usability Engineering", 1993, ch. 5. */
    private static final double PATIENCE = 10_000;
    /** Twice HikariCP's least connection timeout; a pause of a garbage collector is no longer as a rule. */
    private static final double HASTE = 500;
    /** What HikariCP makes of a connection timeout of 0, in milliseconds. */
    private static final double ENDLESS = Integer.MAX_VALUE;
    /**
     * Gateways and firewalls forget a silent connection after this, at the earliest in use: Azure's 4 minutes
     * (learn.microsoft.com/azure/load-balancer/load-balancer-tcp-idle-timeout).
     */
    private static final double FORGOTTEN = 240_000;

    private static final double SURGE = 0.25;

    private final Configuration configuration;
    private final List<Finding> findings = new ArrayList<>();

    private ConfigurationRules(Configuration configuration) {
        this.configuration = configuration;
    }

    /** The findings, the gravest first. */
    public static List<Finding> findings(Configuration configuration) {
        var rules = new ConfigurationRules(configuration);
        rules.lifetime();
        rules.keepalive();
        rules.connectionTimeout();
        rules.minimumIdle();
        rules.leakDetection();
        rules.fleet();
        rules.proxy();
        rules.driver();
        rules.autoCommit();
        return Stream.concat(new ServerRules(configuration).findings().stream(), rules.findings.stream())
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    /** What says that a service runs with other settings than its file has; empty where there is no difference. */
    public static Optional<Finding> differing(Map<String, List<String>> differences) {
        String all = differences.entrySet().stream()
                .map(each -> each.getKey() + " " + String.join(" → ", each.getValue()))
                .collect(Collectors.joining(", "));
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        "running-differs",
                        Severity.INFO,
                        Map.of("differences", (double) differences.size()),
                        Message.of("configuration.running-differs", all)));
    }

    private void add(String rule, Severity severity, Map<String, Double> evidence, Object... arguments) {
        findings.add(finding(rule, severity, evidence, arguments));
    }

    static Finding finding(String rule, Severity severity, Map<String, Double> evidence, Object... arguments) {
        return new Finding(rule, severity, evidence, Message.of("configuration." + rule, arguments));
    }

    private void lifetime() {
        OptionalDouble lifetime = configuration.number("pool.maxLifetime");
        if (lifetime.isEmpty()) {
            return;
        }
        double millis = lifetime.getAsDouble();
        Optional<DatabaseLimits> closing =
                configuration.limits().filter(limits -> limits.idleSeconds() > 0 && !keptAlive(limits.idleSeconds()));
        if (closing.isPresent() && (millis == 0 || millis > closing.get().idleSeconds() * 1e3 - AHEAD)) {
            double idle = closing.get().idleSeconds() * 1e3;
            add(
                    "lifetime-beyond-database",
                    Severity.WARNING,
                    Map.of("maxLifetimeMs", millis, "databaseIdleMs", idle),
                    Math.round(millis / 1e3),
                    Math.round(idle / 1e3),
                    Math.round(Math.max(SHORTEST_LIFETIME, idle - AHEAD) / 1e3));
        } else if (millis == 0) {
            add("lifetime-endless", Severity.INFO, Map.of("maxLifetimeMs", millis));
        } else if (millis < SHORTEST_LIFETIME) {
            add("lifetime-short", Severity.WARNING, Map.of("maxLifetimeMs", millis), Quantity.time(millis));
        }
        OptionalDouble idle = configuration.number("pool.idleTimeout");
        if (millis > 0 && idle.isPresent() && idle.getAsDouble() >= millis && sizesDiffer()) {
            add(
                    "idle-beyond-lifetime",
                    Severity.INFO,
                    Map.of("idleTimeoutMs", idle.getAsDouble(), "maxLifetimeMs", millis),
                    Quantity.time(idle.getAsDouble()),
                    Quantity.time(millis));
        }
    }

    /** A connection that is asked now and then is never idle for so long. */
    private boolean keptAlive(double idleSeconds) {
        double keepalive = configuration.number("pool.keepaliveTime").orElse(0);
        return takes(keepalive) && keepalive < idleSeconds * 1e3;
    }

    /** Whether HikariCP keeps connections alive at such a period. */
    private boolean takes(double keepalive) {
        double lifetime = configuration.number("pool.maxLifetime").orElse(0);
        return keepalive >= SHORTEST_KEEPALIVE && (lifetime == 0 || keepalive < lifetime);
    }

    private void proxy() {
        Optional<DatabaseProxy> between = configuration.url().flatMap(DatabaseProxy::of);
        if (between.isEmpty()) {
            return;
        }
        DatabaseProxy proxy = between.get();
        add("behind-proxy", Severity.INFO, Map.of(), proxy.product());
        OptionalDouble lifetime = configuration.number("pool.maxLifetime");
        double idle = proxy.idleSeconds() * 1e3;
        if (idle > 0
                && !keptAlive(proxy.idleSeconds())
                && lifetime.isPresent()
                && (lifetime.getAsDouble() == 0 || lifetime.getAsDouble() > idle)) {
            add(
                    "lifetime-beyond-proxy",
                    Severity.WARNING,
                    Map.of("maxLifetimeMs", lifetime.getAsDouble(), "proxyIdleMs", idle),
                    Math.round(lifetime.getAsDouble() / 1e3),
                    proxy.product(),
                    proxy.idleSeconds());
        }
        if (proxy == DatabaseProxy.PGBOUNCER
                && configuration.number("driver.prepareThreshold").orElse(1) != 0) {
            add("prepared-behind-pgbouncer", Severity.INFO, Map.of());
        }
    }

    private boolean sizesDiffer() {
        return configuration.number("pool.minimumIdle").orElse(0)
                < configuration.number("pool.maximumPoolSize").orElse(0);
    }

    private void keepalive() {
        OptionalDouble keepalive = configuration.number("pool.keepaliveTime");
        OptionalDouble lifetime = configuration.number("pool.maxLifetime");
        if (keepalive.isPresent() && keepalive.getAsDouble() > 0 && !takes(keepalive.getAsDouble())) {
            add(
                    "keepalive-ignored",
                    Severity.WARNING,
                    Map.of("keepaliveTimeMs", keepalive.getAsDouble()),
                    Quantity.time(keepalive.getAsDouble()));
        } else if (keepalive.isPresent()
                && keepalive.getAsDouble() == 0
                && lifetime.isPresent()
                && (lifetime.getAsDouble() == 0 || lifetime.getAsDouble() > FORGOTTEN)) {
            add("keepalive-off", Severity.INFO, Map.of("keepaliveTimeMs", 0.0));
        }
    }

    private void connectionTimeout() {
        OptionalDouble timeout = configuration.number("pool.connectionTimeout");
        if (timeout.isEmpty()) {
            return;
        }
        double millis = timeout.getAsDouble() == 0 ? ENDLESS : timeout.getAsDouble();
        if (millis >= ENDLESS) {
            add("connection-timeout-endless", Severity.WARNING, Map.of("connectionTimeoutMs", millis));
        } else if (!outlasts(millis) && millis > PATIENCE) {
            add("connection-timeout-long", Severity.INFO, Map.of("connectionTimeoutMs", millis), Quantity.time(millis));
        } else if (millis < HASTE) {
            add(
                    "connection-timeout-short",
                    Severity.WARNING,
                    Map.of("connectionTimeoutMs", millis),
                    Quantity.time(millis));
        }
    }

    /** Whether a thread waits for a connection when whoever asked has given up; if so, that is told. */
    private boolean outlasts(double millis) {
        OptionalDouble async = configuration.serviceMillis("spring.mvc.async.request-timeout");
        return outlasts(
                        millis,
                        "load",
                        configuration.patience().stream()
                                .mapToDouble(Duration::toMillis)
                                .findFirst())
                | outlasts(millis, "async", async);
    }

    private boolean outlasts(double millis, String who, OptionalDouble patience) {
        boolean longer = patience.isPresent() && patience.getAsDouble() > 0 && millis >= patience.getAsDouble();
        if (longer) {
            add(
                    "connection-timeout-beyond-" + who,
                    Severity.WARNING,
                    Map.of("connectionTimeoutMs", millis, "requestTimeoutMs", patience.getAsDouble()),
                    Quantity.time(millis),
                    Quantity.time(patience.getAsDouble()));
        }
        return longer;
    }

    private void minimumIdle() {
        OptionalDouble idle = configuration.number("pool.minimumIdle");
        OptionalDouble most = configuration.number("pool.maximumPoolSize");
        if (idle.isPresent() && most.isPresent() && sizesDiffer()) {
            add(
                    "minimum-idle-below",
                    Severity.INFO,
                    Map.of("minimumIdle", idle.getAsDouble(), "maximumPoolSize", most.getAsDouble()),
                    Quantity.aboutCount(idle.getAsDouble()),
                    Quantity.aboutCount(most.getAsDouble()));
        }
    }

    private void leakDetection() {
        configuration.number("pool.leakDetectionThreshold").ifPresent(millis -> {
            if (millis == 0) {
                add("leak-detection-off", Severity.INFO, Map.of("leakDetectionThresholdMs", 0.0));
            }
        });
    }

    private void fleet() {
        OptionalDouble most = configuration.number("pool.maximumPoolSize");
        if (configuration.limits().isEmpty() || most.isEmpty()) {
            return;
        }
        DatabaseLimits limits = configuration.limits().get();
        int instances = configuration.ceiling().map(Ceiling::instances).orElse(1);
        double share =
                configuration.ceiling().map(each -> each.share().fraction()).orElse(1.0);
        int during = instances == 1 ? 1 : instances + (int) Math.ceil(SURGE * instances);
        double others = configuration.user().map(limits::others).orElse(0L);
        double own = during * configuration.pools() * most.getAsDouble();
        double wanted = own + others;
        if (own > share * limits.maxConnections() || wanted > limits.maxConnections()) {
            add(
                    "fleet-beyond-database",
                    Severity.WARNING,
                    Map.of("wanted", wanted, "maxConnections", (double) limits.maxConnections(), "others", others),
                    during,
                    configuration.pools(),
                    Quantity.aboutCount(most.getAsDouble()),
                    Quantity.aboutCount(others),
                    Quantity.aboutCount(share * limits.maxConnections()),
                    limits.maxConnections());
        }
    }

    private void driver() {
        if (configuration.url().isEmpty() || configuration.pool().isEmpty()) {
            return;
        }
        if (configuration.number("driver.socketTimeout").orElse(0) == 0 && (configuration.isMySql() || isPostgres())) {
            add("socket-timeout-none", Severity.INFO, Map.of());
        }
        List<String> off = configuration.isMySql()
                ? missing("driver.cachePrepStmts", "driver.rewriteBatchedStatements")
                : isPostgres() ? missing("driver.reWriteBatchedInserts") : List.of();
        // MariaDB's own driver caches and rewrites by itself.
        if (!off.isEmpty() && !configuration.url().get().startsWith("jdbc:mariadb:")) {
            add("driver-options", Severity.INFO, Map.of(), String.join(", ", off));
        }
    }

    private boolean isPostgres() {
        return configuration
                .url()
                .filter(url -> url.startsWith("jdbc:postgresql:"))
                .isPresent();
    }

    private List<String> missing(String... names) {
        return Stream.of(names)
                .filter(name -> !"true".equals(configuration.pool().get(name)))
                .map(name -> name.replaceFirst("driver\\.", "") + "=true")
                .toList();
    }

    private void autoCommit() {
        boolean on = "true".equals(configuration.pool().get("pool.autoCommit"));
        if (configuration.hasJpa() && on) {
            add("auto-commit-with-jpa", Severity.INFO, Map.of());
        }
    }
}
