package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import org.junit.jupiter.api.Test;

/** What a service tells of its failures fits into one line of the terminal. */
class JmxLinkTest {
    /** An MBean that fails. */
    public interface FailingMBean {
        String fail();
    }

    /** One that fails with many words. */
    public static final class Failing implements FailingMBean {
        @Override
        public String fail() {
            throw new IllegalStateException(
                    "\u001b[2Jno\nconnection\r\n" + "at the service's own method\n".repeat(5_000));
        }
    }

    @Test
    void aMessageOfManyLinesAndCharactersBecomesOneShortLine() throws Exception {
        try (var door = new MBeanDoor();
                JmxLink link = door.link()) {
            door.register(new Failing(), "test:type=Failing");

            EnvironmentFailure failure = catchThrowableOfType(
                    EnvironmentFailure.class, () -> link.invoke(HikariPool.objectName("test:type=Failing"), "fail"));

            assertThat(failure)
                    .hasMessageContaining("does not answer by JMX: IllegalStateException: [2Jno connection")
                    .message()
                    .hasSizeLessThan(400)
                    .doesNotContainPattern("\\p{Cntrl}");
        }
    }
}
