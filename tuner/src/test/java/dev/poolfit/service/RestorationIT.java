package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.service.Restoration.Outcome;
import dev.poolfit.testing.TemporaryFolder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a killed run left changed is put back from the footprint alone. */
class RestorationIT {
    /** Attaches, changes the settings, says its footprint, and waits to be killed. */
    static final class Tuner {
        public static void main(String[] arguments) throws InterruptedException {
            RunningService service = ServiceProcess.open(
                    new Service.AttachPort(Integer.parseInt(arguments[0])), Optional.empty(), Knob.POOL, Knob.THREADS);
            service.apply(Settings.ofPoolAndThreads(3, 5).with(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(777)));
            SmallService.say("FOUND " + service.footprint().json());
            Thread.currentThread().join();
        }
    }

    @Test
    void theSettingsComeBackAfterTheTunerWasKilled() throws Exception {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true")) {
            Process tuner =
                    ServiceProcess.java(Tuner.class, TemporaryFolder.path(), List.of(), List.of("" + process.port()));
            String json = ServiceProcess.await(tuner, "FOUND ");
            tuner.destroyForcibly().waitFor();
            try (RunningService changed = process.attach()) {
                assertThat(changed.found().toString())
                        .startsWith("pool 3, threads 5, minimum-idle 3, min-spare 5, connection-timeout 777ms");
            }

            Restoration restoration = Restoration.restore(ServiceFootprint.ofJson(json), Optional.empty());

            assertThat(restoration)
                    .isEqualTo(new Restoration(
                            Outcome.RESTORED,
                            "put back pool 10, threads 20, minimum-idle 10, min-spare 10, connection-timeout 3s"));
            try (RunningService restored = process.attach()) {
                assertThat(restored.found())
                        .isEqualTo(ServiceFootprint.ofJson(json).settings());
            }
        }
    }

    @Test
    void aServiceThatEndedNeedsNoRestoring() throws Exception {
        ServiceFootprint found;
        try (var process = ServiceProcess.start();
                RunningService service = process.attach()) {
            found = service.footprint();
            process.end();
        }

        assertThat(Restoration.restore(found, Optional.empty()).outcome()).isEqualTo(Outcome.SERVICE_GONE);
    }

    @Test
    void anotherProcessWithTheSameIdIsNotTouched() throws Exception {
        try (var process = ServiceProcess.start()) {
            ServiceFootprint found;
            try (RunningService service = process.attach()) {
                found = service.footprint();
            }
            var earlier = new ServiceFootprint(
                    found.pid(),
                    found.started().map(at -> at.minusSeconds(60)),
                    found.jmx(),
                    found.user(),
                    found.pool(),
                    found.tomcat(),
                    found.settings().with(Knob.POOL, 99));

            assertThat(Restoration.restore(earlier, Optional.empty()).outcome()).isEqualTo(Outcome.SERVICE_GONE);
            try (RunningService service = process.attach()) {
                assertThat(service.found().pool()).hasValue(10);
            }
        }
    }

    @Test
    void aFailureTellsItsReason() throws Exception {
        try (var process = ServiceProcess.start();
                RunningService service = process.attach()) {
            ServiceFootprint found = service.footprint();
            var renamed = new ServiceFootprint(
                    found.pid(), found.started(), found.jmx(), found.user(), "other", found.tomcat(), found.settings());

            Restoration restoration = Restoration.restore(renamed, Optional.empty());

            assertThat(restoration.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(restoration.text()).contains("no longer has the MBean", "PoolConfig (other)");
        }
    }

    @Test
    void aFootprintSurvivesItsJson() {
        var found = new ServiceFootprint(
                0,
                Optional.of(Instant.parse("2026-01-02T03:04:05.060Z")),
                Optional.of("service:jmx:rmi:///jndi/rmi://db:9010/jmxrmi"),
                Optional.of("control"),
                "Pool \"1\"",
                Optional.of("Tomcat:type=ThreadPool,name=\"http-nio-8080\""),
                Settings.ofPoolAndThreads(10, 200));

        assertThat(ServiceFootprint.ofJson(found.json())).isEqualTo(found);
        assertThat(found.json()).doesNotContain("\n");
    }
}
