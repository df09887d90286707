package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Finding;
import dev.poolfit.holders.Diagnosis;
import dev.poolfit.report.NoProgress;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.watch.ConfigurationNotes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service is killed while it is diagnosed: that is told first, and what was seen until then is kept. */
class EndedServiceIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void it_is_told_and_the_exit_code_is_that_of_a_failed_environment() throws Exception {
        try (var process = ServiceProcess.start();
                Program program = Program.start(
                        folder,
                        Map.of(),
                        "diagnose",
                        "--pid",
                        "" + process.pid(),
                        "--for",
                        "10m",
                        "--format",
                        "json",
                        "--out",
                        "ended")) {
            program.awaitThat(() -> program.err().contains("recording who holds the connections"));
            process.signal("KILL");
            Program.Result told = program.await();

            assertThat(told.exitCode()).as(told.toString()).isEqualTo(Main.ENVIRONMENT_FAILED);
            JsonNode json = new JsonMapper().readTree(told.out());
            assertThat(json.at("/verdict").asString())
                    .startsWith("The service ended, or stopped answering, at ")
                    .contains("see its log");
            assertThat(json.at("/findings/0/rule").asString()).isEqualTo("service-ended");
            assertThat(json.at("/pool/maximum").asInt()).isEqualTo(10);
            assertThat(folder.resolve("ended").resolve("diagnosis.json"))
                    .content()
                    .isEqualTo(told.out());
            assertThat(Files.readString(folder.resolve("ended").resolve("report.html")))
                    .contains("The service ended");
        }
    }

    @Test
    void what_was_seen_until_then_is_kept() throws Exception {
        try (var process = ServiceProcess.start();
                var undo = new UndoStack(System.err)) {
            RunningService service = ObservedService.attach(process.pid(), undo);
            var observation = new HoldersObservation(
                    service,
                    Optional.empty(),
                    ConfigurationNotes.UNKNOWN,
                    Optional.empty(),
                    new KillerOf(process),
                    undo);

            Diagnosis seen = observation.look(Duration.ofMinutes(10));

            assertThat(seen.verdict().ended()).isTrue();
            assertThat(seen.report().borrows()).isGreaterThanOrEqualTo(KillerOf.LOOKS);
            assertThat(seen.report().size()).isEqualTo(10);
            assertThat(seen.configuration()).extracting(Finding::rule).contains("leak-detection-off");
        }
    }

    /** Has the service use its pool before each look, and kills it after some. */
    private static final class KillerOf extends NoProgress {
        static final int LOOKS = 2;

        private final ServiceProcess process;
        private int looks;

        KillerOf(ServiceProcess process) {
            this.process = process;
        }

        @Override
        public void timeLeft(Duration left) {
            try {
                if (looks++ == LOOKS) {
                    process.signal("KILL");
                } else {
                    URI use = URI.create("http://127.0.0.1:" + process.port() + "/use");
                    try (InputStream answer = use.toURL().openStream()) {
                        answer.readAllBytes();
                    }
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
