package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service.AttachJmx;
import dev.poolfit.experiment.Service.AttachPid;
import dev.poolfit.experiment.Service.AttachPort;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.TemporaryFolder;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Where a service cannot be got hold of, the failure says why, with the actual values, and what to do. */
class AttachRefusalIT {
    @Test
    void nobodyListensOnThePort() throws IOException {
        try (Socket deaf = Ports.deaf()) {
            int port = deaf.getLocalPort();

            EnvironmentFailure failure = failure(() -> ServiceProcess.open(new AttachPort(port), Optional.empty()));

            assertThat(failure).hasMessage("nobody listens on port " + port);
            assertThat(failure.remedy()).contains("service.attach.port");
        }
    }

    @Test
    void oneOfSeveralJvmsOnThePortMustBeChosen() throws IOException {
        try (var here = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = here.getLocalPort();
            Process other =
                    ChildJvm.java(Neighbour.class, TemporaryFolder.path(), List.of(), List.of("127.0.0.2", "" + port));
            try {
                ChildJvm.await(other, "LISTENS");

                EnvironmentFailure failure = failure(() -> ServiceProcess.open(new AttachPort(port), Optional.empty()));

                assertThat(failure)
                        .hasMessageStartingWith("port " + port + " is listened on by 2 JVMs")
                        .hasMessageContaining("pid " + ProcessHandle.current().pid())
                        .hasMessageContaining("pid " + other.pid());
                assertThat(failure.remedy()).contains("service.attach.pid");
            } finally {
                other.destroyForcibly().onExit().join();
            }
        }
    }

    /** Listens on another address of this machine. */
    static final class Neighbour {
        public static void main(String[] arguments) throws Exception {
            try (var socket =
                    new ServerSocket(Integer.parseInt(arguments[1]), 1, InetAddress.getByName(arguments[0]))) {
                SmallService.say("LISTENS " + socket.getLocalPort());
                Thread.currentThread().join();
            }
        }
    }

    @Test
    void thereIsNoSuchProcess() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();

        EnvironmentFailure failure = failure(() -> ServiceProcess.open(new AttachPid(ended.pid()), Optional.empty()));

        assertThat(failure).hasMessage("there is no process " + ended.pid());
    }

    @Test
    void aProcessThatIsNoJvmIsLeftUnharmed() throws IOException {
        Process sleeper = new ProcessBuilder("sleep", "600").start();
        try {
            EnvironmentFailure failure =
                    failure(() -> ServiceProcess.open(new AttachPid(sleeper.pid()), Optional.empty()));

            assertThat(failure).hasMessage("process " + sleeper.pid() + " (sleep) is not a JVM");
            assertThat(sleeper.isAlive()).isTrue();
        } finally {
            sleeper.destroyForcibly();
        }
    }

    @Test
    void theJvmRefusesToBeAttachedTo() throws IOException {
        try (var process = ServiceProcess.start("-XX:+DisableAttachMechanism")) {
            EnvironmentFailure failure = failure(process::attach);

            assertThat(failure).hasMessageContaining("runs with -XX:+DisableAttachMechanism");
            assertThat(failure.remedy()).contains("service.attach.jmx");
        }
    }

    @Test
    void noPoolHasStarted() throws IOException {
        try (var process = ServiceProcess.start("-Dpools=")) {
            EnvironmentFailure failure = failure(process::attach);

            assertThat(failure)
                    .hasMessage("the service (pid " + process.pid() + ") has no HikariCP pool that has started");
            assertThat(failure.remedy()).contains("send it one request");
        }
    }

    @Test
    void withoutMBeansAndWithoutTheAgentThereIsNoPoolToBeFound() throws IOException {
        int free = Ports.free();
        var options = new ArrayList<>(ServiceProcess.jmx(free));
        options.add("-DpoolMBeans=false");
        try (var process = ServiceProcess.start(options.toArray(String[]::new))) {
            String url = ServiceProcess.jmxUrl(free);

            EnvironmentFailure failure = failure(() ->
                    ServiceProcess.open(new AttachJmx(url, Optional.empty(), Optional.empty()), Optional.empty()));

            assertThat(failure).hasMessage("the service at " + url + " has no MBeans of HikariCP");
            assertThat(failure.remedy()).contains("spring.datasource.hikari.register-mbeans=true");
        }
    }

    @Test
    void oneOfSeveralPoolsMustBeNamed() throws IOException {
        try (var process = ServiceProcess.start("-Dpools=orders,reports")) {
            EnvironmentFailure failure = failure(process::attach);
            assertThat(failure).hasMessageContaining("has 2 HikariCP pools; there is orders, reports");
            assertThat(failure.remedy()).contains("service.pool-name");

            EnvironmentFailure wrong =
                    failure(() -> ServiceProcess.open(new AttachPort(process.port()), Optional.of("main")));
            assertThat(wrong).hasMessageContaining("no HikariCP pool named main; there is orders, reports");

            try (RunningService service =
                    ServiceProcess.open(new AttachPort(process.port()), Optional.of("reports"), Knob.POOL)) {
                assertThat(service.restoreRecord().pool()).isEqualTo("reports");
            }
        }
    }

    @Test
    void missingThreadsAreAFailureOnlyWhereTheyAreTuned() throws IOException {
        try (var process = ServiceProcess.start("-Dserver=none")) {
            EnvironmentFailure failure = failure(() -> process.attach(Knob.THREADS));
            assertThat(failure)
                    .hasMessageContaining("shows no worker threads of Tomcat, Jetty or Undertow for this port");

            try (RunningService service = process.attach(Knob.POOL, Knob.THREADS)) {
                assertThat(service.missing())
                        .extracting(Message::key)
                        .contains("missing.connector", "missing.knob-unseen");
            }
        }
    }

    @Test
    void byJmxAloneEverythingWorksButTheAgentWhichIsNamed() throws IOException {
        int free = Ports.free();
        var options = new ArrayList<>(ServiceProcess.jmx(free));
        options.add("-DtomcatMBeans=true");
        try (var process = ServiceProcess.start(options.toArray(String[]::new))) {
            RunningService service = ServiceProcess.open(
                    new AttachJmx(ServiceProcess.jmxUrl(free), Optional.empty(), Optional.empty()),
                    Optional.empty(),
                    Knob.POOL,
                    Knob.THREADS);
            service.apply(Settings.ofPoolAndThreads(4, 7));

            assertThat(service.effective().toString()).startsWith("pool 4, threads 7");
            assertThat(service.pid()).isEmpty();
            assertThat(service.alive()).isTrue();
            assertThat(service.missing()).anyMatch(text -> text.key().equals("missing.agent-far"));
            Patience.await()
                    .ignoreExceptions()
                    .until(() -> service.probes().get(0).read().containsKey(Metric.POOL_PENDING));
            assertThat(RestoreRecord.ofJson(service.restoreRecord().json())).isEqualTo(service.restoreRecord());
            process.end();
            assertThat(service.alive()).isFalse();
            // Its JVM named a process of this machine, which is known to have ended.
            assertThat(service.release().outcome()).isEqualTo(Restoration.Outcome.SERVICE_GONE);
        }
    }

    @Test
    void nothingAnswersAtTheJmxAddress() throws IOException {
        try (Socket deaf = Ports.deaf()) {
            String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + deaf.getLocalPort() + "/jmxrmi";

            EnvironmentFailure failure = failure(() ->
                    ServiceProcess.open(new AttachJmx(url, Optional.empty(), Optional.empty()), Optional.empty()));

            assertThat(failure).hasMessageContaining("by JMX at " + url);
        }
    }

    private static EnvironmentFailure failure(ThrowingCallable attempt) {
        return catchThrowableOfType(EnvironmentFailure.class, attempt);
    }
}
