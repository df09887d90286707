package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Secret;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The password of a killed run is found again where the file named it by a variable, and nowhere else. */
class JmxPasswordTest {
    private static JmxPassword of(String password, Map<String, String> environment) {
        return JmxPassword.of(
                "service:\n  attach:\n    jmx: x\n    user: control\n    password: " + password + "\n", environment);
    }

    @Test
    void a_variable_that_is_set_again_gives_it() {
        JmxPassword found = of("${JMX_PASSWORD}", Map.of("JMX_PASSWORD", "hunter", "OTHER", "x"));

        assertThat(found.value()).contains(new Secret("hunter"));
        assertThat(found.toString()).doesNotContain("hunter");
    }

    @Test
    void a_variable_that_is_not_set_any_more_is_named() {
        JmxPassword missing = of("${JMX_PASSWORD}", Map.of());

        assertThat(missing.value()).isEmpty();
        assertThat(missing.variables()).containsExactly("JMX_PASSWORD");
    }

    @Test
    void a_password_that_was_hidden_or_a_file_without_one_gives_none() {
        var nothing = new JmxPassword(Optional.empty(), java.util.List.of());
        assertThat(of("\"******\"", Map.of())).isEqualTo(nothing);
        assertThat(of("[1, 2]", Map.of())).isEqualTo(nothing);
        assertThat(JmxPassword.of("service: {attach: {port: 1}}", Map.of())).isEqualTo(nothing);
        assertThat(JmxPassword.of("", Map.of())).isEqualTo(nothing);
        assertThat(JmxPassword.of("service: [", Map.of())).isEqualTo(nothing);
    }
}
