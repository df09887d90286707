package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service.AttachCommand;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service is reached by a command alone: a helper comes through the shell that the command starts, and leaves nothing.
 * The command is {@code env} here, which starts the shell on this machine.
 */
class CommandAttachIT {
    @TempDir
    private Path folder = Path.of("");

    private ServiceProcess process;

    @BeforeEach
    void start() throws IOException {
        process = ServiceProcess.start("-DpoolMBeans=false");
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void its_settings_are_told_changed_read_back_and_put_back() throws IOException {
        Settings before;
        try (RunningService service = open(Knob.POOL, Knob.THREADS)) {
            before = service.found();
            assertThat(before.toString()).startsWith("pool 10, threads 20, minimum-idle 10, min-spare 10");

            service.apply(Settings.ofPoolAndThreads(3, 6));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(3);
            assertThat(service.effective().count(Knob.THREADS)).isEqualTo(6);
            assertThat(service.alive()).isTrue();
        }
        try (RunningService again = open()) {
            assertThat(again.found()).isEqualTo(before);
        }
    }

    @Test
    void it_is_observed_from_within_as_one_on_this_machine_is() throws IOException {
        try (RunningService service = open(Knob.POOL)) {
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .untilAsserted(() -> assertThat(service.probes().get(0).read())
                            .containsEntry(Metric.POOL_TOTAL, 10.0)
                            .containsEntry(Metric.THREADS_MAX, 20.0)
                            .containsKey(Metric.POOL_PENDING_PEAK));
        }
    }

    @Test
    void no_file_process_thread_or_bean_is_left_where_it_was() throws IOException {
        try (RunningService service = open(Knob.POOL)) {
            service.apply(Settings.of(Knob.POOL, 4));
            assertThat(files()).isEmpty();
        }
        assertThat(helper()).isEmpty();
        assertThat(process.beans("dev.poolfit:*")).isEmpty();
        assertThat(process.beans("com.zaxxer.hikari:*")).isEmpty();
        Patience.await().until(() -> process.threads().stream().noneMatch(name -> name.startsWith("poolfit")));
    }

    @Test
    void when_the_helper_is_killed_the_service_has_its_settings_back_and_the_failure_names_the_command()
            throws Exception {
        RunningService service =
                open(opener().tunedBy(folder, untold -> {}), command(), OptionalLong.empty(), Knob.POOL);
        service.apply(Settings.of(Knob.POOL, 4));
        assertThat(process.beans("dev.poolfit:type=Claim")).isNotEmpty();
        helper().orElseThrow().destroyForcibly();

        Patience.await().until(() -> process.beans("dev.poolfit:*").isEmpty());
        try (RunningService again = open()) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
            assertThat(again.found().count(Knob.MINIMUM_IDLE)).isEqualTo(10);
        }
        assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 5)))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("the connection to the service behind \"" + command() + "\"");
        assertThat(service.alive()).isFalse();
        assertThat(service.gone()).hasMessageContaining("the connection to the service by \"" + command() + "\" ended");
        assertThat(service.release().settled()).as("told by another helper").isTrue();
    }

    @Test
    void what_the_script_refuses_is_told_although_nobody_reads_the_rest_of_it() {
        for (int i = 0; i < 5; i++) {
            assertThat(failure("sh -c 'echo poolfit:refused no-folder' x", OptionalLong.empty()))
                    .hasMessageContaining("there is no folder to write to");
        }
    }

    @Test
    void a_helper_that_says_nonsense_is_told_as_a_command_that_ended() {
        assertThat(failure(
                        "sh -c 'cat >/dev/null & printf \"poolfit:starting x\\\\n\\\\0poolfit\\\\0\\\\177\\\\377\\\\377\\\\377\"' x",
                        OptionalLong.empty()))
                .hasMessageContaining("ended with exit code 0");
    }

    @Test
    void where_the_runtime_lacks_the_module_jdk_attach_hotspots_own_protocol_does() throws Exception {
        Path small = folder.resolve("runtime");
        String jlink = Path.of(System.getProperty("java.home"), "bin", "jlink").toString();
        assertThat(new ProcessBuilder(jlink, "--add-modules", "java.base", "--output", small.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        String command = "env TMPDIR=" + temporary + " JAVA_HOME=" + small;

        try (RunningService service = open(command, OptionalLong.of(process.pid()), Knob.POOL)) {
            service.apply(Settings.of(Knob.POOL, 4));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(4);
        }
        assertThat(Files.list(temporary)).isEmpty();
    }

    @Test
    void a_service_in_namespaces_of_its_own_is_reached_as_one_in_a_container_is() throws Exception {
        List<String> namespaces = List.of("unshare", "--pid", "--mount", "--mount-proc", "--fork", "--kill-child");
        assumeThat(run(namespaces, "true")).as("unshare is allowed here").isZero();
        process.close();
        process = ServiceProcess.start(namespaces, "-DpoolMBeans=false");
        try (RunningService service = open(
                "nsenter --target " + process.javaPid() + " --pid --mount env TMPDIR=" + folder,
                OptionalLong.empty(),
                Knob.POOL)) {
            service.apply(Settings.of(Knob.POOL, 4));

            assertThat(service.effective().count(Knob.POOL)).isEqualTo(4);
            assertThat(service.pid()).isEmpty();
            assertThat(service.restoreRecord().address().jvm().orElseThrow()).startsWith("1@");
        }
    }

    @Test
    void where_there_is_no_java_that_is_told() throws Exception {
        String apart = "unshare --pid --mount --mount-proc --fork --kill-child";
        assumeThat(run(List.of(apart.split(" ")), "true"))
                .as("unshare is allowed here")
                .isZero();
        Path programs = Files.createDirectory(folder.resolve("programs"));
        for (String program : List.of("sh", "readlink", "mktemp", "base64", "id", "chmod", "rm")) {
            Files.copy(Path.of("/bin", program), programs.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
        }

        assertThat(failure(apart + " env -u JAVA_HOME PATH=" + programs, OptionalLong.empty()))
                .hasMessageContaining("there is no java where");
    }

    @Test
    void where_nothing_can_be_written_that_is_told() throws Exception {
        assumeThat(run(List.of("unshare", "--mount"), "true"))
                .as("unshare is allowed here")
                .isZero();
        String readOnly = "unshare --mount sh -c 'for each in /tmp /dev/shm /var/tmp; do"
                + " mount -t tmpfs -o ro none $each; done; exec \"$@\"' x env TMPDIR=/nowhere";

        assertThat(failure(readOnly, OptionalLong.empty())).hasMessageContaining("there is no folder to write to");
    }

    private static int run(List<String> prefix, String... command) throws Exception {
        return new ProcessBuilder(
                        Stream.concat(prefix.stream(), Stream.of(command)).toList())
                .start()
                .waitFor();
    }

    @Test
    void what_a_killed_tuner_left_is_put_back_by_its_note() throws IOException {
        process.close();
        process = ServiceProcess.start();
        RestoreRecord note;
        try (RunningService service = open(Knob.POOL)) {
            note = service.restoreRecord().changed(Settings.of(Knob.POOL, 4));
        }
        process.resize(4);

        Restoration restored = Restoration.restore(RestoreRecord.ofJson(note.json()), Optional.empty());

        assertThat(restored.text()).contains("are back");
        try (RunningService again = open()) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
        }
    }

    @Test
    void a_command_that_does_not_exist_is_told_with_its_own_words() {
        EnvironmentFailure failure = failure("exec-nowhere -i shop", OptionalLong.empty());

        assertThat(failure)
                .hasMessageContaining("\"exec-nowhere -i shop\" ended with exit code 127")
                .hasMessageContaining("exec-nowhere");
    }

    @Test
    void a_command_that_swallows_what_it_is_sent_is_given_up_on() {
        assertThat(failure("true #", OptionalLong.empty())).hasMessageContaining("\"true #\" ended with exit code 0");
    }

    @Test
    void a_process_that_is_no_jvm_is_told() {
        assertThat(failure(command(), OptionalLong.of(1)))
                .hasMessageContaining("process 1 is no JVM that can be seen there");
    }

    @Test
    void where_there_is_no_shell_that_is_told() {
        assertThat(failure("env PATH=" + folder + ":" + folder.resolve("none"), OptionalLong.empty()))
                .hasMessageContaining("sh");
        assertThat(files()).isEmpty();
    }

    private String command() {
        return "env TMPDIR=" + folder;
    }

    private RunningService open(Knob... tuned) {
        return open(command(), OptionalLong.empty(), tuned);
    }

    private static ServiceOpener opener() {
        return new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {});
    }

    private RunningService open(String command, OptionalLong pid, Knob... tuned) {
        return open(opener(), command, pid, tuned);
    }

    private RunningService open(ServiceOpener opener, String command, OptionalLong pid, Knob... tuned) {
        ServiceRequest request = ServiceProcess.request(new AttachCommand(command, pid), Optional.empty(), tuned);
        return opener.open(new ServiceRequest(
                request.service(),
                request.database(),
                request.atStart(),
                Set.of(tuned),
                OptionalInt.of(process.port()),
                request.log()));
    }

    private EnvironmentFailure failure(String command, OptionalLong pid) {
        EnvironmentFailure failure =
                catchThrowableOfType(EnvironmentFailure.class, () -> open(command, pid, Knob.POOL));
        assertThat(failure).isNotNull();
        return failure;
    }

    private Stream<Path> files() {
        try {
            return Files.list(folder);
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    /** The helper of this test, whose agent lies in its folder. */
    private Optional<ProcessHandle> helper() {
        return ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().arguments().stream()
                        .flatMap(Stream::of)
                        .anyMatch("dev.poolfit.agent.Helper"::equals))
                .findFirst();
    }
}
