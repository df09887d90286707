package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.process.FileRights;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.UserFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The agent sees what happens between two reads, and leaves when it is told to. */
class AgentIT {
    @Test
    void itSeesThreadsThatWaitedBetweenTwoReads() throws Exception {
        var clock = new AtomicLong();
        try (var process = ServiceProcess.start(
                        "-DtomcatMBeans=true", "-DconnectionTimeout=" + Patience.LIMIT.toMillis());
                JmxLink link = link(process)) {
            var pool = new HikariPool(link, "main");
            Optional<ServerThreads> tomcat = ServerThreads.find(link, OptionalInt.of(process.port()));
            var agent = new SamplingAgent(link, SamplingAgent.into(process.pid()), pool, tomcat, clock::get);
            agent.start();
            Probe probe = new ServiceProbe(agent, clock::get);
            probe.read();
            clock.addAndGet(Duration.ofSeconds(1).toNanos());

            // 20 threads for 10 connections: 10 wait until the service lets go, and all is over before the next read.
            long began = System.nanoTime();
            List<Thread> requests = requests(process.port(), 20);
            Patience.await().until(() -> waiting(link, pool) == 10);
            long allWait = System.nanoTime();
            awaitLooks(link);
            double held = millisecondsSince(allWait);
            process.release();
            for (Thread request : requests) {
                request.join(Patience.LIMIT.toMillis());
            }
            double whole = millisecondsSince(began);
            Map<Metric, Double> seen = probe.read();

            assertThat(seen.get(Metric.POOL_PENDING_PEAK)).isEqualTo(10);
            assertThat(seen.get(Metric.POOL_ACTIVE)).isPositive().isLessThanOrEqualTo(10);
            assertThat(seen.get(Metric.THREADS_BUSY)).isPositive().isLessThanOrEqualTo(20);
            // Half of the requests held a connection that long, and half waited for one; HikariCP rounds to
            // milliseconds.
            assertThat(seen.get(Metric.USAGE)).isBetween(held / 2 - 1, whole);
            assertThat(seen.get(Metric.ACQUIRE)).isBetween(held / 2 - 1, whole);
            assertThat(seen.get(Metric.ACQUISITIONS)).isEqualTo(20);
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

            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .until(() -> service.probes().get(0).read().containsKey(Metric.POOL_ACTIVE));
        }
    }

    @Test
    void itTellsWhatItCosts() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true");
                RunningService service = process.attach(Knob.POOL);
                JmxLink link = link(process)) {
            var agent = new SamplingAgent(
                    link,
                    SamplingAgent.into(service.pid().orElseThrow()),
                    new HikariPool(link, "main"),
                    Optional.empty(),
                    () -> 0);

            Patience.await().until(() -> agent.take().getOrDefault("cpuMs", 0.0) > 0);
        }
    }

    @Test
    void theFileThatStaysOnTheServicesClassPathIsOneThatNobodyElseCanReplace() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true")) {
            process.attach(Knob.POOL).close();
            process.attach(Knob.POOL).close();

            Set<String> files = openJars(process);
            assertThat(files).hasSize(1);
            Path jar = Path.of(files.iterator().next());
            assertThat(jar)
                    .startsWith(Path.of(UserFolder.CACHE.in(System.getenv())).toRealPath())
                    .isRegularFile();
            assertThat(FileRights.of(jar).isWritableByOthers()).isFalse();
            assertThat(Files.getPosixFilePermissions(jar.getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void howeverOftenItIsAttachedToAServiceListensOnOnePortMoreAtMost() throws IOException {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true")) {
            process.attach(Knob.POOL).close();
            process.attach(Knob.POOL).close();

            // The JVM's own JMX connector; docs/decisions.md tells why it is not closed.
            assertThat(Listeners.now().of(process.pid())).hasSize(2).contains(process.port());
        }
    }

    /** The agent's files that the service holds open, for each one on its class path stays open. */
    private static Set<String> openJars(ServiceProcess process) throws IOException {
        try (var files = Files.list(ProcFiles.of(process.pid()).resolve("fd"))) {
            return files.map(AgentIT::target)
                    .filter(name -> name.contains("poolfit-agent"))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
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

    private static double waiting(JmxLink link, HikariPool pool) {
        return new ServiceBeans(link, pool, Optional.empty()).take().get("pending");
    }

    /** Waits until the agent's thread has looked so often that it has looked at everything, which it does each tenth time. */
    private static void awaitLooks(JmxLink link) {
        long before = pauses(link);
        Patience.await().until(() -> pauses(link) >= before + 12);
    }

    /** How often the agent's thread has paused, as it does after each look. */
    private static long pauses(JmxLink link) {
        return link.ask(server -> {
            var threads = ManagementFactory.newPlatformMXBeanProxy(
                    server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(thread -> thread != null && thread.getThreadName().equals("poolfit-sampler"))
                    .mapToLong(ThreadInfo::getWaitedCount)
                    .sum();
        });
    }

    private static double millisecondsSince(long nanoseconds) {
        return (System.nanoTime() - nanoseconds) / 1e6;
    }

    private static List<Thread> requests(int port, int count) {
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < count; i++) {
            var thread = new Thread(() -> hold(port));
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private static void hold(int port) {
        try {
            Http.get(URI.create("http://127.0.0.1:" + port + "/hold"), Patience.LIMIT);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
