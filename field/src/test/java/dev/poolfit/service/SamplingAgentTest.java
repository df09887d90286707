package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent is loaded again when it is gone, and not when it only fails to answer. */
class SamplingAgentTest {
    private static final String NAME = "dev.poolfit:type=Sampler";

    private final AtomicLong clock = new AtomicLong();
    private final List<String> loads = new ArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private MBeanDoor door;
    private JmxLink link;
    private SamplingAgent agent;

    /** The agent's interface. */
    public interface SlowMBean {
        Map<String, Double> take() throws InterruptedException;

        void stop();
    }

    /** An agent that answers late. */
    public final class Slow implements SlowMBean {
        @Override
        public Map<String, Double> take() throws InterruptedException {
            asked.countDown();
            answered.await();
            return Map.of("active", 3.0);
        }

        @Override
        public void stop() {
            answered.countDown();
        }
    }

    @BeforeEach
    void open() throws IOException {
        door = new MBeanDoor();
        link = door.link();
        agent = new SamplingAgent(link, loads::add, new HikariPool(link, "main"), Optional.empty(), clock::get);
    }

    @AfterEach
    void close() throws IOException {
        answered.countDown();
        link.close();
        door.close();
    }

    @Test
    void oneThatAnswersTooLateIsNotLoadedAgain() throws JMException, InterruptedException {
        door.register(new Slow(), NAME);
        var failures = new ArrayList<EnvironmentFailure>();
        var reader = new Thread(() -> {
            try {
                agent.take();
            } catch (EnvironmentFailure late) {
                failures.add(late);
            }
        });
        reader.start();
        asked.await();
        // As a read that takes longer than half a second is.
        reader.interrupt();
        reader.join(Patience.LIMIT.toMillis());

        assertThat(failures).hasSize(1);
        assertThat(loads).isEmpty();
        answered.countDown();
        assertThat(agent.take()).containsEntry("active", 3.0);
    }

    @Test
    void oneThatIsGoneIsLoadedAgainAtMostEachHalfMinute() {
        readInVain();
        assertThat(loads).containsExactly("pool=main");

        clock.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
        readInVain();
        assertThat(loads).hasSize(1);

        clock.addAndGet(1);
        readInVain();
        assertThat(loads).hasSize(2);
    }

    @Test
    void oneThatWasStoppedStaysSo() {
        agent.stop();

        readInVain();

        assertThat(loads).isEmpty();
    }

    private void readInVain() {
        assertThatThrownBy(agent::take)
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("the service no longer has the MBean " + NAME);
    }
}
