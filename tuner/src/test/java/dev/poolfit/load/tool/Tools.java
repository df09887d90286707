package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The real k6 and JMeter, installed at first use. */
public final class Tools {
    private static final int NO_GO = 69;

    private Tools() {}

    /** The path of k6; the test is skipped where there is no Go to build it with. */
    public static synchronized Path k6() throws Exception {
        return installed("install-k6");
    }

    /** The path of JMeter's launcher. */
    public static synchronized Path jmeter() throws Exception {
        return installed("install-jmeter");
    }

    private static Path installed(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of("src", "test", "tools", script).toAbsolutePath().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exitCode = process.waitFor();
        Assumptions.assumeTrue(exitCode != NO_GO, "k6 cannot be built: there is no go on the PATH");
        assertThat(exitCode).as(script).isZero();
        return Path.of(path.lines().reduce((first, last) -> last).orElseThrow());
    }
}
