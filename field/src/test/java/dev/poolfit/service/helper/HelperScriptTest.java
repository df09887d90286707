package dev.poolfit.service.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The helper's script runs no java that somebody else could have put there. */
class HelperScriptTest {
    private static final String APART = "unshare --pid --mount --mount-proc --fork --kill-child";

    @TempDir
    Path folder;

    private Path java;

    /** One that tells that it was run. */
    @BeforeEach
    void write() throws IOException {
        java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho mine\n");
        allow(java, "rwxr-xr-x");
    }

    private static void allow(Path path, String rights) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }

    private static String helped(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream script = HelperProcess.class.getResourceAsStream("helper.sh")) {
            process.getOutputStream()
                    .write(new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8)
                            .replace("@JAR@", "bm8=")
                            .replace("@PID@", "0")
                            .replace("@PORT@", "0")
                            .getBytes(StandardCharsets.UTF_8));
        }
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private String withJavaHome() throws IOException, InterruptedException {
        return helped(List.of("env", "JAVA_HOME=" + folder.resolve("jdk"), "sh"));
    }

    @Test
    void a_java_that_this_user_alone_can_change_is_run() throws Exception {
        assertThat(withJavaHome()).contains("poolfit:starting " + java, "mine");
    }

    @Test
    void a_java_is_not_run_that_others_can_write_to() throws Exception {
        allow(java, "rwxr-xrwx");
        assertThat(withJavaHome()).doesNotContain("mine", "poolfit:starting " + java);
    }

    @Test
    void a_java_is_not_run_in_a_folder_that_others_can_write_to() throws Exception {
        for (String rights : List.of("rwxrwxr-x", "rwxr-xrwx")) {
            allow(folder.resolve("jdk"), rights);
            assertThat(withJavaHome()).as(rights).doesNotContain("mine", "poolfit:starting " + java);
        }
    }

    /** Root comes to another user's machine, on which no other Java runs. */
    @Test
    void root_runs_no_java_that_another_user_s_process_shows() throws Exception {
        assumeThat(sh(APART + " setpriv --reuid 65534 --clear-groups true"))
                .as("this is root, in namespaces of its own")
                .isZero();
        Path shown = Files.copy(Path.of("/bin/sleep"), folder.resolve("jdk/bin/shown"));
        Files.move(shown, java, StandardCopyOption.REPLACE_EXISTING);
        allow(java, "rwxr-xr-x");
        for (Path each = java; !each.equals(folder.getParent()); each = each.getParent()) {
            Files.setAttribute(each, "unix:uid", 65534);
        }
        Path programs = Files.createDirectory(folder.resolve("programs"));
        for (String program :
                List.of("sh", "readlink", "mktemp", "base64", "id", "chmod", "rm", "ls", "setpriv", "sleep", "env")) {
            Files.copy(Path.of("/usr/bin", program), programs.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
        }
        var command = new ArrayList<>(List.of(APART.split(" ", -1)));
        command.addAll(List.of("env", "-u", "JAVA_HOME", "PATH=" + programs, "sh", "-c"));
        command.add("setpriv --reuid 65534 --clear-groups " + java + " 3577 >/dev/null 2>&1 </dev/null &"
                + " until readlink /proc/$!/exe | { read -r exe; [ \"$exe\" = " + java + " ]; }; do :; done; exec sh");

        assertThat(helped(command))
                .contains("poolfit:refused unsafe-java " + java)
                .doesNotContain("starting");
    }

    private static int sh(String line) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", line + " 2>/dev/null").start().waitFor();
    }
}
