package dev.poolfit.service.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slips in a command that leads to a container are told before anything is started. */
class RefusalTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "docker exec -i shop",
                "/usr/bin/podman --runtime runc exec --interactive shop",
                "kubectl -n test exec -i shop-7d9f -c app --",
                "kubectl exec -i shop -- env -t x",
                "ssh -t host",
                "env A=b"
            })
    void a_command_that_passes_standard_input_on_is_taken(String command) {
        assertThatCode(() -> Refusal.requireOpenInput(command)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docker exec -it shop",
                "podman exec -ti shop",
                "kubectl exec -i -t shop --",
                "docker exec --tty -i shop"
            })
    void a_terminal_is_refused(String command) {
        assertThatThrownBy(() -> Refusal.requireOpenInput(command)).hasMessageContaining("asks for a terminal");
    }

    @Test
    void a_closed_standard_input_is_refused() {
        assertThatThrownBy(() -> Refusal.requireOpenInput("docker exec shop"))
                .hasMessageContaining("does not pass standard input on");
    }

    /** In the words of Java 8. */
    @Test
    void a_java_older_than_11_is_told() {
        String said = "Error: A JNI error has occurred, please check your installation and try again\n"
                + "Exception in thread \"main\" java.lang.UnsupportedClassVersionError: dev/poolfit/agent/Helper has been"
                + " compiled by a more recent version of the Java Runtime (class file version 55.0)";

        assertThat(Refusal.ofEnd("ssh host", OptionalInt.of(1), said, ""))
                .hasMessage("the java where \"ssh host\" leads is older than 11");
    }
}
