package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages that came back from a disk, as Linux tells them; a program may be called as it likes. */
class ProcessMemoryTest {
    private static Path root() throws IOException {
        Path temporary = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        return Files.createTempDirectory(temporary, "process");
    }

    private static Map<String, Double> read(Path root) {
        Map<String, Double> values = new HashMap<>();
        ProcessMemory.at(root).readInto(values);
        return values;
    }

    @Test
    void faults_and_what_is_swapped_out() throws IOException {
        Path root = root();
        Path self = Files.createDirectories(root.resolve("proc").resolve("self"));
        Path stat = self.resolve("stat");
        Path status = self.resolve("status");
        Files.write(
                stat,
                "2872 (a) 5 (java) S 1 2872 2872 0 -1 1077936384 51230 77 4711 3 1509 93 0 0 20 0 43 0 9\n"
                        .getBytes(StandardCharsets.UTF_8));
        Files.write(
                status, "Name:\tjava\nVmRSS:\t  160000 kB\nVmSwap:\t    3072 kB\n".getBytes(StandardCharsets.UTF_8));

        assertThat(read(root)).containsOnly(entry("majorFaults", 4711.0), entry("swappedMiB", 3.0));
        for (Path each : new Path[] {stat, status, self, self.getParent(), root}) {
            Files.delete(each);
        }
    }

    @Test
    void a_system_that_does_not_tell_it_tells_nothing() {
        assertThat(read(Path.of("nowhere"))).isEmpty();
    }
}
