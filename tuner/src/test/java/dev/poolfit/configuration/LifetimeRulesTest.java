package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import dev.poolfit.database.DatabaseLimits;
import dev.poolfit.evidence.Finding;
import dev.poolfit.report.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is advised about lifetimes is taken by HikariCP, and whoever follows it is not told again. */
class LifetimeRulesTest {
    private static List<Finding> findings(String url, Map<String, String> settings, double idleSeconds) {
        return new LifetimeRules(
                        new PoolSettings("one", Optional.empty(), settings, Optional.of(url), Optional.empty(), true),
                        Optional.of(new DatabaseLimits("MySQL", 151, idleSeconds, Map.of())))
                .findings();
    }

    private static List<Finding> findings(String lifetime, String keepalive, double idleSeconds) {
        return findings(
                "jdbc:mysql://db/shop",
                Map.of("pool.maxLifetime", lifetime, "pool.keepaliveTime", keepalive),
                idleSeconds);
    }

    private static String text(List<Finding> findings) {
        return findings.stream()
                .map(each -> each.rule() + ": " + Language.EN.text(each.advice()))
                .collect(Collectors.joining("\n"));
    }

    /** What HikariCP makes of them. */
    private static HikariConfig taken(long lifetime, long keepalive) {
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:mysql://db/shop");
        config.setMaxLifetime(lifetime);
        config.setKeepaliveTime(keepalive);
        config.validate();
        return config;
    }

    @Test
    void hikaricp_takes_neither_a_lifetime_nor_a_keepalive_below_30_seconds() {
        assertThat(taken(29_999, 0).getMaxLifetime()).isEqualTo(1_800_000);
        assertThat(taken(30_000, 0).getMaxLifetime()).isEqualTo(30_000);
        assertThat(taken(1_800_000, 29_999).getKeepaliveTime()).isZero();
        assertThat(taken(1_800_000, 30_000).getKeepaliveTime()).isEqualTo(30_000);
        assertThat(taken(60_000, 60_000).getKeepaliveTime()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {31, 45, 60, 61, 90, 600, 28_800})
    void a_lifetime_that_is_advised_is_taken_and_ends_in_time(double idle) {
        String told = text(findings("0", "0", idle));
        Matcher advised = Pattern.compile("max-lifetime to at most (\\d+) s").matcher(told.replace(",", ""));

        assertThat(advised.find()).as(told).isTrue();
        long millis = Long.parseLong(advised.group(1)) * 1_000;
        assertThat(taken(millis, 0).getMaxLifetime()).isEqualTo(millis).isLessThan((long) (idle * 1e3));
        assertThat(text(findings(String.valueOf(millis), "0", idle))).doesNotContain("lifetime-beyond-database");
        assertThat(text(findings(String.valueOf(millis + 1_000), "0", idle))).contains("lifetime-beyond-database");
        assertThat(text(findings("0", "30000", idle))).doesNotContain("lifetime-beyond-database");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 29, 30})
    void where_the_database_closes_sooner_than_hikaricp_can_renew_the_sessions_get_more_time(double idle) {
        for (String lifetime : List.of("1800000", "30000", "20000")) {
            for (String keepalive : List.of("0", "30000")) {
                String told = text(findings(lifetime, keepalive, idle));
                assertThat(told)
                        .contains("lifetime-beyond-database", "connection-init-sql: SET SESSION wait_timeout = ")
                        .doesNotContain("Set max-lifetime", "keepalive-time to");
                Matcher statement =
                        Pattern.compile("SET SESSION wait_timeout = \\d+").matcher(told);
                assertThat(statement.find()).isTrue();
                assertThat(text(findings(
                                "jdbc:mysql://db/shop",
                                Map.of("pool.maxLifetime", lifetime, "pool.connectionInitSql", statement.group()),
                                idle)))
                        .as("whoever follows it is not told again")
                        .doesNotContain("lifetime-beyond-database");
            }
        }
        assertThat(text(findings("0", "0", idle))).contains("wait_timeout = 1830, max-lifetime: 1800000");
    }

    @Test
    void postgresqls_sessions_are_given_more_time_in_its_own_words() {
        Map<String, String> settings = Map.of("pool.maxLifetime", "1800000");
        assertThat(text(findings("jdbc:postgresql://db/shop", settings, 20)))
                .contains("connection-init-sql: SET idle_session_timeout = '1830s'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SET SESSION wait_timeout = 3600; 3600000",
                "set wait_timeout=60, x=1; 60000",
                "SET SESSION innodb_lock_wait_timeout = 50; ",
                "SET idle_session_timeout = '31min'; 1860000",
                "SET idle_session_timeout TO 5000; 5000",
                "SET idle_session_timeout = 0; 0",
            })
    void what_a_pool_sets_for_its_sessions_is_understood(String statement, String millis) {
        var pool = new PoolSettings(
                "one",
                Optional.empty(),
                Map.of("pool.connectionInitSql", statement),
                Optional.empty(),
                Optional.empty(),
                true);

        assertThat(SessionTimeout.millis(pool).stream().mapToLong(Math::round).boxed())
                .isEqualTo(millis == null ? List.of() : List.of(Long.parseLong(millis)));
    }

    @ParameterizedTest
    @CsvSource({"1800000, 28800", "120000, 28800", "60000, 28800", "31000, 28800", "0, 28800", "1800000, 100"})
    void a_keepalive_that_is_advised_is_taken(String lifetime, double idle) {
        String told = text(findings(lifetime, "20000", idle));
        Matcher advised = Pattern.compile("Set it to .*\\((\\d+)\\)").matcher(told);

        assertThat(advised.find()).as(told).isTrue();
        long millis = Long.parseLong(advised.group(1));
        assertThat(taken(Long.parseLong(lifetime), millis).getKeepaliveTime()).isEqualTo(millis);
        assertThat(text(findings(lifetime, String.valueOf(millis), idle)))
                .doesNotContain("keepalive-ignored", "lifetime-beyond-database");
    }

    @Test
    void where_no_keepalive_is_taken_none_is_advised() {
        assertThat(text(findings("30000", "20000", 28_800)))
                .contains("keepalive-needless")
                .doesNotContain("Set it to");
    }
}
