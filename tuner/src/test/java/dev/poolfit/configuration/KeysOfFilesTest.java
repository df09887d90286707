package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys without effect are told with the right ones, and keys of the application's own are not. */
class KeysOfFilesTest {
    private static final String POOL = "spring.datasource.url: jdbc:mysql://a/x\n";

    @TempDir
    private Path folder = Path.of("");

    private Reviewed read(String text) throws IOException {
        return Reviewed.of(folder, "app.yml", POOL + text, Map.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hikari.maximum-pool-size: 9; key-misplaced; spring.datasource.hikari.maximum-pool-size (HikariCP's default: 10)",
                "spring.hikari.minimum-idle: 9; key-misplaced; spring.datasource.hikari.minimum-idle.",
                "spring.jpa.hikari.max-lifetime: 9; key-misplaced; spring.datasource.hikari.max-lifetime",
                "spring.jpa.properties.hibernate.hikari.connectionTimeout: 9; key-misplaced; spring.datasource.hikari.connection-timeout",
                "spring.datasource.hikaricp.max-pool-size: 9; key-misplaced; spring.datasource.hikari.maximum-pool-size",
                "spring.datasource.hikary.maximum-pool-size: 9; key-misplaced; spring.datasource.hikari.maximum-pool-size",
                "spring.datasource.maximum-pool-size: 9; key-misplaced; spring.datasource.hikari.maximum-pool-size",
                "spring.datasource.max-active: 9; key-misplaced; spring.datasource.hikari.maximum-pool-size",
                "spring.datasource.hikari.maxActive: 9; key-unknown; the pool has the default, 10",
                "spring.datasource.hikari.conection-timeout: 9; key-unknown; the pool has the default, 30000",
                "spring.datasource.hikari.pool.maximum-pool-size: 9; key-unknown; spring.datasource.hikari.maximum-pool-size is meant",
                "spring.datasource.hikari.test-on-borrow: true; key-unknown; HikariCP has no setting",
                "spring.datasource.usernme: x; key-unknown; spring.datasource.username is meant",
                "server.tomcat.maxThreads: 9; key-renamed; server.tomcat.threads.max now",
                "server.undertow.worker-threads: 9; key-renamed; server.undertow.threads.worker now",
                "server.jetty.max-threads: 9; key-renamed; server.jetty.threads.max now",
                "server.connection-timeout: 9s; key-renamed; server.tomcat.connection-timeout now",
                "server.threads.max: 9; key-unknown; server.tomcat.threads.max is meant",
                "server.tomcat.thread.max: 9; key-unknown; server.tomcat.threads.max is meant",
                "server.tomcat.nonsense: 9; key-unknown; no setting of Spring Boot 2.4",
                "spring.jpa.open-in-veiw: false; key-unknown; spring.jpa.open-in-view is meant",
                "spring.jpa.hibernate.dialect: x; key-unknown; no setting of Spring Boot 2.4",
                "spring.threads.virtual.enable: true; key-unknown; spring.threads.virtual.enabled is meant",
                "management.server.ports: 1; key-unknown; management.server.port is meant",
            })
    void a_key_without_effect_is_told_with_the_right_one(String line, String rule, String words) throws IOException {
        Reviewed told = read(line);

        assertThat(told.rules()).contains(rule);
        assertThat(told.text()).contains(words, line.replaceFirst(":.*", ""));
    }

    @Test
    void what_has_an_effect_and_what_is_the_applications_own_is_not_told() throws IOException {
        Reviewed own = read("""
                server: {port: 8, ssl.enabled: true, http.port: 9, admin.address: x, host: x, path: x, name: x, enabled: true}
                server.tomcat: {threads.max: 9, accesslog.enabled: true, relaxed-query-chars: ['|', '{'], basedir: x}
                server.servlet.context-path: /x
                server.servlet.context-parameters.own: x
                spring.jpa: {properties.hibernate.jdbc.batch_size: 9, hibernate.ddl-auto: none, show-sql: true}
                spring.jpa.hibernate.naming.physical-strategy: x
                spring.datasource: {name: x, driver-class-name: d, generate-unique-name: false}
                spring.datasource.hikari: {poolName: x, data-source-properties.own: x, dataSourceJNDI: x, max-life-time: 900000}
                app: {hikari-like: 3, server.port: 9}
                threads.max: 3
                spring.jpa.second: {show-sql: true, properties.x: y}
                """);

        assertThat(own.rules()).noneMatch(rule -> rule.startsWith("key-"));
        assertThat(own.setting("pool.maxLifetime")).contains("900000");
    }

    @Test
    void no_default_is_told_where_the_right_key_stands_there_too() throws IOException {
        assertThat(read("spring.datasource.hikari: {max-pool-size: 9, maximum-pool-size: 20}")
                        .text())
                .contains("spring.datasource.hikari.maximum-pool-size is meant")
                .doesNotContain("the pool has the default");
    }
}
