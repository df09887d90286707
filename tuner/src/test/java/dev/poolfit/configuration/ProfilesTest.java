package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles are those that Spring Boot 3.5 finds active in the same files; each case was tried on it. */
class ProfilesTest {
    private static final String POOL = "spring.datasource.url: jdbc:h2:mem:x\n";
    private static final String SIZE = "spring.datasource.hikari.maximum-pool-size: ";

    @TempDir
    private Path folder = Path.of("");

    private String size(String name, String text, Map<String, String> environment) throws IOException {
        return Reviewed.of(folder, name, text, environment)
                .setting("pool.maximumPoolSize")
                .orElse("unknown");
    }

    private String size(String text) throws IOException {
        return size("app.yml", text, Map.of());
    }

    /** A document that holds for an expression, after a first one with 7 connections. */
    private static String document(String first, String expression) {
        return POOL + SIZE + "7\n" + first + "\n---\nspring.config.activate.on-profile: " + expression + "\n" + SIZE
                + "40\n";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a; true",
                "z; false",
                "'\"!z\"'; true",
                "'\"!a\"'; false",
                "a & c; true",
                "a & z; false",
                "a | z; true",
                "'[z, c]'; true",
                "'z, c'; true",
                "a & (z | c); true",
                "'\"!(a & c)\"'; false",
                "'\"!(a & z) & c\"'; true",
                "(a & z) | c; true",
                "${P:a}; true",
                "a & c | z; false",
                "'\"\"'; true",
                "A; false",
            })
    void a_document_counts_where_its_expression_holds(String expression, boolean counts) throws IOException {
        assertThat(size(document("spring.profiles.active: a,c", expression))).isEqualTo(counts ? "40" : "7");
    }

    @Test
    void an_expression_that_spring_refuses_is_told() throws IOException {
        Reviewed refused = Reviewed.of(folder, "app.yml", document("spring.profiles.active: a", "a & c | z"), Map.of());

        assertThat(refused.text()).contains("profiles-malformed", "a & c | z");
        assertThat(ProfileExpression.of("(a")).isEmpty();
        assertThat(ProfileExpression.of("a b)")).isEmpty();
        assertThat(ProfileExpression.of("a &")).isEmpty();
        assertThat(ProfileExpression.of("!")).isEmpty();
        assertThat(ProfileExpression.of("a & !(b | !c)"))
                .hasValueSatisfying(each -> assertThat(each.wanted()).isEqualTo(Set.of("a", "c")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "spring.profiles.active: [x, a]",
                "spring.profiles.active: '${P:${Q:a}}'",
                "spring: {profiles: {active: x, include: [a]}}",
                "spring.profiles.include[0]: a",
                "spring: {profiles: {active: prod, group: {prod: 'b, g', g: [a]}}}",
                "spring: {profiles: {active: prod, 'group.prod[0]': b, 'group.prod[1]': a}}",
                "spring: {profiles.default: a}",
            })
    void a_profile_becomes_active_in_all_the_ways_of_a_file(String active) throws IOException {
        assertThat(size(document(active, "a"))).isEqualTo("40");
    }

    @Test
    void the_last_document_that_names_the_active_profiles_counts_and_includes_are_added_up() throws IOException {
        String text = document("spring.profiles: {active: a, include: i}", "a") + "---\nspring.profiles.active: c\n";
        assertThat(size(text)).isEqualTo("7");
        assertThat(size(document("spring.profiles: {active: a, include: i}", "i")
                        + "---\nspring.profiles.include: j\n"))
                .isEqualTo("40");
    }

    @Test
    void without_any_profile_the_default_one_is_active() throws IOException {
        assertThat(size(document("", "default"))).isEqualTo("40");
        assertThat(size(document("", "\"!prod\""))).isEqualTo("40");
        assertThat(size(document("spring.profiles.include: i", "default"))).isEqualTo("7");
    }

    @Test
    void the_environment_counts_over_the_file() throws IOException {
        String text = document("spring.profiles: {active: a, include: i}", "prod");
        assertThat(size("app.yml", text, Map.of("SPRING_PROFILES_ACTIVE", "x,prod")))
                .isEqualTo("40");
        assertThat(size("app.yml", text, Map.of("SPRING_PROFILES_INCLUDE", "prod")))
                .isEqualTo("40");
        assertThat(size("app.yml", text, Map.of("SPRING_PROFILES_GROUP_A", "prod")))
                .isEqualTo("40");
        assertThat(size("app.yml", document("spring.profiles.active: a", "a"), Map.of("SPRING_PROFILES_ACTIVE", "x")))
                .isEqualTo("7");
        for (String name : new String[] {"MAXIMUMPOOLSIZE", "MAXIMUM_POOL_SIZE"}) {
            Reviewed over = Reviewed.of(folder, "app.yml", text, Map.of("SPRING_DATASOURCE_HIKARI_" + name, "33"));
            assertThat(over.setting("pool.maximumPoolSize")).contains("33");
            assertThat(over.text()).contains("counts over the file", "SPRING_DATASOURCE_HIKARI_" + name);
        }
    }

    @Test
    void documents_of_old_files_and_of_platforms_are_known() throws IOException {
        Reviewed old = Reviewed.of(
                folder,
                "app.yml",
                POOL + "spring.profiles.active: dev\n---\nspring.profiles: dev\n" + SIZE + "40\n",
                Map.of());
        assertThat(old.setting("pool.maximumPoolSize")).contains("40");
        assertThat(old.text()).contains("Spring Boot 3 does not start", "spring.config.activate.on-profile");

        String cloud = POOL + "%s\n---\nspring.config.activate.on-cloud-platform: kubernetes\n" + SIZE + "40\n";
        assertThat(size(cloud.formatted("spring.main.cloud-platform: KUBERNETES")))
                .isEqualTo("40");
        Reviewed elsewhere = Reviewed.of(folder, "app.yml", cloud.formatted(""), Map.of());
        assertThat(elsewhere.setting("pool.maximumPoolSize")).isEmpty();
        assertThat(elsewhere.text()).contains("platforms-left-out", "kubernetes");
    }

    @Test
    void where_pools_stand_under_profiles_alone_each_profile_is_looked_at() throws IOException {
        String text = "spring.application.name: x\n---\nspring.config.activate.on-profile: dev\n" + POOL + SIZE
                + "5\n---\nspring.config.activate.on-profile: \"prod & !x\"\n" + POOL + SIZE + "50\n";
        Reviewed each = Reviewed.of(folder, "app.yml", text, Map.of());

        assertThat(each.file().pools())
                .extracting(PoolSettings::title)
                .containsExactly("spring.datasource.hikari (dev)", "spring.datasource.hikari (prod)");
        assertThat(each.rules()).contains("profiles-each").doesNotContain("pools-together");
        assertThat(each.file().pools().get(1).settings()).containsEntry("pool.maximumPoolSize", "50");
    }

    @Test
    void the_files_beside_an_application_yml_are_read_as_spring_reads_them() throws IOException {
        Files.writeString(folder.resolve("application.yml"), POOL + SIZE + "7\nspring.profiles.active: prod\n");
        Files.writeString(folder.resolve("application-prod.yml"), SIZE + "40\n");
        Files.writeString(folder.resolve("application-dev.yml"), "not: [yaml\n");

        Reviewed all = Reviewed.of(folder.resolve("application.yml"), Map.of());
        assertThat(all.setting("pool.maximumPoolSize")).contains("40");
        Files.writeString(folder.resolve("application-prod.properties"), SIZE + "41\n");
        Reviewed prod = Reviewed.of(folder.resolve("application-prod.yml"), Map.of());
        assertThat(prod.setting("pool.maximumPoolSize")).contains("41");
        assertThat(prod.setting("pool.connectionTimeout"))
                .as("the file without a profile is there")
                .contains("30000");
        assertThat(Reviewed.of(folder.resolve("application.yml"), Map.of("SPRING_PROFILES_ACTIVE", "none"))
                        .setting("pool.maximumPoolSize"))
                .contains("7");
    }

    @Test
    void a_profile_that_is_not_known_makes_its_settings_unknown() throws IOException {
        Reviewed filtered = Reviewed.of(
                folder,
                "app.yml",
                POOL + "spring.profiles.active: @profile@ # by Maven\n---\nspring.config.activate.on-profile: prod\n"
                        + "spring.datasource.hikari.connection-timeout: 300\n",
                Map.of());

        assertThat(filtered.text()).contains("profiles-unknown", "@profile@", "prod");
        assertThat(filtered.setting("pool.connectionTimeout")).isEmpty();
        assertThat(filtered.setting("pool.maxLifetime")).contains("1800000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "#---; true",
                "#---  ; true",
                "!---; true",
                "# c\\n#---; false",
                "#---\\n# c; false",
                "! c\\n#---; true",
                "` #---`; false",
                "#----; false",
                "# ---; false",
            })
    void lines_separate_documents_of_properties_as_in_spring(String line, boolean separates) throws IOException {
        String text = POOL.replace(": ", "=") + SIZE.strip().replace(":", "=") + "7\n" + line.replace("\\n", "\n")
                + "\nspring.config.activate.on-profile=zz\nspring.datasource.hikari.minimum-idle=3\n";
        Reviewed read = Reviewed.of(folder, "app.properties", text, Map.of("SPRING_PROFILES_ACTIVE", "a"));

        assertThat(read.file().pools()).hasSize(separates ? 1 : 0);
    }
}
