package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Whichever way a service is reached, only objects that JMX is made of are read of its answers. */
class JmxFilterTest {
    private static final ObjectName BEAN = HikariPool.objectName(UnwelcomeService.BEAN);

    @Test
    void by_an_address_nothing_else_is_read() throws Exception {
        try (var door = new MBeanDoor();
                JmxLink link = door.link()) {
            door.register(new UnwelcomeService.Answer(), UnwelcomeService.BEAN);
            assertNothingElseIsRead(link);
        }
    }

    @Test
    void by_a_process_nothing_else_is_read() throws Exception {
        Process service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(UnwelcomeService.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        UnwelcomeService.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(service.inputReader().readLine()).isEqualTo("ready");
            try (LocalJvm jvm = LocalJvm.attach(service.pid());
                    JmxLink link = new JmxLink(jvm.jmxUrl(), "the service", Optional.empty(), Optional.empty())) {
                assertNothingElseIsRead(link);
            }
        } finally {
            service.destroyForcibly().waitFor();
        }
    }

    private static void assertNothingElseIsRead(JmxLink link) {
        for (String attribute : new String[] {"Object", "Within"}) {
            assertThatThrownBy(() -> link.read(BEAN, attribute))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("InvalidClassException");
        }
        assertThat(UnwelcomeService.READ).hasValue(0);
        assertThat(link.read(BEAN, "Plain")).isEqualTo(Map.of("Plain", "plain"));
    }
}
