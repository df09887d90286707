package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.Listeners;
import dev.poolfit.process.ProcFiles;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A launched service is ready once open returns, and gone once it is closed or could not become ready. */
class LaunchIT {
    private static final String JAVA = "\"" + Path.of(System.getProperty("java.home"), "bin", "java")
            + "\" -Xmx96m -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=. -cp \""
            + System.getProperty("java.class.path") + "\" ";

    @TempDir
    Path folder;

    private int port;

    @BeforeEach
    void findPort() throws IOException {
        port = Ports.free();
        LastLines.of(folder.resolve("service.log"));
    }

    @Test
    void itRunsWhileHeldAndIsGoneWithAllItStartedOnceLetGo() {
        // The trailing command keeps the shell from becoming the JVM: the service is a grandchild.
        RunningService service =
                open(JAVA + "-DtomcatMBeans=true -Dport=" + port + " " + SmallService.class.getName() + "; echo ended");
        ProcessHandle jvm = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
        ProcessHandle shell = jvm.parent().orElseThrow();

        service.apply(Settings.ofPoolAndThreads(4, 8));
        assertThat(service.effective().count(Knob.POOL)).isEqualTo(4);
        assertThat(service.alive()).isTrue();

        service.close();
        service.close();
        assertThat(service.alive()).isFalse();
        assertThat(jvm.isAlive()).isFalse();
        assertThat(shell.isAlive()).isFalse();
        assertThat(Listeners.now().taken(port)).isFalse();
    }

    @Test
    void aKnobThatTakesARestartIsTurnedInANewLifeOfWhichOnlyOneRunsAndWhoseLogFollowsTheOther() throws IOException {
        String command = JAVA + "-DtomcatMBeans=true -Dport=" + port + " " + SmallService.class.getName();
        RunningService service = new ServiceOpener(RealClock.NANOSECONDS)
                .open(request(command, Patience.LIMIT, Settings.NONE, Set.of(Knob.POOL, Knob.ACCEPT_COUNT)));
        ProcessHandle first = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
        assertThat(service.found().count(Knob.ACCEPT_COUNT)).isEqualTo(100);

        service.apply(Settings.ofPoolAndThreads(4, 8).with(Knob.ACCEPT_COUNT, 100));
        assertThat(service.starts()).isEqualTo(1);
        service.apply(Settings.of(Knob.ACCEPT_COUNT, 7).with(Knob.POOL, 5));

        assertThat(service.starts()).isEqualTo(2);
        assertThat(first.isAlive()).isFalse();
        assertThat(service.alive()).isTrue();
        assertThat(service.effective().count(Knob.ACCEPT_COUNT)).isEqualTo(7);
        assertThat(service.effective().count(Knob.POOL)).isEqualTo(5);
        assertThat(service.found().count(Knob.ACCEPT_COUNT)).isEqualTo(100);
        for (Probe probe : service.probes()) {
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .until(() -> probe.read() != null);
        }
        assertThat(Files.readAllLines(folder.resolve("service.log")))
                .filteredOn(line -> line.startsWith("PORT "))
                .hasSize(2);

        service.close();
        assertThat(service.alive()).isFalse();
        assertThat(Listeners.now().taken(port)).isFalse();
        assertThatThrownBy(() -> service.apply(Settings.of(Knob.ACCEPT_COUNT, 9)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("came too late");
        assertThat(Listeners.now().taken(port)).isFalse();
    }

    @Test
    void aNewLifeThatCannotBeginLeavesNothingRunning() throws IOException {
        // The second start finds the mark of the first and ends.
        String command = "[ ! -e begun ] || exit 9; touch begun; exec " + JAVA + "-DtomcatMBeans=true -Dport=" + port
                + " " + SmallService.class.getName();
        RunningService service = new ServiceOpener(RealClock.NANOSECONDS)
                .open(request(command, Patience.LIMIT, Settings.NONE, Set.of(Knob.ACCEPT_COUNT)));

        assertThatThrownBy(() -> service.apply(Settings.of(Knob.ACCEPT_COUNT, 7)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("ended before it was ready, with exit code 9");

        service.close();
        assertThat(service.alive()).isFalse();
        assertThat(Listeners.now().taken(port)).isFalse();
    }

    @Test
    void aServiceThatDiesIsNoLongerAlive() {
        try (RunningService service =
                open(JAVA + "-DtomcatMBeans=true -Dport=" + port + " " + SmallService.class.getName())) {
            ProcessHandle.of(service.pid().orElseThrow()).orElseThrow().destroy();

            Patience.await().until(() -> !service.alive());
        }
    }

    @Test
    void aServiceThatEndsAtOnceIsReportedWithItsExitCodeAndTheEndOfItsLog() {
        EnvironmentFailure failure = failure("seq 1 40; echo no database >&2; exit 3");

        assertThat(failure)
                .hasMessageContaining("ended before it was ready, with exit code 3; its log ends with:\n27\n")
                .message()
                .endsWith("40\nno database");
    }

    @Test
    void theEndOfALogThatNoMemoryHoldsIsReported() {
        EnvironmentFailure failure = failure("truncate -s 3G service.log; echo; echo no database; exit 3");

        assertThat(failure).message().endsWith("with exit code 3; its log ends with:\nno database");
    }

    @Test
    void aServiceThatRunsOnInTheBackgroundIsNamedAndStopped() throws IOException {
        EnvironmentFailure failure =
                failure("(setsid sh -c 'echo $$ >pid; exec sleep 600' &); until [ -s pid ]; do sleep 0.1; done");

        long daemon = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(failure)
                .hasMessageStartingWith(
                        "the command of service.launch ended and left the service running in the background (process "
                                + daemon);
        assertThat(failure.remedy()).contains("in the foreground");
        Patience.await().until(() -> ProcessHandle.of(daemon).isEmpty());
    }

    @Test
    void aDaemonThatTheCommandWaitsForIsTheServiceAndIsGoneWithIt() {
        RunningService service = open("(setsid " + JAVA + "-DtomcatMBeans=true -Dport=" + port + " "
                + SmallService.class.getName() + " &); exec sleep 600");
        ProcessHandle daemon = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();

        service.close();

        assertThat(daemon.isAlive()).isFalse();
        assertThat(Listeners.now().taken(port)).isFalse();
    }

    @Test
    void aVariableThatNoProcessCanHaveIsNamed() {
        var launch = new Service.Launch("sleep 600", folder, Map.of("DB=PASSWORD", new Secret("hunter2")));

        EnvironmentFailure failure = catchThrowableOfType(
                EnvironmentFailure.class,
                () -> new ServiceOpener(RealClock.NANOSECONDS)
                        .open(request(launch, Patience.LIMIT, Settings.NONE, Set.of())));

        assertThat(failure)
                .hasMessageContaining("an environment variable cannot be named \"DB=PASSWORD\"")
                .message()
                .doesNotContain("hunter2");
        assertThat(failure.remedy()).contains("service.env");
    }

    @Test
    void aServiceThatIsNeverReadyIsStoppedAtTheTimeout() {
        EnvironmentFailure failure = catchThrowableOfType(
                EnvironmentFailure.class,
                () -> new ServiceOpener(RealClock.NANOSECONDS)
                        .open(request("echo $$ > pid; sleep 600", Duration.ofSeconds(1), Settings.NONE)));

        assertThat(failure).hasMessageStartingWith("the service was not ready within 1 s at http://127.0.0.1:" + port);
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .filter(line -> line.endsWith("sleep 600"))
                                .isPresent())
                        .filter(process -> workingIn(process, folder)))
                .isEmpty();
    }

    @Test
    void aPortThatIsTakenIsNamedWithTheProcessThatHasIt() throws IOException {
        try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            EnvironmentFailure failure = failure("sleep 600");

            assertThat(taken.isBound()).isTrue();
            assertThat(failure)
                    .hasMessage("port " + port + " is taken already by process "
                            + ProcessHandle.current().pid() + " (java)");
        }
    }

    @Test
    void fixedSettingsAreHandedOverAsSpringReadsThemFromTheEnvironment() {
        Map<String, String> environment =
                Launcher.environment(Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3))
                        .with(Knob.OPEN_IN_VIEW, false)
                        .with(Knob.ACCEPT_COUNT, 7));

        assertThat(environment)
                .containsEntry("SPRING_DATASOURCE_HIKARI_CONNECTIONTIMEOUT", "3000")
                .containsEntry("SPRING_JPA_OPENINVIEW", "false")
                .containsEntry("SERVER_TOMCAT_ACCEPTCOUNT", "7")
                .containsEntry("SPRING_DATASOURCE_HIKARI_REGISTERMBEANS", "true")
                .containsEntry("SERVER_TOMCAT_MBEANREGISTRY_ENABLED", "true");
    }

    private static boolean workingIn(ProcessHandle process, Path folder) {
        try {
            return ProcFiles.of(process.pid()).resolve("cwd").toRealPath().equals(folder.toRealPath());
        } catch (IOException gone) {
            return false;
        }
    }

    private RunningService open(String command) {
        return new ServiceOpener(RealClock.NANOSECONDS).open(request(command, Patience.LIMIT, Settings.NONE));
    }

    private EnvironmentFailure failure(String command) {
        return catchThrowableOfType(EnvironmentFailure.class, () -> open(command));
    }

    private ServiceRequest request(String command, Duration timeout, Settings fixed) {
        return request(command, timeout, fixed, Set.of(Knob.POOL));
    }

    private ServiceRequest request(String command, Duration timeout, Settings fixed, Set<Knob> tuned) {
        return request(new Service.Launch(command, folder), timeout, fixed, tuned);
    }

    private ServiceRequest request(Service.Launch launch, Duration timeout, Settings fixed, Set<Knob> tuned) {
        URI ready = URI.create("http://127.0.0.1:" + port + "/");
        return new ServiceRequest(
                new Service(launch, Optional.of(ready), timeout, Optional.empty(), Optional.empty()),
                Optional.empty(),
                fixed,
                tuned,
                OptionalInt.of(port),
                folder.resolve("service.log"));
    }
}
