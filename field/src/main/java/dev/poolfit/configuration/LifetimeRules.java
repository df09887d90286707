package dev.poolfit.configuration;

import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Compares how long a pool keeps a connection with how long others let it.
 *
 * <p>Sources: the settings' own text in HikariCP's README, what its {@code HikariConfig.validateNumerics} refuses;
 * MySQL's manual on {@code wait_timeout}, PostgreSQL's on {@code idle_session_timeout}; PgBouncer's NEWS.md, 1.21.0 and
 * 1.24.0, on {@code max_prepared_statements}.
 */
final class LifetimeRules {
    /** The shortest lifetime and the shortest keepalive that HikariCP takes, in milliseconds. */
    private static final double SHORTEST = 30_000;
    /** The lifetime that it takes instead of a shorter one, in milliseconds. */
    private static final double USUAL_LIFETIME = 1_800_000;
    /** The milliseconds that a lifetime should end before others close the connection. */
    private static final double AHEAD = 30_000;
    /** The keepalive in milliseconds that is often enough for any firewall, and seldom enough for any database. */
    private static final double USUAL_KEEPALIVE = 120_000;
    /**
     * The milliseconds after which gateways and firewalls forget a silent connection, at the earliest in use: Azure's 4
     * minutes (learn.microsoft.com/azure/load-balancer/load-balancer-tcp-idle-timeout).
     */
    private static final double FORGOTTEN = 240_000;

    private final PoolSettings pool;
    /** The milliseconds after which the database closes a silent connection. */
    private final OptionalDouble closing;

    private final List<Finding> findings = new ArrayList<>();

    LifetimeRules(PoolSettings pool, Optional<DatabaseLimits> limits) {
        this.pool = pool;
        OptionalDouble own = SessionTimeout.millis(pool);
        closing = own.isPresent()
                ? own
                : limits.stream()
                        .mapToDouble(each -> each.idleSeconds() * 1e3)
                        .filter(millis -> millis > 0)
                        .findFirst();
    }

    List<Finding> findings() {
        database();
        lifetime();
        proxy();
        keepalive();
        return findings;
    }

    private void add(SettingRule rule, Map<String, Double> evidence, Object... arguments) {
        findings.add(rule.finding(evidence, arguments));
    }

    /** Returns what HikariCP makes of the lifetime; 0 is endless. */
    private OptionalDouble taken() {
        OptionalDouble lifetime = pool.number("pool.maxLifetime");
        return lifetime.isPresent() && lifetime.getAsDouble() != 0 && lifetime.getAsDouble() < SHORTEST
                ? OptionalDouble.of(USUAL_LIFETIME)
                : lifetime;
    }

    private void database() {
        if (taken().isEmpty() || closing.isEmpty() || closing.getAsDouble() == 0) {
            return;
        }
        double lifetime = taken().getAsDouble();
        double idle = closing.getAsDouble();
        boolean late = lifetime == 0 || lifetime > Math.max(SHORTEST, idle - AHEAD) || lifetime >= idle;
        if (!late || keptAlive(idle)) {
            return;
        }
        Map<String, Double> evidence = Map.of("maxLifetimeMs", lifetime, "databaseIdleMs", idle);
        if (idle > SHORTEST) {
            add(
                    SettingRule.LIFETIME_BEYOND_DATABASE,
                    evidence,
                    Math.round(lifetime / 1e3),
                    Math.round(idle / 1e3),
                    Math.round(Math.max(SHORTEST, idle - AHEAD) / 1e3));
            return;
        }
        findings.add(new Finding(
                SettingRule.LIFETIME_BEYOND_DATABASE,
                Severity.WARNING,
                evidence,
                Message.of(
                        "configuration.lifetime-beyond-short-database",
                        Math.round(lifetime / 1e3),
                        Math.round(idle / 1e3),
                        SessionTimeout.statement(pool, (lifetime == 0 ? USUAL_LIFETIME : lifetime) + AHEAD)
                                + (lifetime == 0 ? ", max-lifetime: " + Math.round(USUAL_LIFETIME) : ""))));
    }

    private void lifetime() {
        OptionalDouble lifetime = pool.number("pool.maxLifetime");
        if (lifetime.isEmpty()) {
            return;
        }
        double millis = lifetime.getAsDouble();
        if (millis == 0 && findings.isEmpty()) {
            add(SettingRule.LIFETIME_ENDLESS, Map.of("maxLifetimeMs", millis));
        } else if (millis > 0 && millis < SHORTEST) {
            add(SettingRule.LIFETIME_SHORT, Map.of("maxLifetimeMs", millis), Quantity.time(millis));
        }
        OptionalDouble idle = pool.number("pool.idleTimeout");
        if (millis >= SHORTEST && idle.isPresent() && idle.getAsDouble() >= millis && pool.grows()) {
            add(
                    SettingRule.IDLE_BEYOND_LIFETIME,
                    Map.of("idleTimeoutMs", idle.getAsDouble(), "maxLifetimeMs", millis),
                    Quantity.time(idle.getAsDouble()),
                    Quantity.time(millis));
        }
    }

    /** Returns whether a connection is asked now and then, and so is never idle for so long. */
    private boolean keptAlive(double idle) {
        double keepalive = pool.number("pool.keepaliveTime").orElse(0);
        return takes(keepalive) && keepalive < idle;
    }

    /** Returns whether HikariCP keeps connections alive at such a period. */
    private boolean takes(double keepalive) {
        double lifetime = taken().orElse(0);
        return keepalive >= SHORTEST && (lifetime == 0 || keepalive < lifetime);
    }

    private void proxy() {
        Optional<DatabaseProxy> between = pool.url().flatMap(DatabaseProxy::of);
        if (between.isEmpty()) {
            return;
        }
        DatabaseProxy proxy = between.get();
        add(SettingRule.BEHIND_PROXY, Map.of(), proxy.product());
        double idle = proxy.idleSeconds() * 1e3;
        double lifetime = taken().orElse(-1);
        if (idle > 0 && !keptAlive(idle) && (lifetime == 0 || lifetime > idle)) {
            add(
                    SettingRule.LIFETIME_BEYOND_PROXY,
                    Map.of("maxLifetimeMs", lifetime, "proxyIdleMs", idle),
                    Math.round(lifetime / 1e3),
                    proxy.product(),
                    proxy.idleSeconds());
        }
        if (proxy == DatabaseProxy.PGBOUNCER
                && pool.number("driver.prepareThreshold").orElse(1) != 0) {
            add(SettingRule.PREPARED_BEHIND_PGBOUNCER, Map.of());
        }
    }

    private void keepalive() {
        OptionalDouble keepalive = pool.number("pool.keepaliveTime");
        OptionalDouble lifetime = taken();
        if (keepalive.isEmpty()) {
            return;
        }
        double millis = keepalive.getAsDouble();
        Map<String, Double> evidence = Map.of("keepaliveTimeMs", millis);
        if (millis > 0 && !takes(millis)) {
            if (advised() > 0) {
                add(
                        SettingRule.KEEPALIVE_IGNORED,
                        evidence,
                        Quantity.time(millis),
                        Quantity.time(advised()),
                        String.valueOf(Math.round(advised())));
            } else {
                add(SettingRule.KEEPALIVE_NEEDLESS, evidence, Quantity.time(millis));
            }
        } else if (millis == 0
                && lifetime.isPresent()
                && (lifetime.getAsDouble() == 0 || lifetime.getAsDouble() > FORGOTTEN)) {
            add(SettingRule.KEEPALIVE_OFF, evidence, Quantity.time(advised()));
        }
    }

    /** Returns a keepalive that HikariCP takes and that comes before the database closes the connection; 0 if none. */
    private double advised() {
        double lifetime = taken().orElse(0);
        double ends = lifetime == 0 ? Double.MAX_VALUE : lifetime;
        if (closing.isPresent() && closing.getAsDouble() > SHORTEST) {
            ends = Math.min(ends, closing.getAsDouble());
        }
        return ends <= SHORTEST ? 0 : ends > USUAL_KEEPALIVE ? USUAL_KEEPALIVE : Math.max(SHORTEST, ends / 2);
    }
}
