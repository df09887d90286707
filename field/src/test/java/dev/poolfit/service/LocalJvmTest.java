package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import org.junit.jupiter.api.Test;

/** A signal that asks a JVM for an attachment would end another program. */
class LocalJvmTest {
    @Test
    void without_proc_a_process_is_attached_to_only_if_it_tells_that_it_is_a_jvm() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            assertThatThrownBy(() -> LocalJvm.requireListed(other.pid()))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("(sleep) is not a JVM");
            assertThat(LocalJvm.isListed(other.pid())).isFalse();
        } finally {
            other.destroyForcibly();
        }
        assertThat(LocalJvm.isListed(ProcessHandle.current().pid())).isTrue();
        assertThatCode(() -> LocalJvm.requireListed(ProcessHandle.current().pid()))
                .doesNotThrowAnyException();
    }
}
