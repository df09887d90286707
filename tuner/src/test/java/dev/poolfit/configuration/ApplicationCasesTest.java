package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Files as people have them, each with what should be said of it in its first line; nothing untrue is. */
class ApplicationCasesTest {
    private static Reviewed read(String name, Map<String, String> environment) {
        try {
            return Reviewed.of(
                    Path.of(Objects.requireNonNull(ApplicationCasesTest.class.getResource(name))
                            .toURI()),
                    environment);
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Reviewed read(String name) {
        return read(name, Map.of());
    }

    @Test
    void a_pool_that_is_not_hikaricps_is_named_and_has_none_of_its_defaults() {
        Reviewed druid = read("app-druid.yml");

        assertThat(druid.file().pools()).isEmpty();
        assertThat(druid.rules()).containsExactly("pool-not-looked-at");
        assertThat(druid.text()).contains("Druid (com.alibaba.druid.pool.DruidDataSource)");
    }

    @Test
    void dynamic_datasources_are_looked_at_by_their_own_words_and_names() {
        Reviewed dynamic = read("app-dynamic.yml");

        assertThat(dynamic.file().pools())
                .extracting(PoolSettings::name)
                .containsExactly(
                        "spring.datasource.dynamic.datasource.master", "spring.datasource.dynamic.datasource.slave_1");
        assertThat(dynamic.setting("pool.maximumPoolSize")).contains("20");
        assertThat(dynamic.setting("pool.minimumIdle")).contains("5");
        assertThat(dynamic.rules())
                .contains("connection-timeout-short", "lifetime-short", "minimum-idle-below", "pools-together")
                .doesNotContain("leak-detection-off");
        assertThat(dynamic.text())
                .contains("datasource.slave_1: connection-timeout is 300 ms", "40 connections together");
    }

    @Test
    void misspelt_settings_of_the_pool_are_told_with_the_right_ones_and_what_holds_instead() {
        assertThat(read("app-hikari-typo.yml").text())
                .contains(
                        "HikariCP has no setting spring.datasource.hikari.max-pool-size, so it has no effect: the pool has"
                                + " the default, 10. spring.datasource.hikari.maximum-pool-size is meant.",
                        "spring.datasource.hikari.minimum-idle is meant.");
    }

    @Test
    void a_pool_to_write_and_one_to_read_are_two() {
        Reviewed both = read("app-hikari-write-read.yml");

        assertThat(both.file().pools())
                .extracting(PoolSettings::name)
                .containsExactly("spring.datasource.hikari.read", "spring.datasource.hikari.write");
        assertThat(both.text())
                .contains(
                        "spring.datasource.hikari.write: connection-timeout is 300 ms",
                        "200 connections together",
                        "the application makes this pool itself".replaceFirst("t", "T"))
                .doesNotContain("30.0 s");
    }

    @Test
    void a_document_of_properties_counts_where_its_profile_is_active() {
        Reviewed active = read("app-multidoc-active.properties");

        assertThat(active.setting("pool.minimumIdle")).contains("2");
        assertThat(active.rules()).contains("connection-timeout-short", "minimum-idle-below", "profiles-active");
    }

    @Test
    void properties_have_documents_and_those_of_other_profiles_are_named() {
        Reviewed first = read("app-multidoc.properties");

        assertThat(first.setting("pool.maximumPoolSize")).contains("10");
        assertThat(first.rules()).contains("connection-timeout-short", "profiles-left-out");
    }

    @Test
    void settings_that_spring_boot_renamed_are_told_with_their_names_now() {
        Reviewed old = read("app-old-tomcat-names.yml");

        assertThat(old.text())
                .contains(
                        "server.tomcat.max-threads has no effect in Spring Boot 2.7 and newer. Its name is"
                                + " server.tomcat.threads.max now.",
                        "server.tomcat.threads.min-spare now.");
        assertThat(old.file().service()).doesNotContainKey("server.maxThreads");
    }

    @Test
    void a_profile_is_active_by_include() {
        assertThat(read("app-profile-include.yml").setting("pool.connectionTimeout"))
                .contains("300");
    }

    @Test
    void a_profile_is_active_by_a_placeholders_default() {
        Reviewed prod = read("app-profile-placeholder.yml");

        assertThat(prod.setting("pool.connectionTimeout")).contains("300");
        assertThat(prod.setting("pool.maximumPoolSize")).contains("40");
        assertThat(read("app-profile-placeholder.yml", Map.of("PROFILE", "dev")).setting("pool.maximumPoolSize"))
                .contains("10");
    }

    @Test
    void a_profile_is_active_by_the_environment_and_without_it_is_named() {
        Reviewed prod = read("app-profiles-env.yml", Map.of("SPRING_PROFILES_ACTIVE", "prod"));

        assertThat(prod.setting("pool.maximumPoolSize")).contains("40");
        assertThat(prod.setting("pool.minimumIdle")).contains("5");
        assertThat(prod.rules()).contains("connection-timeout-short");
        assertThat(prod.text()).contains("active profiles prod (SPRING_PROFILES_ACTIVE)");

        Reviewed none = read("app-profiles-env.yml");
        assertThat(none.setting("pool.maximumPoolSize")).contains("10");
        assertThat(none.setting("pool.connectionTimeout")).isEmpty();
        assertThat(none.text()).contains("left out", "prod").doesNotContain("30.0 s");
    }

    @Test
    void a_placeholder_that_is_not_set_is_named_and_no_default_stands_for_it() {
        Reviewed unset = read("app-unset-placeholder.yml");

        assertThat(unset.text())
                .contains("DB_POOL (spring.datasource.hikari.maximum-pool-size)", "DB_TIMEOUT (")
                .doesNotContain("connection-timeout is", "minimum-idle (5)");
        assertThat(read("app-unset-placeholder.yml", Map.of("DB_POOL", "9", "DB_TIMEOUT", "300"))
                        .rules())
                .contains("connection-timeout-short", "minimum-idle-below")
                .doesNotContain("values-unknown");
    }

    @Test
    void an_address_without_its_host_still_has_a_driver_and_hikaricps_defaults() {
        Reviewed unset = read("app-unset-url.yml");

        assertThat(unset.text()).contains("DB_HOST (spring.datasource.url)");
        assertThat(unset.rules())
                .contains("socket-timeout-none", "driver-options", "connection-timeout-long", "leak-detection-off");
    }

    @Test
    void a_file_of_a_profile_is_looked_at_with_it_and_says_nothing_of_what_it_leaves_to_the_other_file() {
        Reviewed prod = read("application-prod.yml");

        assertThat(prod.setting("pool.maximumPoolSize")).contains("50");
        assertThat(prod.setting("pool.minimumIdle")).contains("20");
        assertThat(prod.setting("pool.maxLifetime")).contains("1200000");
        assertThat(prod.setting("pool.connectionTimeout")).isEmpty();
        assertThat(prod.rules()).contains("minimum-idle-below", "pool-in-part");
        assertThat(prod.text()).contains("active profiles prod (application-prod)");
    }
}
