package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service.AttachCommand;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services in a real container and behind a real ssh are tuned by the command that leads there. */
class RemotePlacesIT {
    @TempDir
    private Path folder = Path.of("");

    /** The container has the file system of this machine, with what it writes kept apart. */
    @Test
    void in_a_container_of_podman() throws Exception {
        assumeThat(ends("podman", "--version")).as("podman is installed").isTrue();
        List<String> podman = List.of("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs");
        String name = "poolfit-" + ProcessHandle.current().pid();
        List<String> run = new ArrayList<>(podman);
        run.addAll(List.of("run", "--rm", "--name", name, "--network", "host"));
        run.addAll(List.of("--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096", "--workdir", "/"));
        List<String> probe = new ArrayList<>(run);
        probe.addAll(List.of("--rootfs", "/:O", "true"));
        assumeThat(ends(probe.toArray(String[]::new)))
                .as("a container can be run here")
                .isTrue();

        run.addAll(List.of("--rootfs", "/:O"));
        try (var inside = ServiceProcess.start(run, "-DpoolMBeans=false", "-Djava.io.tmpdir=/tmp")) {
            tune(String.join(" ", podman) + " exec -i " + name, inside);
        }
    }

    @Test
    void behind_ssh() throws Exception {
        Path daemon = Path.of("/usr/sbin/sshd");
        assumeThat(Files.isExecutable(daemon)).as("sshd is installed").isTrue();
        int port = Ports.free();
        assertThat(ends(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        folder.resolve("key").toString()))
                .isTrue();
        Path options = Files.writeString(
                folder.resolve("sshd.conf"),
                String.join(
                        "\n",
                        "Port " + port,
                        "ListenAddress 127.0.0.1",
                        "HostKey " + folder.resolve("key"),
                        "AuthorizedKeysFile " + folder.resolve("key.pub"),
                        "PidFile none",
                        "UsePAM no",
                        "StrictModes no",
                        ""));
        // The service of the package makes it, and so nobody does where that service does not run.
        Path separation = Path.of("/run/sshd");
        boolean made = !Files.exists(separation) && Files.isWritable(Path.of("/run"));
        if (made) {
            Files.createDirectory(separation);
        }
        String command = "ssh -p " + port + " -i " + folder.resolve("key")
                + " -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR 127.0.0.1";
        try (SupervisedProcess ssh = SupervisedProcess.start(new SupervisedProcess.Start(
                        List.of(daemon.toString(), "-D", "-e", "-f", options.toString()),
                        folder,
                        LastLines.of(Files.createFile(folder.resolve("sshd.log")))));
                var service = ServiceProcess.start("-DpoolMBeans=false")) {
            Patience.await().until(() -> !ssh.isAlive() || accepts(port));
            assumeThat(ends(Stream.concat(Stream.of(command.split(" ", 0)), Stream.of("true"))
                            .toArray(String[]::new)))
                    .as("this user may log in by a key")
                    .isTrue();
            tune(command, service);
        } finally {
            if (made) {
                Files.deleteIfExists(separation);
            }
        }
    }

    private static void tune(String command, ServiceProcess there) throws IOException {
        try (RunningService service = open(command, there)) {
            assertThat(service.found().count(Knob.POOL)).isEqualTo(10);
            assertThat(service.processors()).isPresent();
            service.apply(Settings.ofPoolAndThreads(4, 8));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(4);
            assertThat(service.effective().count(Knob.THREADS)).isEqualTo(8);
            assertThat(there.get("/use")).isEqualTo("ok");
        }
        try (RunningService again = open(command, there)) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
            assertThat(again.found().count(Knob.THREADS)).isEqualTo(20);
        }
    }

    private static RunningService open(String command, ServiceProcess there) {
        ServiceRequest request = ServiceProcess.request(
                new AttachCommand(command, OptionalLong.empty()), Optional.empty(), Knob.POOL, Knob.THREADS);
        return new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {})
                .open(new ServiceRequest(
                        request.service(),
                        request.database(),
                        request.atStart(),
                        Set.of(Knob.POOL, Knob.THREADS),
                        OptionalInt.of(there.port()),
                        request.log()));
    }

    private static boolean ends(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
