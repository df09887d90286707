package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Load;
import dev.poolfit.load.Loads;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Requests come up in proportion to their weights. */
final class RequestMixTest {
    private static final VirtualUser SESSION = new VirtualUser(0, false, true);

    private static RequestMix mix(Load.Request... requests) {
        return new RequestMix(Loads.users(1, Duration.ZERO, requests), new SplittableRandom(3));
    }

    @Test
    void a_request_comes_up_as_often_as_its_weight_says() {
        var mix = mix(get("http://127.0.0.1/a", 1), get("http://127.0.0.1/b", 7), get("http://127.0.0.1/c", 2));
        List<String> drawn = IntStream.range(0, 20_000)
                .mapToObj(i -> mix.draw(SESSION).target())
                .toList();
        assertThat(drawn.stream().filter("/a"::equals).count()).isCloseTo(2_000, Percentage.withPercentage(5));
        assertThat(drawn.stream().filter("/b"::equals).count()).isCloseTo(14_000, Percentage.withPercentage(5));
        assertThat(drawn.stream().filter("/c"::equals).count()).isCloseTo(4_000, Percentage.withPercentage(5));
    }

    @Test
    void requests_to_one_host_share_their_connections() {
        var mix = mix(get("http://127.0.0.1:8080/a"), get("http://127.0.0.1:8080/b"));
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> mix.draw(SESSION).kind().endpoint())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void a_request_that_is_always_the_same_is_made_once() {
        var mix = mix(get("http://127.0.0.1/a"));
        assertThat(mix.draw(SESSION)).isSameAs(mix.draw(SESSION));
    }
}
