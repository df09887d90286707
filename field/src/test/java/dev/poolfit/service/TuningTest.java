package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import java.util.List;
import java.util.Optional;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** What is changed by somebody else between two changes of Poolfit's stays theirs. */
class TuningTest {
    /** The settings of a pool, as HikariCP shows them. */
    public interface PoolConfig {
        int getMaximumPoolSize();

        void setMaximumPoolSize(int size);

        int getMinimumIdle();

        void setMinimumIdle(int idle);
    }

    /** Somebody sets another maximum whenever the minimum is set, and takes no more than 15 idle ones. */
    private static final class Contested implements PoolConfig {
        private int maximum = 10;
        private int idle = 2;

        @Override
        public int getMaximumPoolSize() {
            return maximum;
        }

        @Override
        public void setMaximumPoolSize(int size) {
            maximum = size;
        }

        @Override
        public int getMinimumIdle() {
            return idle;
        }

        @Override
        public void setMinimumIdle(int wanted) {
            maximum = 20;
            idle = Math.min(15, wanted);
        }
    }

    @Test
    void a_value_that_is_set_during_a_change_is_somebody_elses_and_one_that_the_service_repairs_is_ours()
            throws Exception {
        try (JmxServer server = JmxServer.start();
                JmxLink link = server.link()) {
            server.beans.registerMBean(
                    new StandardMBean(new Contested(), PoolConfig.class),
                    HikariPool.objectName(HikariPool.configName("main")));
            var tuning = new Tuning(new HikariPool(link, "main"), Optional.empty(), false);
            Settings found = tuning.read();
            Settings target = Settings.of(Knob.POOL, 18).with(Knob.MINIMUM_IDLE, 18);

            tuning.change(found, target);

            Settings now = tuning.read();
            assertThat(now).isEqualTo(Settings.of(Knob.POOL, 20).with(Knob.MINIMUM_IDLE, 15));
            assertThat(tuning.given(now)).isEqualTo(Settings.of(Knob.MINIMUM_IDLE, 15));
            RestoreRecord restoreRecord = new RestoreRecord(
                            RestoreRecord.Address.AT_HAND, "main", Optional.empty(), found, List.of())
                    .changed(target)
                    .changed(tuning.given(now));
            assertThat(restoreRecord.theirs(now)).isEqualTo(Settings.of(Knob.POOL, 20));
        }
    }
}
