package dev.poolfit.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build that ends in the middle of a gate stops the services and leaves no file. */
class EndedBuildIT {
    @Test
    void whether_interrupted_or_killed(@TempDir Path folder) throws Exception {
        try (var project = new SampleProject(folder)) {
            project.release("1.0.0");

            String log = end("INT", project, Files.createTempFile(folder, "gate", ".log"));
            assertThat(log).contains("[INFO] Interrupted: putting everything back");

            end("KILL", project, Files.createTempFile(folder, "gate", ".log"));
        }
    }

    private static String end(String signal, SampleProject project, Path log) throws Exception {
        Process maven = project.start(log, "poolfit:gate", "-Dpoolfit.baseArtifact=com.example:shop:1.0.0");
        await(() -> {
            assertThat(maven.isAlive()).as(Files.readString(log)).isTrue();
            return project.listens();
        });
        new ProcessBuilder("kill", "-" + signal, "" + maven.pid()).start().waitFor();
        maven.waitFor();
        await(() -> !project.listens() && project.left().isEmpty());
        return Files.readString(log);
    }

    /** Ends a test that hangs, and decides nothing else. */
    private static void await(Callable<Boolean> what) {
        Awaitility.await().atMost(Duration.ofMinutes(3)).until(what);
    }
}
