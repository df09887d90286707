package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each pool of a file is looked at by its name, or named as not looked at, and no default is told where it is not certain. */
class PoolsOfFilesTest {
    @TempDir
    private Path folder = Path.of("");

    private Reviewed read(String text) throws IOException {
        return Reviewed.of(folder, "app.yml", text, Map.of());
    }

    @Test
    void pools_that_an_application_makes_itself_are_found_by_what_stands_together() throws IOException {
        Reviewed own = read("""
                app.datasource:
                  write: {jdbc-url: 'jdbc:mysql://w/x', maximum-pool-size: 100, connection-timeout: 300}
                  read: {url: 'jdbc:mysql://r/x', hikari: {maximum-pool-size: 60}}
                  third: {url: 'jdbc:postgresql://t/x', configuration: {maxLifetime: 20000, maximumPoolSize: 30}}
                  fourth: {url: 'jdbc:mysql://f/x', driver-class-name: d}
                  fifth: {url: 'jdbc:mysql://f/x', type: com.alibaba.druid.pool.DruidDataSource, max-active: 9}
                  sixth: {url: 'jdbc:mysql://f/x', initial-size: 9}
                shards:
                  - {jdbc-url: 'jdbc:mysql://s0/x', maximum-pool-size: 5}
                  - {jdbc-url: 'jdbc:mysql://s1/x', maximum-pool-size: 6}
                """);

        assertThat(own.file().pools())
                .extracting(PoolSettings::description)
                .containsExactly(
                        "app.datasource.read.hikari: maximum-pool-size 60",
                        "app.datasource.third.configuration: max-lifetime 20000, maximum-pool-size 30",
                        "app.datasource.write: connection-timeout 300, maximum-pool-size 100",
                        "shards[0]: maximum-pool-size 5",
                        "shards[1]: maximum-pool-size 6");
        assertThat(own.text())
                .contains(
                        "app.datasource.write: connection-timeout is 300 ms",
                        "app.datasource.third.configuration: max-lifetime is 20.0 s",
                        "201 connections together",
                        "Not looked at: app.datasource.fourth. The file has its address",
                        "Not looked at: app.datasource.fifth. This pool is Druid",
                        "Not looked at: app.datasource.sixth. Its settings are those of another pool")
                .doesNotContain("key-", "leak-detection", "socket-timeout");
    }

    @Test
    void a_template_that_pools_are_made_of_is_no_pool() throws IOException {
        Reviewed both = read("""
                app.datasource:
                  usual: &usual {maximum-pool-size: 10, minimum-idle: 10}
                  write: {<<: *usual, jdbc-url: 'jdbc:mysql://w/x'}
                  read: {<<: *usual, jdbc-url: 'jdbc:mysql://r/x', maximum-pool-size: 20}
                """);

        assertThat(both.file().pools())
                .extracting(PoolSettings::description)
                .containsExactly(
                        "app.datasource.read: maximum-pool-size 20, minimum-idle 10",
                        "app.datasource.write: maximum-pool-size 10, minimum-idle 10");
    }

    @Test
    void data_sources_beside_spring_boots_own_are_not_taken_for_its_keys() throws IOException {
        Reviewed several = read("""
                spring.datasource:
                  url: jdbc:mysql://a/x
                  hikari: {maximum-pool-size: 9, connection-timeout: 300}
                  orders: {url: 'jdbc:mysql://o/x', username: x, driver-class-name: d, hikari: {maximum-pool-size: 20}}
                  users: {jdbc-url: 'jdbc:mysql://u/x', username: x}
                """);

        assertThat(several.file().pools())
                .extracting(PoolSettings::name)
                .containsExactly(
                        "spring.datasource.orders.hikari", "spring.datasource.users", "spring.datasource.hikari");
        assertThat(several.text())
                .contains("29 connections together", "spring.datasource.hikari: connection-timeout is 300 ms")
                .doesNotContain("key-", "leak-detection");
    }

    @Test
    void one_dynamic_datasource_takes_from_all_what_it_does_not_set() throws IOException {
        Reviewed dynamic = read("""
                spring.datasource.dynamic:
                  hikari: {maxPoolSize: 20, is-auto-commit: off, max-lifetime: 900000}
                  datasource:
                    master: {url: 'jdbc:mysql://m/x', hikari: {maximum-pool-size: 40}}
                    other: {url: 'jdbc:mysql://o/x', type: com.alibaba.druid.pool.DruidDataSource}
                """);

        assertThat(dynamic.file().pools())
                .extracting(PoolSettings::description)
                .containsExactly("spring.datasource.dynamic.datasource.master: auto-commit false, max-lifetime 900000,"
                        + " maximum-pool-size 40");
        assertThat(dynamic.text()).contains("Not looked at: spring.datasource.dynamic.datasource.other");
    }

    @Test
    void pools_of_shardingsphere_are_read_by_its_words() throws IOException {
        Reviewed sharding = read("""
                spring.shardingsphere.datasource:
                  names: ds-0, ds-1
                  ds-0:
                    type: com.zaxxer.hikari.HikariDataSource
                    jdbc-url: jdbc:mysql://a/x
                    max-pool-size: 50
                    min-pool-size: 1
                    connection-timeout-milliseconds: 300
                  ds-1: {type: org.apache.commons.dbcp2.BasicDataSource, url: 'jdbc:mysql://b/x'}
                """);

        assertThat(sharding.file().pools())
                .extracting(PoolSettings::description)
                .containsExactly("spring.shardingsphere.datasource.ds-0: connection-timeout 300, maximum-pool-size 50,"
                        + " minimum-idle 1");
        assertThat(sharding.text()).contains("ds-1. This pool is Commons DBCP", "defaults of its own");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tomcat.max-active: 9; Tomcat JDBC",
                "dbcp2.max-total: 9; Commons DBCP",
                "druid.max-active: 9; Druid",
                "type: org.apache.tomcat.jdbc.pool.DataSource; Tomcat JDBC",
                "type: com.mchange.v2.c3p0.ComboPooledDataSource; c3p0",
                "type: io.agroal.api.AgroalDataSource; Agroal",
                "type: org.example.OwnDataSource; org.example.OwnDataSource",
                "jndi-name: java:/shop; application server",
            })
    void another_pool_has_no_defaults_of_hikaricps(String setting, String named) throws IOException {
        Reviewed other = read("spring.datasource.url: jdbc:mysql://a/x\nspring.datasource." + setting + "\n");

        assertThat(other.rules()).containsExactly("pool-not-looked-at");
        assertThat(other.text()).contains(named);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "spring.datasource.druid.max-active: 9; settings of Druid, too",
                "spring.datasource.type: ${POOL_TYPE}; spring.datasource.type is not",
                "spring.config.import: 'optional:configserver:'; configserver",
                "spring.cloud.nacos.config.server-addr: x; configuration server",
                "app.ds.url: jdbc:mysql://b/x; other data sources",
                "spring.r2dbc.url: r2dbc:mysql://b/x; none of JDBC's",
                "hikari.maximum-pool-size: 9; Keys that Spring Boot does not read",
            })
    void where_something_else_may_set_more_only_what_stands_there_is_looked_at(String setting, String why)
            throws IOException {
        Reviewed part =
                read("spring.datasource: {url: 'jdbc:mysql://a/x', hikari.connection-timeout: 300}\n" + setting);

        assertThat(part.file().pools())
                .extracting(PoolSettings::description)
                .containsExactly("spring.datasource.hikari: connection-timeout 300");
        assertThat(part.text()).contains("pool-in-part", why);
    }

    @Test
    void a_pool_that_only_its_absence_makes_hikaricps_is_told_as_assumed() throws IOException {
        assertThat(read("spring.datasource.url: jdbc:mysql://a/x").rules()).contains("pool-assumed");
        assertThat(read("spring.datasource: {url: 'jdbc:mysql://a/x', type: com.zaxxer.hikari.HikariDataSource}")
                        .rules())
                .contains("leak-detection-off")
                .doesNotContain("pool-assumed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "jdbc:mysql://${H}:3306/x; true",
                "jdbc:mysql://${H}/${NAME}; true",
                "jdbc:mysql://${ALL}; false",
                "jdbc:mysql://h/x?${PARAMETERS}; false",
                "jdbc:mysql://h/x?socketTimeout=${T}; false",
                "${URL}; false",
                "jdbc:mysql://@db.host@/x; true",
            })
    void of_an_address_with_a_placeholder_the_driver_is_told_of_where_it_shows(String url, boolean told)
            throws IOException {
        Reviewed unset = read("spring.datasource: {url: '" + url + "', hikari.maximum-pool-size: 9}");

        assertThat(unset.rules()).contains("values-unknown", "leak-detection-off");
        assertThat(unset.rules().contains("socket-timeout-none")).isEqualTo(told);
        assertThat(unset.rules().contains("driver-options")).isEqualTo(told);
    }

    @Test
    void values_are_read_as_spring_reads_them() throws IOException {
        Reviewed values = read("""
                spring:
                  datasource:
                    url: jdbc:mysql://a/x
                    hikari:
                      maximum_pool_size: 1_000
                      minimumIdle: 0x10
                      CONNECTION-TIMEOUT: 30s
                      autoCommit: off
                      connection-init-sql: SET SESSION wait_timeout = 3600, @p = 'hunter2'
                      data-source-properties:
                        "[cachePrepStmts]": true
                        rewrite-batched-statements: true
                        socketTimeout: 3000
                  jpa.open-in-view: no
                """);

        assertThat(values.file().pools().get(0).settings())
                .containsEntry("pool.maximumPoolSize", "1000")
                .containsEntry("pool.minimumIdle", "16")
                .containsEntry("pool.autoCommit", "false")
                .containsEntry("pool.connectionInitSql", "wait_timeout = 3600")
                .containsEntry("driver.cachePrepStmts", "true")
                .doesNotContainKeys("pool.connectionTimeout", "driver.rewriteBatchedStatements");
        assertThat(values.text())
                .contains("30s (spring.datasource.hikari.CONNECTION-TIMEOUT)", "rewriteBatchedStatements=true")
                .doesNotContain("open-in-view", "socketTimeout", "hunter2");
    }

    @Test
    void settings_of_spring_that_are_not_known_are_not_taken_for_the_default() throws IOException {
        Reviewed unset = read("""
                spring.jpa: {open-in-view: '${OSIV}', show-sql: true}
                management: {server.port: '${MANAGEMENT_PORT}', endpoints.web.exposure.include: health}
                server.tomcat.threads.max: ${THREADS}
                """);

        assertThat(unset.rules()).containsExactly("values-unknown");
        assertThat(unset.text()).contains("OSIV (", "MANAGEMENT_PORT (", "THREADS (");
        assertThat(read("spring: {main.web-application-type: none, jpa.show-sql: true}\nmanagement.x: y\n")
                        .rules())
                .isEmpty();
    }
}
