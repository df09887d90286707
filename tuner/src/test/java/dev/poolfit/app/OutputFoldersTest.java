package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a command writes to and reads from is looked at before anything is made or started. */
class OutputFoldersTest {
    private static final String EXPERIMENT = """
            name: shop
            service: {attach: {port: 9}}
            load:
              users: 5
              requests: [{get: "http://127.0.0.1:9/"}]
            tune: {pool: 2..20}
            goal: {throughput: max}
            budget: 75s
            """;

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Main.commandLine(CommandLine.defaultFactory())
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String experiment() throws IOException {
        return Files.writeString(folder.resolve("shop.yaml"), EXPERIMENT).toString();
    }

    @Test
    void a_port_for_the_page_that_is_taken_leaves_no_folder_behind() throws Exception {
        Path out = folder.resolve("runs/shop");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(run("tune", experiment(), "--web", port, "--out", out.toString()))
                    .isEqualTo(Main.ENVIRONMENT_FAILED);
            assertThat(err.toString()).contains(port);
        }
        assertThat(out.getParent()).doesNotExist();
    }

    @Test
    void a_folder_that_others_may_write_to_is_refused_before_a_service_is_looked_at() throws Exception {
        Path out = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(run("tune", experiment(), "--out", out.toString())).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(run("diagnose", experiment(), "--for", "2s", "--out", out.toString()))
                .isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(err.toString().lines().filter(line -> line.contains("(mode 777)")))
                .hasSize(2);
        assertThat(out).isEmptyDirectory();
    }

    /** As one that was interrupted while it attached. */
    @Test
    void a_run_that_wrote_nothing_cannot_be_taken_up_and_what_to_do_is_told() throws Exception {
        Path out = Files.createDirectory(folder.resolve("run"));
        Files.createFile(out.resolve(".lock"));

        assertThat(run("tune", experiment(), "--out", out.toString(), "--resume"))
                .isEqualTo(Main.BAD_INPUT);
        assertThat(err.toString())
                .contains(out + " holds no run to go on with", "leave --resume out to begin one there");
    }

    /** A pipe has what it was given once: who reads it again waits for ever. */
    @Test
    void the_experiment_that_is_validated_is_the_one_that_runs() throws Exception {
        Path pipe = folder.resolve("pipe.yaml");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        CompletableFuture.runAsync(() -> write(pipe));

        var ran = new FutureTask<>(() -> run("tune", "--dry-run", pipe.toString()));
        new Thread(ran).start();
        Patience.await().until(ran::isDone);
        assertThat(ran.get()).isEqualTo(Main.DONE);
    }

    private static void write(Path pipe) {
        try {
            Files.writeString(pipe, EXPERIMENT, StandardOpenOption.WRITE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void a_folder_for_temporary_files_that_cannot_be_used_is_told_in_two_lines() throws Exception {
        String before = System.getProperty("java.io.tmpdir");
        Path absent = folder.resolve("absent");
        System.setProperty("java.io.tmpdir", absent.toString());
        try {
            assertThat(run("check", experiment())).isEqualTo(Main.ENVIRONMENT_FAILED);
            assertThat(run(
                            "diagnose",
                            "--port",
                            "9",
                            "--for",
                            "2s",
                            "--out",
                            folder.resolve("seen").toString()))
                    .isEqualTo(Main.ENVIRONMENT_FAILED);
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }
        assertThat(err.toString().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("the folder for temporary files, " + absent + ", cannot be used (")
                        || line.startsWith("  What to do: free its disk"));
        assertThat(folder.resolve("seen")).doesNotExist();
    }
}
