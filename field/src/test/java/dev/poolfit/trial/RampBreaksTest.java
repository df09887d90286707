package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.http.VirtualLoad;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The built-in engine's ramp finds the limit of a service that answers one request after the other, in virtual time. */
class RampBreaksTest {
    private static final long EACH_NANOS = 10_000_000;

    @Test
    void a_service_of_100_a_second_breaks_there() {
        var ramp =
                new Load.Ramp(Optional.of(new Rate(400)), 0, Duration.ofSeconds(16), new Share(0.01), Optional.empty());
        var watch = new RampWatch(ramp);
        var free = new AtomicLong();
        List<ClientSecond> all = VirtualLoad.seconds(
                ramp,
                (request, arrived) -> free.updateAndGet(before -> Math.max(before, arrived) + EACH_NANOS),
                Duration.ofSeconds(16));
        int broke = IntStream.rangeClosed(1, all.size())
                .filter(count -> watch.broken(all.subList(0, count)).isPresent())
                .findFirst()
                .orElseThrow();

        assertThat(watch.broken(all.subList(0, broke))).contains(Flag.FELL_BEHIND);
        // 25 more are due each second: from the fifth second on the service falls behind.
        assertThat(broke).isBetween(5, 9);
        assertThat(watch.carried(all.subList(0, broke)).mean()).isBetween(90.0, 101.0);
    }
}
