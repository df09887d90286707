package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.app.Program.Result;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import dev.poolfit.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no more in the middle of a run: it is told what is lost, and the service has its settings back. */
class FullDiskIT {
    @TempDir
    Path folder;

    /** What becomes of the run's folder while its tuner stands still. */
    private interface Misfortune {
        void strike(Path run) throws IOException;
    }

    private Result tuneUntil(Misfortune misfortune) throws Exception {
        Path run = folder.resolve("run");
        try (var service = ServiceProcess.start()) {
            Path experiment = Files.writeString(folder.resolve("full.yaml"), """
                    name: full
                    service: {attach: {port: %1$d}}
                    load:
                      users: 5
                      think: 50ms
                      requests: [{get: "http://127.0.0.1:%1$d/"}]
                    tune: {pool: 2..20}
                    goal: {throughput: max}
                    budget: 75s
                    """.formatted(service.port()));
            try (Program program =
                    Program.start(folder, Map.of(), "tune", experiment.toString(), "--out", run.toString())) {
                program.awaitThat(() -> !StockWorld.trials(run).isEmpty());
                program.signal("STOP");
                misfortune.strike(run);
                program.signal("CONT");
                Result result = program.await();
                assertThat(result.exitCode()).as(result.toString()).isEqualTo(3);
                assertThat(pool(service.port())).isEqualTo(10);
                return result;
            }
        }
    }

    private static int pool(int port) {
        var target = new Service(
                new Service.AttachPort(port), Optional.empty(), Patience.LIMIT, Optional.empty(), Optional.empty());
        try (RunningService observed =
                new ServiceOpener(RealClock.NANOSECONDS).open(ServiceRequest.toObserve(target, Optional.empty()))) {
            return observed.found().count(Knob.POOL);
        }
    }

    @Test
    void a_full_disk_ends_the_run_and_the_trials_before_it_stay() throws Exception {
        Path run = Files.createDirectory(folder.resolve("run"));
        try (SmallDisk disk = SmallDisk.mount(run)) {
            Result result = tuneUntil(each -> disk.fill());

            List<String> trials = Files.readAllLines(run.resolve("trials.jsonl"));
            assertThat(result.err())
                    .contains("cannot write " + run, "No space left on device", "What to do: free the disk")
                    .contains(trials.size() + " finished trial", " kept in ");
            assertThat(run.resolve("restore.json")).doesNotExist();
        }
    }

    @Test
    void a_folder_that_goes_away_ends_the_run_and_no_empty_one_takes_its_place() throws Exception {
        Path away = folder.resolve("away");

        Result result = tuneUntil(run -> Files.move(run, away));

        assertThat(result.err())
                .as("at the next change of the settings, or at the end of the trial")
                .containsAnyOf("restore.json", "was measured, but cannot be kept")
                .contains("cannot write " + folder.resolve("run"), "What to do:");
        assertThat(folder.resolve("run")).doesNotExist();
        assertThat(StockWorld.trials(away)).isNotEmpty();
    }
}
