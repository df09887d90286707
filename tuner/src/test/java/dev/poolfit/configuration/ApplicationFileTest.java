package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings are read as Spring reads them, and no secret among them. */
class ApplicationFileTest {
    @TempDir
    private Path folder = Path.of("");

    private ApplicationFile read(String name, String text, Map<String, String> environment) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return ApplicationFile.read(file, environment);
    }

    private static PoolSettings pool(ApplicationFile file) {
        assertThat(file.pools()).hasSize(1);
        return file.pools().get(0);
    }

    @Test
    void yaml_is_read_with_relaxed_names_placeholders_and_the_defaults_of_what_it_leaves_out() throws IOException {
        ApplicationFile file = read("application.yml", """
                spring:
                  datasource:
                    url: jdbc:mysql://shop:hunter2@${DB_HOST:localhost}/shop?cachePrepStmts=true&socketTimeout=${timeout}&password=hunter2
                    username: shop
                    password: hunter2
                    hikari:
                      maximumPoolSize: ${POOL:20}
                      leak_detection_threshold: 5000
                      data-source-properties:
                        rewriteBatchedStatements: true
                  jpa.open-in-view: false
                server:
                  tomcat: {threads: {max: 50}}
                timeout: 3000
                management.endpoints.web.exposure.include: [health, metrics]
                """, Map.of("DB_HOST", "db1"));

        assertThat(pool(file).url()).contains("jdbc:mysql://db1/shop");
        assertThat(pool(file).user()).contains("shop");
        assertThat(pool(file).settings())
                .containsEntry("pool.maximumPoolSize", "20")
                .containsEntry("pool.minimumIdle", "20")
                .containsEntry("pool.leakDetectionThreshold", "5000")
                .containsEntry("pool.maxLifetime", "1800000")
                .containsEntry("driver.cachePrepStmts", "true")
                .containsEntry("driver.rewriteBatchedStatements", "true")
                .containsEntry("driver.socketTimeout", "3000");
        assertThat(file.service())
                .containsEntry("server.maxThreads", "50")
                .containsEntry("spring.jpa.open-in-view", "false")
                .containsKeys("jpa", "actuator");
        assertThat(file.toString()).doesNotContain("hunter2");
    }

    @Test
    void a_document_of_a_profile_counts_where_the_file_makes_it_active() throws IOException {
        String text = """
                spring.profiles.active: %s
                spring.datasource.url: jdbc:postgresql://db/shop
                ---
                spring.config.activate.on-profile: prod
                spring.datasource.hikari.maximum-pool-size: 40
                """;

        assertThat(pool(read("a.yml", text.formatted("prod"), Map.of())).settings())
                .containsEntry("pool.maximumPoolSize", "40");
        assertThat(pool(read("b.yml", text.formatted("dev"), Map.of())).settings())
                .containsEntry("pool.maximumPoolSize", "10");
    }

    @Test
    void properties_are_read_and_what_a_placeholder_hides_is_not_known() throws IOException {
        ApplicationFile file = read(
                "application.properties",
                "spring.datasource.hikari.maximum-pool-size=7\nspring.datasource.hikari.max-lifetime=${UNSET}\n",
                Map.of());

        assertThat(pool(file).settings())
                .containsEntry("pool.maximumPoolSize", "7")
                .doesNotContainKeys("pool.maxLifetime", "pool.connectionTimeout");
    }

    @Test
    void a_service_that_runs_with_other_settings_is_told_so_with_both() throws IOException {
        ApplicationFile file = read(
                "application.yml",
                "spring.datasource: {url: 'jdbc:h2:mem:x', hikari.maximum-pool-size: 20}\nserver.tomcat.threads.max: 50\n",
                Map.of());
        Map<String, List<String>> differences = file.differences(
                file.pool("HikariPool-1", Optional.empty()),
                Map.of("pool.maximumPoolSize", "10", "server.maxThreads", "50", "pool.maxLifetime", "1800000"));

        assertThat(differences).isEqualTo(Map.of("maximumPoolSize", List.of("20", "10")));
        assertThat(ConfigurationRules.differing(differences).map(each -> Language.EN.text(each.advice())))
                .hasValueSatisfying(text -> assertThat(text).contains("maximumPoolSize 20 → 10"));
        assertThat(ConfigurationRules.differing(Map.of())).isEmpty();
    }

    @Test
    void what_cannot_be_read_is_told_with_its_line() throws IOException {
        assertThatThrownBy(() -> read("application.yml", "spring:\n  a: [1\nb: 2\n", Map.of()))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageMatching("(?s)line [23]: --application .*is not YAML.*");
        assertThatThrownBy(() -> ApplicationFile.read(folder.resolve("none.yml"), Map.of()))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void what_no_hand_writes_is_refused_at_once_and_nothing_of_it_is_repeated() {
        String laughs = "a: &a [x, x]\nb0: &b0 [*a, *a]\n"
                + IntStream.range(1, 24)
                        .mapToObj(i -> "b%d: &b%d [*b%d, *b%d]%n".formatted(i, i, i - 1, i - 1))
                        .collect(Collectors.joining());
        for (String wrong : List.of(
                laughs,
                "a: &a [[*a]]",
                "a: &a {b: {c: *a}}",
                "[".repeat(5_000),
                "{a: ".repeat(5_000),
                "password: *S3CRET",
                "password: !S3CRET x")) {
            assertThatThrownBy(() -> read("application.yml", wrong, Map.of()))
                    .isInstanceOf(InvalidExperiment.class)
                    .hasMessageNotContaining("S3CRET");
        }
        assertThatThrownBy(() -> ApplicationFile.read(folder, Map.of()))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("must be a file");
    }

    @Test
    void placeholders_that_grow_or_turn_in_a_circle_are_not_known() throws IOException {
        String grows = IntStream.range(0, 30)
                .mapToObj(i -> "a%d: ${a%d}${a%d}%n".formatted(i, i + 1, i + 1))
                .collect(Collectors.joining());
        assertThat(read("a.yml", grows + "a30: xxxx\nserver.port: ${a0}\n", Map.of())
                        .service())
                .doesNotContainKey("server.port");
        assertThat(read("b.yml", "a: ${a}${a}\nserver.port: ${a}\n", Map.of()).service())
                .doesNotContainKey("server.port");
    }

    @Test
    void merge_keys_profile_expressions_filtered_values_and_byte_order_marks_are_those_of_spring() throws IOException {
        String merged =
                "base: &b {datasource: {url: 'jdbc:h2:mem:x', hikari.maximum-pool-size: 7}}\nspring: {<<: *b}\n";
        assertThat(pool(read("merge.yml", merged, Map.of())).settings()).containsEntry("pool.maximumPoolSize", "7");
        for (String profile : List.of("a | b", "[x, a]", "'!z'", "a & c")) {
            String text = "spring.profiles.active: a,c\n---\nspring.config.activate.on-profile: " + profile
                    + "\nserver.port: 1\n";
            assertThat(read("profile.yml", text, Map.of()).service())
                    .as(profile)
                    .containsEntry("server.port", "1");
        }
        String filtered = "server.port: 8\napp.version: @project.version@\n";
        assertThat(read("at.yml", filtered, Map.of()).service()).containsEntry("server.port", "8");
        assertThat(read("bom.properties", "\uFEFFserver.port=8\n", Map.of()).service())
                .containsEntry("server.port", "8");
    }
}
