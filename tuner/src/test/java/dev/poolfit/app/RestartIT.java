package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.StudyDatabase;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import dev.poolfit.trial.Measured;
import dev.poolfit.trial.TrialRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial with another value of open session in view runs on the real service, launched again and warmed up again. */
class RestartIT {
    private static final Path BUILT =
            Path.of("..", "demo", "target").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    void a_trial_that_takes_a_restart_is_measured_on_a_warm_service_of_the_new_value() throws Exception {
        int port = Ports.free();
        int managementPort = Ports.free();
        try (EmbeddedDatabase database =
                EmbeddedDatabase.start(StudyDatabase.MARIADB, BUILT.resolve("databases"), folder, 100)) {
            LastLines.of(database.log());
            LastLines.of(folder.resolve("service.log"));
            ExperimentFile file = experiment(database, port, managementPort);
            var request = ServiceRequest.of(file.experiment(), folder.resolve("service.log"));
            try (RunningService service = new ServiceOpener(RealClock.NANOSECONDS).open(request);
                    LoadEngine engine = LoadEngines.of(file.experiment().load())) {
                ProcessHandle first =
                        ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
                var seconds = new ArrayList<Integer>();
                var runner = new TrialRunner(
                        file.experiment(), service, engine, sample -> seconds.add(sample.second()), RealClock.TIME);
                Settings wanted = Settings.of(Knob.POOL, 4).with(Knob.OPEN_IN_VIEW, false);

                Measured measured = runner.run(new PlannedTrial(Role.COMPARE, wanted, Duration.ofSeconds(3)), 1);

                assertThat(first.isAlive()).isFalse();
                assertThat(service.starts()).isEqualTo(2);
                assertThat(measured.trial().settings().openInView()).contains(false);
                assertThat(measured.trial().settings().count(Knob.POOL)).isEqualTo(4);
                assertThat(measured.trial().good()).isPositive();
                assertThat(lengthOfFirst(seconds))
                        .as("seconds of load before the trial's own")
                        .isGreaterThanOrEqualTo(8);
                assertThat(environment(service)).contains("SPRING_JPA_OPENINVIEW=false");

                service.apply(Settings.of(Knob.THREADS, 5).with(Knob.OPEN_IN_VIEW, true));
                service.apply(Settings.of(Knob.THREADS, 50));
                assertThat(service.effective().count(Knob.MIN_SPARE))
                        .as("spare threads after a start with fewer threads")
                        .isEqualTo(service.found().count(Knob.MIN_SPARE));
            }
            assertThat(Files.readString(folder.resolve("service.log"))).containsPattern("(?s)Started .*Started ");
        }
    }

    /** How long the first of several loads was put, each of which counts its seconds from 0. */
    private static int lengthOfFirst(List<Integer> seconds) {
        for (int i = 1; i < seconds.size(); i++) {
            if (seconds.get(i) <= seconds.get(i - 1)) {
                return seconds.get(i - 1) + 1;
            }
        }
        return 0;
    }

    private static String environment(RunningService service) throws Exception {
        return Files.readString(Path.of("/proc", "" + service.pid().orElseThrow(), "environ"))
                .replace('\0', '\n');
    }

    private ExperimentFile experiment(EmbeddedDatabase database, int port, int managementPort) {
        var text = new StringBuilder("service:\n  launch: exec ")
                .append(StockWorld.launch(port, managementPort))
                .append("\n  ready: http://127.0.0.1:" + managementPort
                        + "/actuator/health\n  ready-timeout: 3m\n  env:\n");
        StockWorld.environment(database).forEach((name, value) -> text.append("    " + name + ": \"" + value + "\"\n"));
        text.append("""
                load:
                  users: 8
                  requests:
                    - get: http://127.0.0.1:%d/stocks/{1..2000}
                tune:
                  pool: 2..8
                  open-in-view: [true, false]
                goal: {throughput: max}
                budget: 2m
                """.formatted(port));
        return new ExperimentReader(System.getenv()).read(text.toString(), folder);
    }
}
