package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A pool that is closed while it is tuned takes its MBeans with it. */
class VanishedPoolIT {
    @Test
    void a_setting_cannot_be_changed_any_more_and_the_failure_names_what_is_gone() throws Exception {
        try (var process = ServiceProcess.start()) {
            RunningService service = process.attach(Knob.POOL);
            unregister(process, "com.zaxxer.hikari:type=PoolConfig (main)");
            try {
                assertThatThrownBy(() -> service.apply(Settings.of(Knob.POOL, 5)))
                        .isInstanceOf(EnvironmentFailure.class)
                        .hasMessageContaining("type=PoolConfig (main)");
            } finally {
                letGo(service);
            }
            assertThat(service.alive()).isTrue();
        }
    }

    /** The settings cannot be put back, which it may say. */
    private static void letGo(RunningService service) {
        try {
            service.close();
        } catch (EnvironmentFailure told) {
            assertThat(told).hasMessageContaining("PoolConfig");
        }
    }

    private static void unregister(ServiceProcess process, String bean) {
        try (LocalJvm machine = LocalJvm.attach(process.pid());
                var link = new JmxLink(machine.jmxUrl(), "the service", Optional.empty(), Optional.empty())) {
            link.ask(server -> {
                server.unregisterMBean(HikariPool.objectName(bean));
                return bean;
            });
        }
    }
}
