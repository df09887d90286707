package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Periods;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.TrialPlan;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Slices that a machine without a free core switches to after what is left out of each. */
class LateSlicesTest {
    private static final Settings SMALL = Settings.of(Knob.POOL, 4);
    private static final Settings LARGE = Settings.of(Knob.POOL, 8);
    private static final double TOO_LATE_MS = 60;

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(Settings.ofPoolAndThreads(10, 200));

    private static ClientSecond second(int number) {
        var latency = new Histogram(3);
        latency.recordValueWithCount(15_000, 600);
        return new ClientSecond(number, 10, 600, Map.of(), latency, 600, 0, 0.1, 0, Collections.nCopies(10, 60));
    }

    @Test
    void a_setting_whose_slices_all_came_late_does_not_count() throws InterruptedException {
        service.limitedBy(() -> new VirtualLimiter(time, -1, limit -> 200.0 * Math.min(8, limit))
                .late(limit -> limit == 4 ? TOO_LATE_MS : 0));
        var switching = new Switching(
                6,
                Duration.ofMillis(500),
                Optional.of(new Switching.Slices(Duration.ofMillis(20), Duration.ofMillis(100))),
                7,
                false);
        List<Measured> measured;
        try (var runner = new TrialRunner(
                Experiments.read(Experiments.SOUND).experiment(),
                service,
                new ScriptedEngine(time, LateSlicesTest::second),
                sample -> {},
                time)) {
            measured = runner.switching(TrialPlan.switching(Role.CONFIRM, List.of(SMALL, LARGE), switching), 1);
        }

        assertThat(measured.get(0).trial().noted()).contains(Flag.TOO_FEW_REQUESTS);
        assertThat(measured.get(0).trial().periods().map(Periods::rates))
                .hasValueSatisfying(rates -> assertThat(rates).containsOnly(0.0));
        assertThat(measured.get(1).trial().noted()).isEmpty();
        assertThat(measured.get(1).trial().throughput().mean()).isPositive();
    }
}
