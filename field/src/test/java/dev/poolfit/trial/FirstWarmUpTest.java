package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Metric;
import dev.poolfit.experiment.Settings;
import dev.poolfit.service.Probe;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** A service whose JIT compiler has much to do when load comes. */
class FirstWarmUpTest {
    private static final Settings FOUND = Settings.ofPoolAndThreads(10, 200);
    private static final IntFunction<ClientSecond> STEADY = second -> Trials.second(second, 10, 100, 0, 100);

    private final VirtualTime time = new VirtualTime();
    private final ObedientService service = new ObedientService(FOUND);

    private void warmUp(ScriptedEngine engine) throws InterruptedException {
        try (var runner = new TrialRunner(
                Experiments.read(Experiments.SOUND).experiment(), service, engine, sample -> {}, time)) {
            runner.warmUp(FOUND, false);
        }
    }

    /** The compiler has so many seconds of work, of which load that takes all cores leaves a tenth a second. */
    private void compiling(double work, ScriptedEngine engine) {
        double[] left = {work};
        service.with(new ObedientService.Reading("JVM", Probe.Subject.SERVICE, () -> {
            boolean held = !engine.holds().isEmpty()
                    && engine.holds().get(engine.holds().size() - 1);
            double before = left[0];
            left[0] = Math.max(0, before - (held ? 1 : 0.1));
            return Map.of(Metric.JIT_TIME, before > 0 ? 900.0 : 0.0, Metric.SERVICE_CPU, 1.0);
        }));
    }

    @Test
    void users_pause_while_the_service_warms_up_until_the_compiler_has_nothing_left_to_do()
            throws InterruptedException {
        var engine = new ScriptedEngine(time, STEADY).pausable();
        compiling(6, engine);
        warmUp(engine);

        assertThat(engine.lengths().get(0)).isLessThan(45);
        assertThat(engine.holds()).startsWith(true, false).endsWith(false);
    }

    @Test
    void without_pauses_that_takes_as_long_as_it_may() throws InterruptedException {
        var engine = new ScriptedEngine(time, STEADY);
        compiling(9, engine);
        warmUp(engine);

        assertThat(engine.lengths()).containsExactly(100);
        assertThat(engine.holds()).isEmpty();
    }

    @Test
    void a_compiler_that_is_never_done_is_not_waited_for_longer_than_a_few_seconds_at_once()
            throws InterruptedException {
        var engine = new ScriptedEngine(time, STEADY).pausable();
        compiling(1000, engine);
        warmUp(engine);

        assertThat(engine.lengths()).containsExactly(100);
        assertThat(engine.holds()).hasSizeBetween(18, 26).endsWith(false);
    }
}
