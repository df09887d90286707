package dev.poolfit.process;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.testing.Patience;
import dev.poolfit.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to the program, the commands that it started end, and their folders go. */
class LeashIT {
    /** Leaves the session, the process group and the family of the command, which no longer knows it. */
    private static final String DAEMON =
            "(setsid sh -c 'echo $$ >daemon.tmp; mv daemon.tmp daemon; exec sleep 600' &); ";

    @TempDir
    Path work;

    @Test
    void theCommandAndItsFolderGoWhenTheProgramIsKilled() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        TemporaryFolder.option(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        work.toString())
                .inheritIO()
                .start();
        try {
            ProcessHandle leader = handle("leader");
            ProcessHandle child = handle("child");
            ProcessHandle daemon = handle("daemon");

            program.destroyForcibly().waitFor();

            Patience.await().until(() -> !leader.isAlive() && !child.isAlive());
            Patience.await().until(() -> !daemon.isAlive());
            Patience.await().until(() -> !Files.exists(work.resolve("data")));
        } finally {
            program.destroyForcibly();
            process("daemon").ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Starts a command that ignores TERM, has a child and a daemon, then waits to be killed. */
    static final class Program {
        public static void main(String[] arguments) throws Exception {
            Path work = Path.of(arguments[0]);
            Path data = Files.createDirectory(work.resolve("data"));
            String line = DAEMON + "trap '' TERM; touch data/file; sleep 600 & echo $! >child.tmp; mv child.tmp child;"
                    + " echo $$ >leader.tmp; mv leader.tmp leader; wait";
            SupervisedProcess.start(new SupervisedProcess.Start(
                    List.of("sh", "-c", line), work, Map.of(), work.resolve("log"), "TERM", data));
            Thread.currentThread().join();
        }
    }

    @Test
    void theCommandGoesWhenTheProgramIsGoneBeforeItHearsOfIt() throws Exception {
        var mark = new RunMark();
        Process supervisor = Supervisor.of(
                        SupervisedProcess.Start.shell("trap '' TERM; sleep 600", work, Map.of(), log()), mark)
                .start();
        supervisor.getInputStream().close();
        supervisor.getOutputStream().close();

        Patience.await().until(() -> !supervisor.isAlive());
        assertThat(mark.bearers().toList()).isEmpty();
    }

    @Test
    void aCommandThatIgnoresTheRequestIsKilledAfterTheGrace() throws Exception {
        SupervisedProcess process = SupervisedProcess.start(
                SupervisedProcess.Start.shell("trap '' TERM; sleep 600 & echo up; wait", work, Map.of(), log()));
        Patience.await().until(() -> Files.readString(log()).contains("up"));
        List<Long> processes = process.descendants();
        assertThat(processes).contains(process.pid()).hasSizeGreaterThan(1);

        assertThat(process.stop(Duration.ofMillis(300))).isEqualTo(128 + 9);

        assertThat(processes).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    /** As on macOS, which has Perl instead. */
    @Test
    void withoutSetsidTheCommandStillHasAGroupOfItsOwnThatEndsAsAWhole() throws Exception {
        Path programs = Files.createDirectory(work.resolve("programs"));
        for (String name : List.of("sh", "perl", "grep", "cat", "sleep", "rm")) {
            Path real = Stream.of("/usr/bin", "/bin")
                    .map(folder -> Path.of(folder, name))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(programs.resolve(name), real);
        }
        Map<String, String> path = Map.of("PATH", programs.toString());
        SupervisedProcess process = SupervisedProcess.start(SupervisedProcess.Start.shell(
                "trap '' TERM; sleep 600 & command -v setsid || echo none; wait", work, path, log()));
        Patience.await().until(() -> Files.readString(log()).equals("none\n"));
        List<Long> processes = process.descendants();
        assertThat(processes).hasSizeGreaterThan(1);

        assertThat(process.stop(Duration.ofMillis(300))).isEqualTo(128 + 9);

        assertThat(processes).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        SupervisedProcess absent = SupervisedProcess.start(
                new SupervisedProcess.Start(List.of("no-such-program"), work, path, log(), "TERM", null));
        Patience.await().until(() -> absent.exitCode().isPresent());
        assertThat(absent.exitCode()).hasValue(127);
        assertThat(log()).content().contains("no-such-program: No such file or directory");
    }

    @Test
    void aDaemonIsFoundAndStoppedWithItsCommand() throws Exception {
        SupervisedProcess process = SupervisedProcess.start(
                SupervisedProcess.Start.shell(DAEMON + "exec sleep 600", work, Map.of(), log()));
        ProcessHandle daemon = handle("daemon");
        try {
            assertThat(process.descendants()).doesNotContain(daemon.pid());
            assertThat(process.all()).contains(process.pid(), daemon.pid());

            process.close();

            assertThat(daemon.isAlive()).isFalse();
        } finally {
            daemon.destroyForcibly();
        }
    }

    @Test
    void aDaemonThatOutlivesItsCommandIsNamedAndStopped() throws Exception {
        SupervisedProcess process = SupervisedProcess.start(SupervisedProcess.Start.shell(
                DAEMON + "until [ -e daemon ]; do sleep 0.1; done", work, Map.of(), log()));
        ProcessHandle daemon = handle("daemon");
        try {
            assertThat(process.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isZero();

            assertThat(process.leftBehind())
                    .hasSize(1)
                    .first(as(InstanceOfAssertFactories.STRING))
                    .startsWith("process " + daemon.pid() + " (");
            Patience.await().until(() -> !daemon.isAlive());
        } finally {
            daemon.destroyForcibly();
            process.close();
        }
    }

    @Test
    void anEnvironmentThatNoProcessCanHaveIsAnExpectedFailure() {
        for (Map<String, String> variables : List.of(
                Map.of("A=B", "secret"), Map.of("", "secret"), Map.of("A\0", "secret"), Map.of("A", "sec\0ret"))) {
            assertThatThrownBy(() ->
                            SupervisedProcess.start(SupervisedProcess.Start.shell("exit 0", work, variables, log())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("environment variable")
                    .message()
                    .doesNotContain("sec");
        }
        assertThatThrownBy(() ->
                        SupervisedProcess.start(SupervisedProcess.Start.shell("exit \0 0", work, Map.of(), log())))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aCommandThatHonoursTheRequestEndsInItsOwnWay() throws Exception {
        SupervisedProcess process = SupervisedProcess.start(SupervisedProcess.Start.shell(
                "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.1; done", work, Map.of(), log()));
        Patience.await().until(() -> Files.readString(log()).contains("up"));

        assertThat(process.stop(Patience.LIMIT)).isEqualTo(3);

        assertThat(log()).content().startsWith("up\n").contains("bye\n");
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void anEndOfItsOwnGivesTheExitCodeAndLeavesTheFolderUntilTheLeashIsClosed() throws Exception {
        Path data = Files.createDirectory(work.resolve("data"));
        SupervisedProcess process = SupervisedProcess.start(new SupervisedProcess.Start(
                List.of("sh", "-c", "echo \"$WORD\"; touch data/file; exit 7"),
                work,
                Map.of("WORD", "hello"),
                log(),
                "TERM",
                data));

        assertThat(process.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(7);

        assertThat(process.exitCode()).hasValue(7);
        assertThat(log()).hasContent("hello");
        assertThat(data).isNotEmptyDirectory();
        process.close();
        assertThat(data).doesNotExist();
    }

    @Test
    void anUnknownCommandShowsInTheLog() throws Exception {
        SupervisedProcess process =
                SupervisedProcess.start(new SupervisedProcess.Start(List.of("no-such-command-here"), work, log()));

        assertThat(process.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(127);

        assertThat(log()).content().contains("no-such-command-here");
    }

    @Test
    void theCommandRunsInASessionOfItsOwn() throws Exception {
        try (SupervisedProcess process =
                SupervisedProcess.start(SupervisedProcess.Start.shell("exec sleep 600", work, Map.of(), log()))) {
            assertThat(session(process.pid()))
                    .isEqualTo(process.pid())
                    .isNotEqualTo(session(ProcessHandle.current().pid()));
        }
    }

    private Path log() {
        return work.resolve("log");
    }

    private static long session(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5)[3]);
    }

    private ProcessHandle handle(String file) throws IOException {
        return process(file).orElseThrow();
    }

    private Optional<ProcessHandle> process(String file) throws IOException {
        Path path = work.resolve(file);
        Patience.await().until(() -> Files.exists(path));
        return ProcessHandle.of(Long.parseLong(Files.readString(path).strip()));
    }
}
