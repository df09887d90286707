package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.service.Restoration.Outcome;
import dev.poolfit.testing.Ports;
import dev.poolfit.testing.RealClock;
import dev.poolfit.testing.TemporaryFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a killed run left changed is put back from the restore record alone. */
class RestorationIT {
    /** Attaches, changes the settings, says its restore record, and waits to be killed. */
    static final class Tuner {
        public static void main(String[] arguments) throws InterruptedException {
            RunningService service = ServiceProcess.open(
                    new Service.AttachPort(Integer.parseInt(arguments[0])), Optional.empty(), Knob.POOL, Knob.THREADS);
            service.apply(Settings.ofPoolAndThreads(3, 5).with(Knob.CONNECTION_TIMEOUT, Duration.ofMillis(777)));
            SmallService.say("FOUND " + service.restoreRecord().json());
            Thread.currentThread().join();
        }
    }

    @Test
    void theSettingsComeBackAfterTheTunerWasKilled() throws Exception {
        try (var process = ServiceProcess.start("-DtomcatMBeans=true")) {
            Process tuner = ChildJvm.java(Tuner.class, TemporaryFolder.path(), List.of(), List.of("" + process.port()));
            String json = ChildJvm.await(tuner, "FOUND ");
            tuner.destroyForcibly().waitFor();
            try (RunningService changed = process.attach()) {
                assertThat(changed.found().toString())
                        .startsWith("pool 3, threads 5, minimum-idle 3, min-spare 5, connection-timeout 777ms");
            }

            Restoration restoration = Restoration.restore(RestoreRecord.ofJson(json), Optional.empty());

            assertThat(restoration)
                    .isEqualTo(new Restoration(
                            Outcome.RESTORED,
                            "the initial settings (pool 10, threads 20, minimum-idle 10, min-spare 10,"
                                    + " connection-timeout 3s) are back",
                            ""));
            try (RunningService restored = process.attach()) {
                assertThat(restored.found())
                        .isEqualTo(RestoreRecord.ofJson(json).settings());
            }
        }
    }

    @Test
    void aServiceThatEndedNeedsNoRestoring() throws Exception {
        RestoreRecord found;
        try (var process = ServiceProcess.start();
                RunningService service = process.attach()) {
            found = service.restoreRecord();
            process.end();
        }

        assertThat(restore(found).outcome()).isEqualTo(Outcome.SERVICE_GONE);
    }

    @Test
    void anotherProcessWithTheSameIdIsNotTouched() throws Exception {
        try (var process = ServiceProcess.start()) {
            RestoreRecord found;
            try (RunningService service = process.attach()) {
                found = service.restoreRecord();
            }
            String start =
                    found.address().process().flatMap(ProcessIdentity::start).orElseThrow();
            var earlier = with(
                    found,
                    new RestoreRecord.Address(
                            Optional.of(new ProcessIdentity(found.pid(), Optional.of(start.replaceAll("\\d+$", "1")))),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()));

            assertThat(restore(earlier.changed(Settings.of(Knob.POOL, 10))).outcome())
                    .isEqualTo(Outcome.SERVICE_GONE);
            assertThat(process.pool()).isEqualTo(10);
        }
    }

    @Test
    void aServiceThatWasDeployedAnewAtTheSameAddressKeepsItsOwnSettings() throws Exception {
        int jmxPort = Ports.free();
        String[] options = ServiceProcess.jmx(jmxPort).toArray(String[]::new);
        RestoreRecord found;
        try (var process = ServiceProcess.start(options);
                RunningService service = byJmx(jmxPort)) {
            service.apply(Settings.of(Knob.POOL, 25));
            found = RestoreRecord.ofJson(service.restoreRecord().json());
        }
        try (var process = ServiceProcess.start(options)) {
            process.resize(25);

            Restoration gone = restore(found);
            Restoration fromAfar = restore(seenFromAfar(found));

            assertThat(gone.outcome()).isEqualTo(Outcome.SERVICE_GONE);
            assertThat(gone.text()).contains("has ended, and its changed settings with it");
            assertThat(fromAfar.outcome()).isEqualTo(Outcome.SERVICE_GONE);
            assertThat(fromAfar.text()).contains("the service has been restarted since");
            assertThat(process.pool()).isEqualTo(25);
        }
    }

    /** As of a service of another machine, whose process is not known. */
    private static RestoreRecord seenFromAfar(RestoreRecord found) {
        return new RestoreRecord(
                new RestoreRecord.Address(
                        Optional.empty(), found.address().jvm(), Optional.empty(), found.jmx(), found.user()),
                found.pool(),
                found.connector(),
                found.settings(),
                found.changes());
    }

    @Test
    void aServiceThatIsDeployedAnewWhileItIsTunedIsNotChanged() throws Exception {
        int jmxPort = Ports.free();
        String[] options = ServiceProcess.jmx(jmxPort).toArray(String[]::new);
        try (var process = ServiceProcess.start(options)) {
            RunningService service = byJmx(jmxPort);
            service.apply(Settings.of(Knob.POOL, 25));
            process.end();
            try (var anew = ServiceProcess.start(options)) {
                assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 30)))
                        .isInstanceOf(EnvironmentFailure.class)
                        .hasMessageContaining("the service was restarted while it was tuned");
                assertThat(service.release().outcome()).isEqualTo(Outcome.SERVICE_GONE);
                assertThat(anew.pool()).isEqualTo(10);
            }
        }
    }

    @Test
    void whatSomebodyElseChangesWhileItIsTunedEndsTheTuningAndStays() throws Exception {
        try (var process = ServiceProcess.start()) {
            RunningService service = process.attach(Knob.POOL);
            service.apply(Settings.of(Knob.POOL, 40));
            process.resize(25);

            assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 30)))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("somebody else changed the service while it was tuned: it has pool 25");
            assertThat(service.release().outcome()).isEqualTo(Outcome.LEFT_THEIRS);
            assertThat(process.pool()).isEqualTo(25);
        }
    }

    @Test
    void eachChangeIsNotedBeforeItIsMadeAndNoneIsMadeThatCouldNotBeNoted() throws Exception {
        try (var process = ServiceProcess.start()) {
            RunningService service = process.attach(Knob.POOL);
            var noted = new ArrayList<Settings>();
            service.beforeEachChange(changed -> {
                assertThat(process.pool()).isNotEqualTo(30);
                noted.add(changed.lastChange().orElseThrow());
                if (noted.size() == 2) {
                    throw new EnvironmentFailure("the disk is full", "free it");
                }
            });
            service.apply(Settings.of(Knob.POOL, 20));
            assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 30))).hasMessage("the disk is full");

            assertThat(process.pool()).isEqualTo(20);
            assertThat(noted)
                    .map(Settings::toString)
                    .containsExactly("pool 20, minimum-idle 20", "pool 30, minimum-idle 30");
            service.close();
            assertThat(process.pool()).isEqualTo(10);
        }
    }

    @Test
    void aChangeThatAFrozenServiceMakesOnceItGoesOnIsUndoneToo() throws Exception {
        try (var process = ServiceProcess.start()) {
            var frozen = new AtomicBoolean();
            RunningService service = new ServiceOpener(RealClock.NANOSECONDS, Restorer::pause)
                    .open(ServiceProcess.request(new Service.AttachPort(process.port()), Optional.empty(), Knob.POOL));
            service.beforeEachChange(changed -> frozen.set(freeze(process)));
            // The change itself is what is not answered.
            assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 40)))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("no answer within 5 s");
            assertThat(frozen).isTrue();
            process.signal("CONT");

            assertThat(service.release().outcome()).isEqualTo(Outcome.RESTORED);
            assertThat(process.pool()).isEqualTo(10);
        }
    }

    private static boolean freeze(ServiceProcess process) {
        try {
            process.signal("STOP");
            return true;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aFailureTellsItsReason() throws Exception {
        try (var process = ServiceProcess.start();
                RunningService service = process.attach()) {
            RestoreRecord found = service.restoreRecord();
            var renamed =
                    new RestoreRecord(found.address(), "other", found.connector(), found.settings(), found.changes());

            Restoration restoration = restore(renamed);

            assertThat(restoration.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(restoration.text()).contains("no longer has the MBean", "PoolConfig (other)");
        }
    }

    @Test
    void anAddressThatIsNoPlainOneIsNotConnectedTo() {
        for (String url : List.of(
                "service:jmx:rmi:///jndi/ldap://evil:389/o=x",
                "service:jmx:rmi:///jndi/iiop://evil/x",
                "service:jmx:rmi://evil/stub/rO0ABXNy",
                "service:jmx:iiop://evil/jndi/rmi://evil:1/x",
                "service:jmx:rmi:///jndi/rmi://evil:1/x/ldap:y")) {
            Restoration refused = restore(new RestoreRecord(
                    new RestoreRecord.Address(
                            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(url), Optional.empty()),
                    "main",
                    Optional.empty(),
                    Settings.of(Knob.POOL, 10),
                    List.of()));

            assertThat(refused.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(refused.text())
                    .contains("\"" + url + "\", which is not of the form service:jmx:rmi:///jndi/rmi:");
        }
    }

    @Test
    void aRestoreRecordSurvivesItsJson() {
        var found = new RestoreRecord(
                new RestoreRecord.Address(
                        Optional.of(ProcessIdentity.current()),
                        Optional.of("7@shop started 1763800000123"),
                        Optional.of("docker exec -i shop"),
                        Optional.of("service:jmx:rmi:///jndi/rmi://db:9010/jmxrmi"),
                        Optional.of("control")),
                "Pool \"1\"",
                Optional.of("Tomcat:type=ThreadPool,name=\"http-nio-8080\""),
                Settings.ofPoolAndThreads(10, 200),
                List.of(Settings.of(Knob.POOL, 20), Settings.of(Knob.POOL, 40)));

        assertThat(RestoreRecord.ofJson(found.json())).isEqualTo(found);
        assertThat(found.json()).doesNotContain("\n");
    }

    private static RunningService byJmx(int jmxPort) {
        return ServiceProcess.open(
                new Service.AttachJmx(ServiceProcess.jmxUrl(jmxPort), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Knob.POOL);
    }

    private static RestoreRecord with(RestoreRecord found, RestoreRecord.Address address) {
        return new RestoreRecord(address, found.pool(), found.connector(), found.settings(), found.changes());
    }

    /** Without a pause between its attempts. */
    private static Restoration restore(RestoreRecord found) {
        return Restoration.restore(found, Optional.empty(), unwaited -> {});
    }
}
