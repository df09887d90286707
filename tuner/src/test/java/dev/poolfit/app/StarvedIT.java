package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that runs out of memory says so, and how to give it more. */
class StarvedIT {
    @TempDir
    Path folder;

    @Test
    void out_of_memory_is_told_in_two_lines() throws Exception {
        String rows = IntStream.range(0, 90_000)
                .mapToObj(i -> (1 + i % 9_000) + "," + (1 + i / 9_000) + ",9\n")
                .collect(Collectors.joining());
        Path file = Files.writeString(folder.resolve("results.csv"), "pool,users,throughput\n" + rows);

        Program.Result result = Program.run(
                folder,
                Map.of("POOLFIT_JAVA_OPTS", "-Xms16m -Xmx20m"),
                "predict",
                "--results",
                file.toString(),
                "--at",
                "pool=5");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(result.err())
                .contains("Poolfit ran out of memory", "it may use ", "POOLFIT_JAVA_OPTS=-Xmx1g")
                .doesNotContain("\tat ")
                .doesNotContain("Exception in thread");
    }
}
