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

    private static long count(List<String> drawn, String target) {
        return drawn.stream().filter(target::equals).count();
    }

    /** Ten cards, each drawn once before the next ten. */
    @Test
    void every_stretch_of_the_load_has_each_request_as_often_as_its_weight_says() {
        var mix = mix(get("http://127.0.0.1/a", 10), get("http://127.0.0.1/b", 70), get("http://127.0.0.1/c", 20));
        for (int deck = 0; deck < 200; deck++) {
            List<String> drawn = IntStream.range(0, 10)
                    .mapToObj(i -> mix.draw(SESSION).target())
                    .toList();
            assertThat(count(drawn, "/a")).isEqualTo(1);
            assertThat(count(drawn, "/b")).isEqualTo(7);
            assertThat(count(drawn, "/c")).isEqualTo(2);
        }
    }

    @Test
    void the_order_is_drawn_anew_each_time() {
        var mix = mix(get("http://127.0.0.1/a"), get("http://127.0.0.1/b"));
        List<String> firsts = IntStream.range(0, 4_000)
                .mapToObj(i -> mix.draw(SESSION).target() + mix.draw(SESSION).target())
                .toList();
        assertThat(count(firsts, "/a/b")).isCloseTo(2_000, Percentage.withPercentage(10));
    }

    @Test
    void a_request_of_a_very_small_weight_still_comes_up() {
        var mix = mix(get("http://127.0.0.1/a", 1), get("http://127.0.0.1/b", 999_999));
        assertThat(IntStream.range(0, 100_000).mapToObj(i -> mix.draw(SESSION).target()))
                .contains("/a");
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
