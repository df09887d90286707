package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds what a pool's driver may do better.
 *
 * <p>Sources: HikariCP's page "MySQL Configuration"; pgjdbc's and Connector/J's manuals on {@code socketTimeout};
 * Hibernate's on {@code hibernate.connection.provider_disables_autocommit}.
 */
final class DriverRules {
    private final Configuration configuration;
    private final PoolSettings pool;
    private final List<Finding> findings = new ArrayList<>();

    DriverRules(Configuration configuration, PoolSettings pool) {
        this.configuration = configuration;
        this.pool = pool;
    }

    List<Finding> findings() {
        if (pool.whole()) {
            options();
        }
        boolean on = "true".equals(pool.settings().get("pool.autoCommit"));
        if (configuration.hasJpa() && on) {
            add(SettingRule.AUTO_COMMIT_WITH_JPA);
        }
        return findings;
    }

    private void add(SettingRule rule, Object... arguments) {
        findings.add(rule.finding(Map.of(), arguments));
    }

    private void options() {
        if (pool.number("driver.socketTimeout").orElse(0) == 0 && (pool.isMySql() || pool.isPostgres())) {
            add(SettingRule.SOCKET_TIMEOUT_NONE);
        }
        List<String> off = pool.isMySql()
                ? missing("driver.cachePrepStmts", "driver.rewriteBatchedStatements")
                : pool.isPostgres() ? missing("driver.reWriteBatchedInserts") : List.of();
        // MariaDB's own driver caches and rewrites by itself.
        if (!off.isEmpty() && !pool.leadsTo("jdbc:mariadb:")) {
            add(SettingRule.DRIVER_OPTIONS, String.join(", ", off));
        }
    }

    private List<String> missing(String... names) {
        return Stream.of(names)
                .filter(name -> !"true".equals(pool.settings().get(name)))
                .map(name -> name.replaceFirst("driver\\.", "") + "=true")
                .toList();
    }
}
