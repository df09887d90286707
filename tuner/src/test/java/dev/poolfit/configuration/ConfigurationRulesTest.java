package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.experiment.Ceiling;
import dev.poolfit.report.Language;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule speaks at its own setting, and a sound configuration has nothing above information. */
class ConfigurationRulesTest {
    private static final Map<String, String> POOL = Map.of(
            "pool.maxLifetime", "1800000",
            "pool.idleTimeout", "600000",
            "pool.keepaliveTime", "120000",
            "pool.connectionTimeout", "3000",
            "pool.minimumIdle", "10",
            "pool.maximumPoolSize", "10",
            "pool.leakDetectionThreshold", "10000",
            "pool.autoCommit", "false",
            "driver.socketTimeout", "30000");
    private static final Map<String, String> SERVICE = Map.of(
            "server.maxThreads", "200",
            "server.maxConnections", "8192",
            "server.port", "8080",
            "management.server.port", "9090",
            "jpa", "true",
            "actuator", "true",
            "spring.jpa.open-in-view", "false");
    static final DatabaseLimits LIMITS = new DatabaseLimits("MySQL", 151, 28_800, Map.of("shop", 10L, "reports", 20L));

    static List<Finding> findings(
            Map<String, String> pool, Map<String, String> service, DatabaseLimits limits, int instances) {
        return ConfigurationRules.findings(new Configuration(
                List.of(settings("one", "jdbc:mariadb://db/shop", pool)),
                List.of(),
                service,
                Optional.of(limits),
                Optional.of(new Ceiling(instances, Share.parse("80%"), OptionalInt.empty())),
                Optional.of(Duration.ofSeconds(60))));
    }

    static PoolSettings settings(String name, String url, Map<String, String> pool) {
        return new PoolSettings(name, Optional.empty(), pool, Optional.of(url), Optional.of("shop"), true);
    }

    private static Map<String, String> with(Map<String, String> settings, String name, String value) {
        var changed = new HashMap<>(settings);
        changed.put(name, value);
        return changed;
    }

    @Test
    void a_sound_configuration_is_silent() {
        assertThat(findings(POOL, SERVICE, LIMITS, 4)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"28799000, 0, true", "0, 0, true", "0, 120000, false", "1800000, 0, false"})
    void a_connection_must_not_be_idle_until_the_database_closes_it(String lifetime, String keepalive, boolean told) {
        List<Finding> findings = findings(
                with(with(POOL, "pool.maxLifetime", lifetime), "pool.keepaliveTime", keepalive), SERVICE, LIMITS, 4);

        assertThat(findings.stream().anyMatch(each -> each.rule().equals("lifetime-beyond-database")))
                .isEqualTo(told);
    }

    @Test
    void settings_that_are_not_known_say_nothing() {
        assertThat(ConfigurationRules.findings(new Configuration(
                        List.of(new PoolSettings(
                                "one", Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), true)),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "pool.maxLifetime, 20000, lifetime-short, WARNING",
        "pool.keepaliveTime, 0, keepalive-off, INFO",
        "pool.connectionTimeout, 30000, connection-timeout-long, INFO",
        "pool.connectionTimeout, 250, connection-timeout-short, WARNING",
        "pool.connectionTimeout, 0, connection-timeout-endless, WARNING",
        "pool.connectionTimeout, 2147483647, connection-timeout-endless, WARNING",
        "pool.connectionTimeout, 60000, connection-timeout-beyond-load, WARNING",
        "pool.keepaliveTime, 20000, keepalive-ignored, WARNING",
        "pool.keepaliveTime, 1800000, keepalive-ignored, WARNING",
        "pool.minimumIdle, 2, minimum-idle-below, INFO",
        "pool.leakDetectionThreshold, 0, leak-detection-off, INFO",
        "pool.maximumPoolSize, 40, fleet-beyond-database, WARNING",
        "pool.autoCommit, true, auto-commit-with-jpa, INFO",
        "driver.socketTimeout, 0, socket-timeout-none, INFO",
    })
    void a_setting_of_the_pool_is_told_by_its_rule(String name, String value, String rule, Severity severity) {
        assertThat(findings(with(POOL, name, value), SERVICE, LIMITS, 4))
                .filteredOn(each -> each.rule().equals(rule))
                .singleElement()
                .satisfies(each -> assertThat(each.severity()).isEqualTo(severity))
                .satisfies(each -> assertThat(Language.EN.text(each.advice())).doesNotContain("{"));
    }

    @ParameterizedTest
    @CsvSource({
        "spring.jpa.open-in-view, true, open-in-view-threads",
        "spring.threads.virtual.enabled, true, virtual-threads",
        "management.server.port, 8080, management-port-shared",
        "server.maxConnections, 100, max-connections-below-threads",
        "server.acceptCount, 1, accept-count-small",
    })
    void a_setting_of_the_service_is_told_by_its_rule(String name, String value, String rule) {
        assertThat(findings(POOL, with(SERVICE, name, value), LIMITS, 4))
                .extracting(Finding::rule)
                .containsExactly(rule);
    }

    @ParameterizedTest
    @CsvSource({"3000, true", "3s, true", "2999, true", "3001, false", "4s, false", "-1, false"})
    void a_thread_must_not_wait_for_a_connection_longer_than_its_asynchronous_request(String timeout, boolean told) {
        assertThat(findings(POOL, with(SERVICE, "spring.mvc.async.request-timeout", timeout), LIMITS, 4))
                .extracting(Finding::rule)
                .isEqualTo(told ? List.of("connection-timeout-beyond-async") : List.of());
    }

    @ParameterizedTest
    @CsvSource({"60s, 3.00 s", "2s, 1.00 s", "400ms, 250 ms", "200ms, "})
    void a_connection_timeout_that_is_advised_is_below_that_of_the_callers(String patience, String advised) {
        String told = ConfigurationRules.findings(new Configuration(
                        List.of(settings("one", "jdbc:h2:mem:x", Map.of("pool.connectionTimeout", "60000"))),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Durations.parse(patience))))
                .stream()
                .map(each -> each.rule() + " " + Language.EN.text(each.advice()))
                .collect(Collectors.joining("\n"));

        assertThat(told.contains("connection-timeout-beyond-load")).isEqualTo(advised != null);
        assertThat(told).contains(advised == null ? "connection-timeout-long" : "such as " + advised + ".");
    }

    @Test
    void a_keepalive_that_hikari_ignores_keeps_nothing_alive() {
        assertThat(findings(
                        with(with(POOL, "pool.maxLifetime", "28799000"), "pool.keepaliveTime", "20000"),
                        SERVICE,
                        LIMITS,
                        4))
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder("lifetime-beyond-database", "keepalive-ignored");
    }

    @ParameterizedTest
    @CsvSource({
        "21, 7.0.2, virtual-threads virtual-threads-pinning virtual-threads-spin",
        "25, 6.3.3, virtual-threads virtual-threads-spin",
        "1.8, 7.1.0, virtual-threads virtual-threads-pinning",
        "24, 7.0.3, virtual-threads",
    })
    void what_harms_virtual_threads_is_told_by_the_versions(String java, String hikari, String rules) {
        assertThat(findings(
                        with(POOL, "pool.version", hikari),
                        with(with(SERVICE, "java.version", java), "spring.threads.virtual.enabled", "true"),
                        LIMITS,
                        4))
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder(rules.split(" "));
        assertThat(findings(with(POOL, "pool.version", hikari), with(SERVICE, "java.version", java), LIMITS, 4))
                .as("without virtual threads")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://shop.proxy-abc123.eu-west-1.rds.amazonaws.com/shop, 0, RDS Proxy, true",
        "jdbc:mysql://shop.proxy-abc123.eu-west-1.rds.amazonaws.com/shop, 60000, RDS Proxy, false",
        "jdbc:mysql://shop.abc123.eu-west-1.rds.amazonaws.com/shop, 0, , false",
        "jdbc:postgresql://db:6432/shop, 0, PgBouncer, false",
        "jdbc:mariadb://db:6033/shop, 0, ProxySQL, true",
        "jdbc:postgresql://db:6033/shop, 0, , false",
        "jdbc:h2:mem:shop, 0, , false",
    })
    void a_known_proxy_is_told_by_its_address_with_its_own_time(
            String url, String keepalive, String product, boolean late) {
        List<Finding> findings = ConfigurationRules.findings(new Configuration(
                List.of(settings("one", url, Map.of("pool.maxLifetime", "30000000", "pool.keepaliveTime", keepalive))),
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));

        assertThat(findings)
                .filteredOn(each -> each.rule().equals("behind-proxy"))
                .extracting(each -> Language.EN.text(each.advice()))
                .allMatch(text -> text.contains(product))
                .hasSize(product == null ? 0 : 1);
        assertThat(findings.stream().anyMatch(each -> each.rule().equals("lifetime-beyond-proxy")))
                .isEqualTo(late);
        assertThat(findings.stream().anyMatch(each -> each.rule().equals("prepared-behind-pgbouncer")))
                .isEqualTo("PgBouncer".equals(product));
    }

    @Test
    void a_rollout_has_more_instances_and_others_use_the_database_too() {
        Finding beyond = findings(
                        with(with(POOL, "pool.maximumPoolSize", "25"), "pool.minimumIdle", "25"), SERVICE, LIMITS, 4)
                .get(0);

        assertThat(beyond.evidence()).containsEntry("wanted", 5 * 25.0 + 20).containsEntry("others", 20.0);
        assertThat(Language.EN.text(beyond.advice()))
                .startsWith(
                        "5 instances (those of a rollout included) × 25 connections (pools: 1) may take 121 of the 151");
    }
}
