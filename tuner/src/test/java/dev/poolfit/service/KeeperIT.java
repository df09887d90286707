package dev.poolfit.service;

import static dev.poolfit.service.UnpreparedServiceIT.HIKARI;
import static dev.poolfit.service.UnpreparedServiceIT.POOLFIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service.AttachPort;
import dev.poolfit.experiment.Settings;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import dev.poolfit.testing.TemporaryFolder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the keeper within a service holds for a tuner is put back when the tuner is lost, and for it alone. */
class KeeperIT {
    private ServiceProcess process;

    @BeforeEach
    void start() throws IOException {
        process = ServiceProcess.start("-DpoolMBeans=false");
    }

    @AfterEach
    void stop() {
        process.close();
    }

    @Test
    void a_killed_tuner_leaves_nothing_changed_for_longer_than_its_silence() throws Exception {
        // The service's agent for JMX and the link to it are there before the tuner is, and then is silent.
        assertThat(process.beans(HIKARI)).isEmpty();
        keep("silence=10");
        change("com.zaxxer.hikari:type=PoolConfig (main)", "MinimumIdle", 3);
        change("com.zaxxer.hikari:type=PoolConfig (main)", "MaximumPoolSize", 3);
        assertThat(process.pool()).isEqualTo(3);

        Patience.await().until(() -> process.beans(POOLFIT).isEmpty());

        assertThat(process.beans(HIKARI)).isEmpty();
        try (RunningService again = process.attach()) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
            assertThat(again.found().count(Knob.MINIMUM_IDLE)).isEqualTo(10);
        }
    }

    @Test
    void a_tuner_is_lost_by_its_own_silence_however_often_others_ask() throws Exception {
        keep("silence=10");
        change("com.zaxxer.hikari:type=PoolConfig (main)", "MaximumPoolSize", 3);
        try (RunningService other = process.attach(Knob.POOL)) {
            // A busy machine does not answer each reading in time.
            Patience.await()
                    .ignoreExceptionsInstanceOf(EnvironmentFailure.class)
                    .until(() -> {
                        other.probes().get(0).read();
                        return process.pool() == 10;
                    });
        }
    }

    @Test
    void what_somebody_else_changed_stays_so_when_the_keeper_leaves() throws Exception {
        keep("silence=3600");
        change("com.zaxxer.hikari:type=PoolConfig (main)", "MaximumPoolSize", 3);
        process.resize(7);

        process.call("dev.poolfit:type=Keeper", "lose", Map.of("tester", String.class.getName()));

        try (RunningService again = process.attach()) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(7);
        }
    }

    @Test
    void what_restore_puts_back_does_not_go_again_when_it_leaves() throws Exception {
        RestoreRecord note;
        try (RunningService service = process.attach(Knob.POOL)) {
            note = service.restoreRecord().changed(Settings.of(Knob.POOL, 4));
            keep("silence=3600");
            process.resize(4);
        }

        assertThat(Restoration.restore(note, Optional.empty()).text()).contains("are back");

        try (RunningService again = process.attach()) {
            assertThat(again.found().count(Knob.POOL)).isEqualTo(10);
        }
    }

    @Test
    void a_second_tuner_that_is_refused_takes_nothing_from_the_first() {
        ServiceRequest request =
                ServiceProcess.request(new AttachPort(process.port()), Optional.empty(), Knob.POOL, Knob.THREADS);
        ServiceOpener opener = new ServiceOpener(RealClock.NANOSECONDS).tunedBy(TemporaryFolder.path(), untold -> {});
        try (RunningService first = opener.open(request)) {
            assertThatThrownBy(() -> opener.open(request))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessageContaining("is being tuned already");

            first.apply(Settings.ofPoolAndThreads(5, 12));

            assertThat(first.effective().count(Knob.POOL)).isEqualTo(5);
            assertThat(first.effective().count(Knob.THREADS)).isEqualTo(12);
        }
    }

    private void keep(String options) throws IOException {
        try (LocalJvm machine = LocalJvm.attach(process.pid())) {
            machine.load("keep=tester&" + options);
        }
    }

    private void change(String bean, String attribute, int value) {
        Map<Object, String> parameters = new LinkedHashMap<>();
        parameters.put("tester", String.class.getName());
        parameters.put(HikariPool.objectName(bean), "javax.management.ObjectName");
        parameters.put(attribute, String.class.getName());
        parameters.put(value, Object.class.getName());
        process.call("dev.poolfit:type=Keeper", "change", parameters);
    }
}
