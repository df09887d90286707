package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.StubService;
import dev.poolfit.load.VertxLoadEngine;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The built-in engine's ramp finds the limit of a service that answers one request after the other. */
class RampBreaksTest {
    private static final long EACH_NANOS = 10_000_000;

    @Test
    void a_service_of_100_a_second_breaks_there() {
        var ramp =
                new Load.Ramp(Optional.of(new Rate(400)), 0, Duration.ofSeconds(16), new Share(0.01), Optional.empty());
        var watch = new RampWatch(ramp);
        List<ClientSecond> seconds = new CopyOnWriteArrayList<>();
        var free = new AtomicLong(Long.MIN_VALUE);
        try (var service = new StubService(
                        (request, arrived) -> free.updateAndGet(before -> Math.max(before, arrived) + EACH_NANOS));
                var engine = new VertxLoadEngine()) {
            var request = new Load.Request("GET", service.url(), 1, Map.of(), Optional.empty(), new IntRange(200, 299));
            LoadRun run = engine.start(
                    new Load(ramp, Duration.ZERO, List.of(request), Duration.ofSeconds(10), Set.of()), 1, seconds::add);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> watch.broken(List.copyOf(seconds)).isPresent() || run.ended());
            run.stop(Duration.ZERO);
        }
        assertThat(watch.broken(List.copyOf(seconds))).contains(Flag.FELL_BEHIND);
        assertThat(watch.carried(List.copyOf(seconds)).mean()).isBetween(70.0, 105.0);
    }
}
