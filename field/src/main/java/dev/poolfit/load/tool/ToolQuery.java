package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.process.WorkFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a tool something that it answers at once, such as its version. */
final class ToolQuery {
    private static final int LONGEST_ANSWER = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** The exit code of the shell and the supervised process for a command that is not there. */
    private static final int NOT_FOUND = 127;

    private static final int NOT_EXECUTABLE = 126;

    private ToolQuery() {}

    /** Keeps both streams of the tool, and how it ended. */
    record Answer(int exitCode, String text) {
        boolean missing() {
            return exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
        }

        List<String> lines() {
            return text.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    /** Asks and waits for at most 30 s; throws EnvironmentFailure if there is no answer in time. */
    static Answer ask(List<String> command, Path directory, Map<String, String> environment) {
        return ask(command, directory, environment, PATIENCE);
    }

    static Answer ask(List<String> command, Path directory, Map<String, String> environment, Duration patience) {
        String asked = String.join(" ", command);
        try {
            Path folder = WorkFolder.create();
            Path log = folder.resolve("answer");
            try (SupervisedProcess process = SupervisedProcess.start(
                    new SupervisedProcess.Start(command, directory, environment, log, "TERM", folder))) {
                int exitCode = process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
                return new Answer(exitCode, beginning(log));
            }
        } catch (TimeoutException silent) {
            throw new EnvironmentFailure(
                    "`" + asked + "` has not ended within " + patience.toSeconds() + " s",
                    "run it by hand to see why it hangs",
                    silent);
        } catch (WorkFolder.Unusable unusable) {
            throw ToolRun.unusable(unusable);
        } catch (IOException | ExecutionException failed) {
            throw new EnvironmentFailure(
                    "`" + asked + "` could not be run: " + failed.getMessage(), "run it by hand to see why", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("`" + asked + "` was interrupted", "start again", interrupted);
        }
    }

    /** Returns the beginning of a file; empty where it cannot be read. */
    static String beginning(Path log) {
        try (InputStream in = Files.newInputStream(log)) {
            return new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
