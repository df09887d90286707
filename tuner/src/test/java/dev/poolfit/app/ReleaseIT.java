package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip of a release runs where it is unpacked, with a Java runtime alone: nothing is built. */
class ReleaseIT {
    @TempDir
    private static Path folder = Path.of("");

    private static Path home = Path.of("");

    @BeforeAll
    static void unpack() throws IOException {
        Path zip;
        try (Stream<Path> built = Files.list(Path.of("target"))) {
            zip = built.filter(each -> each.getFileName().toString().matches("poolfit-[0-9].*[.]zip"))
                    .findFirst()
                    .orElseThrow();
        }
        try (var archive = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : archive.stream().toList()) {
                Path to = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(to);
                } else {
                    Files.createDirectories(to.getParent());
                    try (var content = archive.getInputStream(entry)) {
                        Files.copy(content, to);
                    }
                }
            }
        }
        home = folder.resolve(zip.getFileName().toString().replace(".zip", ""));
    }

    private static String run(int exitCode, String... arguments) throws Exception {
        return run(exitCode, List.of(), arguments);
    }

    private static String run(int exitCode, List<String> before, String... arguments) throws Exception {
        Path bare = Files.createDirectories(folder.resolve("bare"));
        var command = new ArrayList<>(before);
        command.addAll(List.of("sh", home.resolve("poolfit").toString()));
        command.addAll(List.of(arguments));
        Path log = LastLines.of(Files.createTempFile(folder, "release", ".txt"));
        var builder = new ProcessBuilder(command)
                .directory(bare.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("POOLFIT_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        Process process = builder.start();
        assertThat(process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        String told = Files.readString(log);
        assertThat(process.exitValue()).as(told).isEqualTo(exitCode);
        return told;
    }

    @Test
    void it_runs_without_its_sources() throws Exception {
        assertThat(home.resolve("tuner")).doesNotExist();
        assertThat(home.resolve("LICENSE")).exists();
        assertThat(home.resolve("poolfit.cmd")).content().contains("-jar \"%~dp0lib\\poolfit.jar\" %*\r\n");
        assertThat(home.resolve("lib/poolfit.jar")).exists();
        assertThat(run(0, "--version")).contains(home.getFileName().toString().replace("poolfit-", ""));
        assertThat(run(0, "advise", "--cores", "4")).contains("hikari-pool");
        assertThat(run(
                        0,
                        "predict",
                        "--results",
                        home.resolve("examples/results/stock-50ms.csv").toString(),
                        "--at",
                        "pool=15",
                        "--assume",
                        "threads=100,users=100"))
                .contains("hold time of a single request");
        assertThat(run(3, "demo")).contains("a release has none");
    }

    /** As on macOS and Windows, where there is no /proc; a Linux that lets nobody hide it says nothing. */
    @Test
    void without_proc_what_reads_files_alone_runs_and_what_cannot_be_found_out_is_told() throws Exception {
        Path libraries = Path.of(System.getProperty("java.home"), "lib");
        List<String> hidden = List.of(
                "unshare",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs none /proc && LD_LIBRARY_PATH=" + libraries + ":" + libraries.resolve("server")
                        + " exec \"$@\"",
                "sh");
        assumeTrue(hides(hidden), "this machine lets nobody hide /proc");

        assertThat(run(0, hidden, "advise", "--cores", "4")).contains("hikari-pool");
        assertThat(run(
                        0,
                        hidden,
                        "predict",
                        "--results",
                        home.resolve("examples/results/stock-50ms.csv").toString(),
                        "--at",
                        "pool=15",
                        "--assume",
                        "threads=100,users=100"))
                .contains("hold time of a single request");
        assertThat(run(3, hidden, "diagnose", "--port", "8080"))
                .contains("can only be found out on Linux", "service.attach.pid");
    }

    private static boolean hides(List<String> hidden) throws Exception {
        var command = new ArrayList<>(hidden);
        command.addAll(List.of("test", "!", "-e", "/proc/self"));
        return new ProcessBuilder(command).start().waitFor() == 0;
    }
}
