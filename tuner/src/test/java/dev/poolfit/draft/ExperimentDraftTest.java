package dev.poolfit.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.units.IntRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is drafted can be read, whatever the service calls things, and its comments are right once they are none. */
class ExperimentDraftTest {
    private static final String PAGE = "http://127.0.0.1:8080/items/{1..10}";
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "POOLFIT_HEADER_AUTHORIZATION", "Bearer hunter2",
            "LOGIN_USER", "anne",
            "LOGIN_PASSWORD", "hunter2");

    private static ExperimentDraft draft(String pool, List<SecretHeader> headers, Optional<LoginDemand> demand) {
        return new ExperimentDraft(
                "shop",
                Map.of("port", "8080"),
                Optional.empty(),
                Optional.of(pool),
                Optional.empty(),
                new ExperimentDraft.Load(
                        Optional.empty(),
                        OptionalInt.of(50),
                        Optional.empty(),
                        Map.of(PAGE, 2),
                        headers,
                        false,
                        demand),
                "1..30",
                Optional.empty(),
                WebServer.TOMCAT,
                new ExperimentDraft.Aim("max", Optional.empty(), Optional.empty()),
                "5m");
    }

    private static Experiment read(String text) {
        return new ExperimentReader(ENVIRONMENT).read(text, Path.of("")).experiment();
    }

    @Test
    void each_request_gets_the_headers_by_reference() {
        String text = draft("p", SecretHeader.of(List.of("Authorization: Bearer hunter2"), Map.of()), Optional.empty())
                .text();

        assertThat(text)
                .contains("      headers: {Authorization: \"${POOLFIT_HEADER_AUTHORIZATION}\"}\n")
                .doesNotContain("hunter2");
        assertThat(read(text).load().requests().get(0).headers()).containsEntry("Authorization", "Bearer hunter2");
    }

    @ParameterizedTest
    @EnumSource
    void the_lines_about_a_login_are_right_without_their_signs(LoginDemand.Way way) {
        String text = draft("p", List.of(), Optional.of(new LoginDemand(Set.of(403, 401), way, "/sign-in")))
                .text();

        assertThat(text).contains("  # Without a login these requests are answered with 401, 403.");
        assertThat(read(text).load().sessions().login()).isEmpty();
        String opened = text.lines()
                .map(line -> line.matches("  # (?:login:|  (?:post|headers: \\{Content|body|extract).*)")
                        ? line.replaceFirst("# ", "")
                        : line)
                .collect(Collectors.joining("\n"));
        Load.Request login = read(opened).load().sessions().login().orElseThrow();
        assertThat(login.method() + " " + login.url()).isEqualTo("POST http://127.0.0.1:8080/sign-in");
        assertThat(login.body().orElseThrow()).contains("anne", "hunter2");
    }

    @Test
    void a_redirect_to_the_page_for_a_login_is_a_failure() {
        String text = draft("p", List.of(), Optional.of(new LoginDemand(Set.of(302), LoginDemand.Way.FORM, "/login")))
                .text();

        assertThat(read(text).load().requests().get(0).expectedStatus()).isEqualTo(new IntRange(200, 299));
    }

    @Test
    void names_of_the_service_stay_values_whatever_is_in_them() {
        String name = "a\"b\\c\nd: [e]\u0085\u2028#\u001b[2J\t'é";

        String text = draft(name, List.of(), Optional.empty()).text();

        assertThat(text.lines().filter(line -> line.startsWith("  pool-name: ")))
                .hasSize(1);
        assertThat(text).doesNotContain("\u001b", "\u0085", "\u2028");
        Object pool = new org.snakeyaml.engine.v2.api.Load(
                        org.snakeyaml.engine.v2.api.LoadSettings.builder().build())
                .loadFromString(text);
        assertThat(((Map<?, ?>) ((Map<?, ?>) pool).get("service")).get("pool-name"))
                .isEqualTo(name);
    }
}
