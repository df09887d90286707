package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import java.util.Map;

/**
 * Names what can be wrong, or worth to know, about a configuration: what {@link ServerRules}, {@link FleetRules},
 * {@link LifetimeRules}, {@link WaitRules} and {@link DriverRules} look for, and what is told of a file that was read.
 */
enum SettingRule implements Finding.Rule {
    OPEN_IN_VIEW(Severity.INFO),
    OPEN_IN_VIEW_THREADS(Severity.INFO),
    MAX_CONNECTIONS_BELOW_THREADS(Severity.WARNING),
    ACCEPT_COUNT_SMALL(Severity.INFO),
    VIRTUAL_THREADS(Severity.INFO),
    VIRTUAL_THREADS_PINNING(Severity.INFO),
    VIRTUAL_THREADS_SPIN(Severity.INFO),
    MANAGEMENT_PORT_SHARED(Severity.INFO),

    POOLS_TOGETHER(Severity.INFO),
    FLEET_BEYOND_DATABASE(Severity.WARNING),

    LIFETIME_BEYOND_DATABASE(Severity.WARNING),
    LIFETIME_BEYOND_PROXY(Severity.WARNING),
    LIFETIME_ENDLESS(Severity.INFO),
    LIFETIME_SHORT(Severity.WARNING),
    IDLE_BEYOND_LIFETIME(Severity.INFO),
    BEHIND_PROXY(Severity.INFO),
    PREPARED_BEHIND_PGBOUNCER(Severity.INFO),
    KEEPALIVE_IGNORED(Severity.WARNING),
    KEEPALIVE_NEEDLESS(Severity.INFO),
    KEEPALIVE_OFF(Severity.INFO),

    CONNECTION_TIMEOUT_ENDLESS(Severity.WARNING),
    CONNECTION_TIMEOUT_LONG(Severity.INFO),
    CONNECTION_TIMEOUT_SHORT(Severity.WARNING),
    CONNECTION_TIMEOUT_BEYOND_LOAD(Severity.WARNING),
    CONNECTION_TIMEOUT_BEYOND_ASYNC(Severity.WARNING),
    MINIMUM_IDLE_BELOW(Severity.INFO),
    LEAK_DETECTION_OFF(Severity.INFO),

    AUTO_COMMIT_WITH_JPA(Severity.INFO),
    SOCKET_TIMEOUT_NONE(Severity.INFO),
    DRIVER_OPTIONS(Severity.INFO),

    RUNNING_DIFFERS(Severity.INFO),
    POOL_ASSUMED(Severity.INFO),
    POOL_IN_PART(Severity.INFO),
    POOL_NOT_LOOKED_AT(Severity.INFO),
    VALUES_UNKNOWN(Severity.INFO),
    VALUES_NO_NUMBERS(Severity.WARNING),
    PROFILES_ACTIVE(Severity.INFO),
    PROFILES_EACH(Severity.INFO),
    PROFILES_LEFT_OUT(Severity.INFO),
    PROFILES_UNKNOWN(Severity.WARNING),
    PROFILES_MALFORMED(Severity.WARNING),
    PLATFORMS_LEFT_OUT(Severity.INFO),
    ENVIRONMENT_COUNTS(Severity.INFO),
    KEY_REFUSED(Severity.WARNING),
    KEY_MISPLACED(Severity.WARNING),
    KEY_UNKNOWN(Severity.WARNING),
    KEY_RENAMED(Severity.WARNING),
    KEY_GONE(Severity.WARNING);

    private final Severity severity;

    SettingRule(Severity severity) {
        this.severity = severity;
    }

    /** Makes a finding in the rule's own words, mattering as it usually does. */
    Finding finding(Map<String, Double> evidence, Object... arguments) {
        return new Finding(this, severity, evidence, Message.of("configuration." + id(), arguments));
    }
}
