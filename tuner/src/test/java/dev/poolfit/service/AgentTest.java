package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The agent sees what happens between two reads, and leaves when it is told to. */
class AgentTest {
    @Test
    void itSeesThreadsThatWaitedBetweenTwoReads() throws Exception {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true");
                RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
            Probe probe = service.probes().get(0);
            probe.read();

            // 20 threads for 10 connections: 10 wait for 300 ms, and all is over before the next read.
            requests(process.port(), 20, 300);
            Map<Metric, Double> seen = probe.read();

            assertThat(seen.get(Metric.POOL_PENDING_PEAK)).isBetween(1.0, 10.0);
            assertThat(seen.get(Metric.POOL_ACTIVE)).isPositive();
            assertThat(seen.get(Metric.THREADS_BUSY)).isPositive();
            assertThat(seen.get(Metric.USAGE)).isGreaterThan(290);
            assertThat(seen.get(Metric.ACQUIRE)).isGreaterThan(10);
            assertThat(seen.get(Metric.ACQUISITIONS)).isPositive();
            assertThat(seen.get(Metric.TIMEOUTS)).isZero();
            assertThat(seen.get(Metric.POOL_MAX)).isEqualTo(10);
            assertThat(seen.get(Metric.THREADS_MAX)).isEqualTo(20);
        }
    }

    @Test
    void itIsGoneOnceTheServiceIsLetGoAndComesBackWithTheNextAttachment() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true")) {
            for (int round = 0; round < 3; round++) {
                RunningService service = process.attach(Knob.POOL);
                assertThat(samplers(process)).isEqualTo(1);
                service.close();
                assertThat(samplers(process)).isZero();
            }
        }
    }

    @Test
    void oneThatStoppedIsStartedAgainByTheNextRead() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true");
                RunningService service = process.attach(Knob.POOL);
                JmxLink link = link(process)) {
            SamplingAgent.stop(link);

            await().atMost(Duration.ofSeconds(10))
                    .ignoreExceptions()
                    .until(() -> service.probes().get(0).read().containsKey(Metric.POOL_ACTIVE));
        }
    }

    @Test
    void itTellsWhatItCosts() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true");
                RunningService service = process.attach(Knob.POOL);
                JmxLink link = link(process)) {
            var agent = new SamplingAgent(
                    link, service.pid().orElseThrow(), new HikariPool(link, "main"), Optional.empty());

            await().until(() -> agent.take().getOrDefault("cpuMs", 0.0) > 0);
        }
    }

    private static int samplers(ServiceProcess process) {
        try (JmxLink link = link(process)) {
            return link.find("dev.poolfit:type=Sampler").size();
        }
    }

    private static JmxLink link(ServiceProcess process) {
        try (LocalJvm machine = LocalJvm.attach(process.pid())) {
            return new JmxLink(machine.jmxUrl(), "the service", Optional.empty(), Optional.empty());
        }
    }

    private static void requests(int port, int count, int holdMillis) throws InterruptedException {
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < count; i++) {
            var thread = new Thread(() -> get(port, holdMillis));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void get(int port, int holdMillis) {
        try {
            Http.get(URI.create("http://127.0.0.1:" + port + "/hold?ms=" + holdMillis), 10_000);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
