package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the locale knows ASCII alone, the signs of the texts are written as people write them without. */
class AsciiOutputIT {
    @TempDir
    private java.nio.file.Path folder = java.nio.file.Path.of("");

    @Test
    void signs_have_an_ascii_form_and_other_scripts_stay() {
        var bytes = new ByteArrayOutputStream();
        PrintStream out = AsciiOutput.of(bytes);

        out.println("×1.80 (1.75–1.84) … p99 ≥ 2 ± 1 — 커넥션 10");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("x1.80 (1.75-1.84) ... p99 >= 2 +/- 1 - 커넥션 10" + System.lineSeparator());
    }

    @Test
    void the_program_is_readable_in_the_c_locale() throws Exception {
        Program.Result advised = Program.run(
                folder,
                Map.of("LC_ALL", "C"),
                "advise",
                "--cores",
                "4",
                "--max-connections",
                "151",
                "--instances",
                "2",
                "--share",
                "0.8");

        assertThat(advised.exitCode()).isZero();
        assertThat(advised.out())
                .contains("2 x cores + disks", "max_connections x share / instances")
                .doesNotContain("?");
        assertThat(advised.out().chars()).allMatch(sign -> sign < 128);
    }
}
