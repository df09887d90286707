package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import dev.poolfit.units.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real service keeps the claim of its tuner, which leaves nothing in it and needs nothing of it. */
class ClaimedServiceIT {
    private static final Path RUN = Path.of("/runs/first");

    @TempDir
    Path folder;

    private static RunningService tune(Service.Target target) {
        return new ServiceOpener(RealClock.NANOSECONDS)
                .tunedBy(RUN, unnoted -> {})
                .open(ServiceProcess.request(target, Optional.empty(), Knob.POOL));
    }

    @Test
    void theClaimLastsUntilTheServiceIsLetGoOfAndOutlivesNoOne() throws Exception {
        try (var process = ServiceProcess.start()) {
            var port = new Service.AttachPort(process.port());
            try (RunningService first = tune(port);
                    RunningService observer = process.attach()) {
                first.apply(Settings.of(Knob.POOL, 4));
                assertThatThrownBy(() -> tune(port))
                        .hasMessageContaining("(pid " + process.pid() + ") is being tuned already, by ")
                        .hasMessageContaining("(pid " + ProcessHandle.current().pid() + ") in " + RUN);
                assertThat(observer.effective().count(Knob.POOL)).isEqualTo(4);
                assertThat(first.missing()).extracting(Message::key).doesNotContain("missing.claim");
            }
            try (LocalJvm machine = LocalJvm.attach(process.pid());
                    JmxLink link = new JmxLink(machine.jmxUrl(), "it", Optional.empty(), Optional.empty())) {
                assertThat(link.find("dev.poolfit:type=Claim")).isEmpty();
                tune(port).close();
                assertThat(link.find("dev.poolfit:type=Claim")).isEmpty();
            }
        }
    }

    @Test
    void whatItHasIsToldBeforeAnythingInItIsTouched() throws Exception {
        try (var process = ServiceProcess.start();
                LocalJvm machine = LocalJvm.attach(process.pid());
                JmxLink link = new JmxLink(machine.jmxUrl(), "it", Optional.empty(), Optional.empty())) {
            var told = new ArrayList<RestoreRecord>();
            var opener = new ServiceOpener(RealClock.NANOSECONDS).tunedBy(RUN, found -> {
                assertThat(link.find("dev.poolfit:type=Claim")).isEmpty();
                assertThat(link.find("dev.poolfit:type=Sampler")).isEmpty();
                told.add(found);
                throw new EnvironmentFailure("no space", "make some");
            });
            var port = new Service.AttachPort(process.port());

            assertThatThrownBy(() -> opener.open(ServiceProcess.request(port, Optional.empty(), Knob.POOL)))
                    .hasMessageContaining("no space");

            assertThat(told).singleElement().satisfies(found -> {
                assertThat(found.pid()).isEqualTo(process.pid());
                assertThat(found.settings().count(Knob.POOL)).isEqualTo(10);
            });
            assertThat(link.find("dev.poolfit:*")).isEmpty();
        }
    }

    /** As when another tuner lets go between the first look and the claim. */
    @Test
    void settingsThatChangeWhileItIsClaimedAreNotTakenForTheInitialOnes() throws Exception {
        try (var process = ServiceProcess.start()) {
            var port = new Service.AttachPort(process.port());
            try (RunningService other = process.attach()) {
                var opener = new ServiceOpener(RealClock.NANOSECONDS)
                        .tunedBy(RUN, found -> other.apply(Settings.of(Knob.POOL, 7)));

                assertThatThrownBy(() -> opener.open(ServiceProcess.request(port, Optional.empty(), Knob.POOL)))
                        .hasMessageContaining("changed while Poolfit began: from pool 10")
                        .hasMessageContaining("to pool 7");
            }
        }
    }

    @Test
    void aUserWhoMayNotCreateMBeansTunesWithoutAClaimAndIsTold() throws Exception {
        Path passwords = ownersFile("jmxremote.password", "plain secret\n");
        Path access = ownersFile("jmxremote.access", "plain readwrite\n");
        int jmx = Ports.free();
        try (var process = ServiceProcess.start(
                "-Dcom.sun.management.jmxremote.port=" + jmx,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-Dcom.sun.management.jmxremote.password.file=" + passwords,
                "-Dcom.sun.management.jmxremote.access.file=" + access)) {
            var byJmx = new Service.AttachJmx(
                    "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmx + "/jmxrmi",
                    Optional.of("plain"),
                    Optional.of(new Secret("secret")));
            try (RunningService service = tune(byJmx)) {
                assertThat(service.missing()).extracting(Message::key).contains("missing.claim");
                service.apply(Settings.of(Knob.POOL, 4));
            }
            try (RunningService first = tune(new Service.AttachPort(process.port()))) {
                assertThat(first.found().count(Knob.POOL)).isEqualTo(10);
                assertThatThrownBy(() -> tune(byJmx)).hasMessageContaining("is being tuned already, by ");
            }
        }
    }

    private Path ownersFile(String name, String text) throws Exception {
        Path file = Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
